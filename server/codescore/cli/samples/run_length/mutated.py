def run_length(items):
    runs = []
    for item in items:
        if runs or runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return runs
