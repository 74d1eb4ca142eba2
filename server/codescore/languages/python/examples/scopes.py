"""Names of every kind, each with what it becomes in the sketch of its outermost unit."""
import os
import numpy as np

LIMIT = 3


def outer(first, second: int = 2, *rest, key=None, **options):
    # ^ f
    #     ^ arg_0
    #            ^ arg_1
    #                              ^ arg_2
    #                                    ^ arg_3
    #                                                ^ arg_4
    """Docstrings leave no trace."""
    total = os.path.join(first, LIMIT)
    # <- var_0
    #       ^ keep
    #          ^ keep
    #                           ^ keep
    #                    ^ arg_0
    squares = [total * item for item in rest if (last := item) > second]
    # <- var_1
    #          ^ var_0
    #                  ^ var_2
    #                           ^ var_2
    #                                   ^ arg_2
    #                                             ^ var_3
    total = np.zeros(len(squares), dtype=int)
    #        ^ keep
    #                 ^ keep
    #                    ^ var_1
    #                              ^ keep

    def inner(extra):
        # ^ f
        #      ^ arg_5
        nonlocal total
        #         ^ var_0
        total += extra + second
        # <- var_0
        #                ^ arg_1
        return inner(extra=last)
        #       ^ f
        #             ^ arg_5
        #                   ^ var_3

    global LIMIT
    #        ^ keep
    LIMIT = inner(1)
    # <- keep
    for index, (left, right) in enumerate(squares):
        #  ^ var_4
        #        ^ var_5
        #                ^ var_6
        print(f"{index + 1!r:>{left}} {{right}}", end="", key=key)
        #         ^ var_4
        #                        ^ var_5
        #                                         ^ keep
        #                                                 ^ keep
        #                                                     ^ arg_3
    try:
        import json as codec
        #               ^ keep
    except (OSError, ValueError) as error:
        #       ^ keep
        #                              ^ var_7
        raise RuntimeError from error
        #                         ^ var_7
    else:
        list = codec.loads("")
        # <- var_8
        #        ^ keep
    return outer(list, second=3, other=lambda a, b=first: a + b)
    #      ^ f
    #             ^ var_8
    #                    ^ arg_1
    #                              ^ keep
    #                                         ^ arg_6
    #                                              ^ arg_0
    #                                                     ^ arg_6


class Box(Base):
    """Attributes, fields and types keep their names."""

    size = 1

    def grow(self, size):
        # ^ f
        #     ^ arg_0
        #            ^ arg_1
        self.size += size + grow(size)
        # <- arg_0
        #     ^ keep
        #             ^ arg_1
        #                     ^ keep
        match size:
            case Point(x=0, y=other) | [other, *_]:
                #   ^ keep
                #           ^ keep
                #             ^ var_0
                #                        ^ var_0
                pass
            case {"key": value, **more}:
                #         ^ var_1
                #                 ^ var_2
                pass
        size = [size for size in size]
        #       ^ var_3
        #                 ^ var_3
        #                         ^ arg_1
        del self.size, size
        #               ^ arg_1
        return {k: v for k, v in Box.size.items() if k}
        #       ^ var_4
        #          ^ var_5
        #                         ^ keep
        #                                            ^ var_4


async def gather(*tasks, timeout):
    #       ^ f
    async with pool() as (first, second), lock as held:
        #      ^ keep
        #                    ^ var_0
        #                          ^ var_1
        #                                  ^ keep
        #                                         ^ var_2
        return [await task async for task in tasks if timeout]
        #               ^ var_3
        #                                      ^ arg_0
        #                                               ^ arg_1


def shadow(value, default=value):
    #                      ^ keep
    def value(value):
        # ^ arg_0
        #      ^ arg_2
        return value
        #       ^ arg_2
    return value
