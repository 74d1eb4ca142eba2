"""The security half of the translation system."""
