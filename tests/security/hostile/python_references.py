"""The honest side of the hostile Python programs: references, and right programs that must stay right beside them."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

REFERENCES: dict[str, str] = {
    "sum": '''def total(xs):
    """The secret marker is XYZZY-4711.

    >>> total([1, 2])
    3
    """
    result = 0
    for x in xs:
        result += x * 3 - x - x
    return result
''',
    "sort": '''def sort(xs):
    """Sort in place."""
    for i in range(len(xs)):
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
''',
    "adder": "def make_adder(n: int):\n    def add(x):\n        return x + n\n    return add\n",
    "bound": """class Scale:
    def __init__(self, by):
        self.by = by
    def of(self, x):
        return x * self.by

def f(n: int):
    return Scale(n).of
""",
    "partial": "import functools\ndef f(n: int):\n    return functools.partial(pow, n)\n",
    "curried": "def f(n: int):\n    return lambda x: lambda y: (x - y) * n\n",
    "object": """class Poly:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return x * x + self.n

def f(n: int):
    return Poly(n)
""",
    "class": "def f(n: int):\n    class K:\n        def go(self): return n * 2\n    return K\n",
    "large": "def f(n: int):\n    return list(range(61000 + n % 50))\n",
    "ordered": "def f(xs: list[int]) -> list[int]:\n    return sorted(xs)\n",
    "text": "def f(n: int):\n    return 'a' * (1200000 + n % 7)\n",
    "endless": "def f(n: int):\n    i = 0\n    while True:\n        yield i * n\n        i += 1\n",
    "exit": """import sys
def main():
    n = int(input())
    if n % 2:
        print("odd")
        sys.exit(1)
    print("even")
    sys.exit(3)
main()
""",
    "echo": "n = int(input())\nprint(n * 2)\n",
    "upper": "def f(s: str) -> str:\n    return s.upper()\n",
    "half": "def f(x: float) -> float:\n    return x / 1000000.0\n",
    "account": """class Account:
    def __init__(self, balance: int):
        self._n = balance
    def withdraw(self, amount: int):
        if amount > self._n:
            raise ValueError('too much')
        self._n -= amount
    def balance(self) -> int:
        return self._n
""",
}

#: Right programs, by the reference that they answer.
HONEST: dict[str, tuple[str, ...]] = {
    "sum": (
        "def total(xs):\n    return sum(xs)\n",
        "def total(xs):\n    n = 0\n    for x in xs:\n        n = n + x\n    return n\n",
        "import functools\ndef total(xs):\n    return functools.reduce(lambda a, b: a + b, xs, 0)\n",
    ),
    "sort": ("def sort(xs):\n    xs.sort()\n", "def sort(xs):\n    xs[:] = sorted(xs)\n"),
    "adder": (
        "def make_adder(n):\n    return lambda x: n + x\n",
        "import functools, operator\ndef make_adder(n):\n    return functools.partial(operator.add, n)\n",
    ),
    "bound": ("def f(n):\n    return lambda x: x * n\n",),
    "partial": ("def f(n):\n    return lambda *a: pow(n, *a)\n",),
    "curried": ("def f(n):\n    def g(x):\n        def h(y):\n            return x * n - y * n\n        return h\n    return g\n",),
    "object": (
        """class Poly:
    def __init__(self, n): self.n = n
    def __call__(self, x): return self.n + x * x
def f(n): return Poly(n)
""",
    ),
    "large": ("def f(n):\n    return [i for i in range(61000 + n % 50)]\n",),
    "exit": ("import os, sys\nn = int(input())\nprint('odd' if n % 2 else 'even')\nraise SystemExit(1 if n % 2 else 3)\n",),
    "echo": ("import sys\nn = int(input())\nprint(n + n)\nsys.exit(0)\n",),
    "upper": ("def f(s):\n    return ''.join(c.upper() for c in s)\n",),
    "account": (
        """class Account:
    def __init__(self, balance): self.log = [balance]
    def withdraw(self, amount):
        if sum(self.log) < amount: raise ValueError(amount)
        self.log.append(-amount)
    def balance(self): return sum(self.log)
""",
    ),
}  # fmt: skip
