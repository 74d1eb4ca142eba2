"""What Kotlin alone can say: its data (see `language.toml`)."""
