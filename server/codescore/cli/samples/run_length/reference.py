def run_length(items):
    """Collapse runs of equal neighbours into (item, count) pairs."""
    runs = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return runs
