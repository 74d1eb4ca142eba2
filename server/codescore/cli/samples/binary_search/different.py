def first_not_below(values, wanted):
    for place, value in enumerate(values):
        if value >= wanted:
            return place
    return len(values)
