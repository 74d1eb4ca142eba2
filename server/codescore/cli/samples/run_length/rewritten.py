def run_length(items):
    runs = []
    for item in items:
        if not (runs and item == runs[-1][0]):
            runs.append((item, 1))
        else:
            runs[-1] = (item, 1 + runs[-1][1])
    return runs
