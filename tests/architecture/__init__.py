"""Rules that hold of the code itself, and the violations that prove that each rule can fail."""
