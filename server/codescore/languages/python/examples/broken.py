def fine(a):
    # ^ unit function fine
    return a + 1


def broken(a, b):
    # ^ unit function broken
    total = a +
    return total
    #      ^ var_0


def after(b):
    # ^ unit function after
    return b
    #      ^ arg_0
