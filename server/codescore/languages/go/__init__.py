"""What Go alone can say: its data (see `language.toml`)."""
