    total = 0
    for item in items:  # items is a name of the code around
    #    ^ var_1
    #           ^ keep
        total += item
        # <- var_0
    return total
    #        ^ var_0
