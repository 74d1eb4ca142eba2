"""What C alone can say: its data (see `language.toml`)."""
