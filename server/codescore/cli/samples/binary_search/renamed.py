def lower_bound(numbers, x):
    left = 0
    right = len(numbers)
    while left < right:
        probe = (left + right) // 2
        if numbers[probe] < x:
            left = probe + 1
        else:
            right = probe
    return left
