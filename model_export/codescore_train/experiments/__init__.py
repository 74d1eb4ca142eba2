"""The experiments log: plans of runs that differ in one variable, a folder per run that mattered, and their table."""
