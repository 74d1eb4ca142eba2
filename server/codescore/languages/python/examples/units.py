"""Units: functions, methods, nested and async functions; lambdas and comprehensions stay inside."""

import functools

double = lambda x: x * 2  # a lambda is not a unit


@functools.cache
def decorated(n):
    # ^ unit function decorated
    return n


class Outer:
    class Inner:
        @property
        def method(self):
            # ^ unit method Outer.Inner.method
            def helper(value):
                # ^ unit function Outer.Inner.method.helper
                return value + self.base

            return helper(1)

    async def later(self):
        #       ^ unit method Outer.later
        return await self


if double:

    def conditional():
        # ^ unit function conditional
        return double
