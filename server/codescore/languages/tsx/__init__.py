"""TypeScript with elements: its data (see `language.toml`)."""
