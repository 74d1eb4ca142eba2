def first_not_below(values, wanted):
    low = 0
    high = len(values)
    while low < high
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low
