from itertools import groupby


def run_length(items):
    return [(item, len(list(run))) for item, run in groupby(items)]
