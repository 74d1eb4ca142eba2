"""Does a bundle compute what was trained, how its cosines are read, and how good it is."""
