"""What TypeScript alone can say: its data (see `language.toml`)."""
