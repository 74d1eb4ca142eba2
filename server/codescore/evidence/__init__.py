"""Evidence: run candidate and reference on the same inputs behind a wall, and show the input on which they differ."""
