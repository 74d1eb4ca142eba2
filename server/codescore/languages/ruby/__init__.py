"""What Ruby alone can say: its data (see `language.toml`)."""
