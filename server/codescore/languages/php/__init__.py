"""What PHP alone can say: its data (see `language.toml`)."""
