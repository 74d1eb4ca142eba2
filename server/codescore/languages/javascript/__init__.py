"""What JavaScript alone can say: its data (see `language.toml`) and its parser."""
