def first_not_below(values, wanted):
    low = 0
    high = len(values)
    while high > low:
        middle = (low + high) // 2
        if not (wanted > values[middle]):
            high = middle
        else:
            low = middle + 1
    return low
