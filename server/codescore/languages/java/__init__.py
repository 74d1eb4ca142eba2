"""What Java alone can say: its data (see `language.toml`), its compiler and its rewrite rules."""
