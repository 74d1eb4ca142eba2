"""The encoder and its training by equations 1 to 4 of the CodeScore-R paper."""
