"""What Rust alone can say: its data (see `language.toml`)."""
