def compress(sequence):
    # The same steps with other names.
    groups = []
    for value in sequence:
        if groups and groups[-1][0] == value:
            groups[-1] = (value, groups[-1][1] + 1)
        else:
            groups.append((value, 1))
    return groups
