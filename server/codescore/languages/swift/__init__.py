"""What Swift alone can say: its data (see `language.toml`)."""
