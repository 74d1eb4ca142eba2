"""What the CodeScore-R paper printed, beside what was recorded here."""
