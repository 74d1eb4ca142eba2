"""Programs with state, each with variants that do something else and variants that are right.

A variant is a replacement in the reference, or another text.  Text in, verdict out: `test_state` runs them.
"""

from __future__ import annotations

#: What a variant that does something else may be called, and one that is right.
WRONG = ("differs", "conditional", "insufficient", "timeout", "crash")
RIGHT = ("equivalent", "conditional", "insufficient")

ACCOUNT = """
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount")
        self._balance += amount

    def withdraw(self, amount):
        if amount > self._balance:
            raise ValueError("too much")
        self._balance -= amount
        return self._balance

    def balance(self):
        return self._balance
"""
OTHER_ACCOUNT = """
class BankAccount:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.log = [balance]

    def deposit(self, amount):
        if not amount > 0:
            raise ValueError(f"{amount} is too little")
        self.log.append(amount)

    def withdraw(self, amount):
        if sum(self.log) < amount:
            raise RuntimeError("no")
        self.log.append(-amount)
        return sum(self.log)

    def balance(self):
        return sum(self.log)
"""
COUNTER = """
class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1

    def reset(self):
        self.n = 0

    def value(self):
        return self.n
"""
STACK = """
class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()

    def peek(self):
        return self.items[-1] if self.items else None

    def size(self):
        return len(self.items)

    def copy(self):
        other = Stack()
        other.items = list(self.items)
        return other
"""
LINKED_STACK = """
class Stack:
    def __init__(self):
        self._top, self._count = None, 0

    def push(self, value):
        self._top = (value, self._top)
        self._count += 1

    def pop(self):
        if self._top is None:
            raise LookupError("nothing there")
        value, self._top = self._top
        self._count -= 1
        return value

    def peek(self):
        return None if self._top is None else self._top[0]

    def size(self):
        return self._count

    def copy(self):
        made = Stack()
        made._top, made._count = self._top, self._count
        return made
"""
QUEUE = """
class Queue:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []

    def put(self, x):
        if len(self.items) >= self.capacity:
            return False
        self.items.append(x)
        return True

    def get(self):
        return self.items.pop(0) if self.items else None

    def __len__(self):
        return len(self.items)
"""
LRU = """
class LRUCache:
    def __init__(self, capacity: int):
        self.capacity = capacity
        self.cache = {}

    def get(self, key: int) -> int:
        if key not in self.cache:
            return -1
        value = self.cache.pop(key)
        self.cache[key] = value
        return value

    def put(self, key: int, value: int) -> None:
        if key in self.cache:
            self.cache.pop(key)
        elif len(self.cache) >= self.capacity:
            del self.cache[next(iter(self.cache))]
        self.cache[key] = value
"""
OTHER_LRU = """
from collections import OrderedDict

class LRUCache:
    def __init__(self, capacity):
        self.size = capacity
        self.data = OrderedDict()

    def get(self, key):
        if key in self.data:
            self.data.move_to_end(key)
            return self.data[key]
        return -1

    def put(self, key, value):
        if key in self.data:
            self.data.move_to_end(key)
        elif self.data and len(self.data) >= self.size:
            self.data.popitem(last=False)
        elif len(self.data) >= self.size:
            raise StopIteration
        self.data[key] = value
"""
POINT = """
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, dx: int, dy: int) -> "Point":
        return Point(self.x + dx, self.y + dy)

    def distance(self, other: "Point") -> int:
        return abs(self.x - other.x) + abs(self.y - other.y)
"""
LIGHT = """
from enum import Enum

class Light(Enum):
    RED = 1
    GREEN = 2
    YELLOW = 3

    def following(self):
        return {1: 2, 2: 3, 3: 1}[self.value]

    def may_go(self, hurry: bool):
        return self is Light.GREEN or (hurry and self is Light.YELLOW)
"""
PAIR = """
from typing import NamedTuple

class Span(NamedTuple):
    low: int
    high: int

    def holds(self, n: int) -> bool:
        return self.low <= n < self.high

    def width(self) -> int:
        return self.high - self.low
"""
SHAPES = """
class Shape:
    def __init__(self, name: str):
        self.name = name
        self.scale = 1

    def grow(self, by: int):
        self.scale *= by

    def label(self):
        return f"{self.name} x{self.scale}"

class Square(Shape):
    def __init__(self, side: int):
        super().__init__("square")
        self.side = side

    def area(self):
        return (self.side * self.scale) ** 2
"""
THERMOMETER = """
class Thermometer:
    def __init__(self, celsius: float):
        self._celsius = celsius

    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value: float):
        self._celsius = (value - 32) * 5 / 9

    def warm(self, by: float):
        self._celsius += by
"""
COUNTDOWN = """
class Countdown:
    def __init__(self, start: int):
        self.start = start

    def __iter__(self):
        n = self.start
        while n > 0:
            yield n
            n -= 1

    def later(self, by: int):
        self.start += by
"""
WORKER = """
import asyncio

class Worker:
    def __init__(self):
        self.done = 0

    async def work(self, n: int):
        await asyncio.sleep(n)
        self.done += n
        return self.done
"""
PRINTER = """
class Printer:
    def __init__(self):
        self.lines = 0

    def write(self, text: str):
        self.lines += 1
        print(f"{self.lines}: {text}")
"""
MAKER = """
def make_counter(step: int):
    total = 0

    def count(n: int):
        nonlocal total
        total += step * n
        return total

    return count
"""
HELPERS = """
def clean(text: str) -> str:
    return text.strip().lower()

def words(text: str) -> list:
    return clean(text).split()

def count(text: str) -> int:
    return len(words(text))

class Index:
    def __init__(self):
        self.seen = {}

    def add(self, text: str):
        for word in words(text):
            self.seen[word] = self.seen.get(word, 0) + 1

    def most(self):
        return max(self.seen.values(), default=0)
"""

#: What is run, the reference, and its variants: what is replaced by what, or a whole text.
Variant = tuple[str, str] | str
PYTHON: list[tuple[str, str, list[Variant], list[Variant]]] = [
    (
        "account",
        ACCOUNT,
        [
            ("-= amount", "+= amount"),
            ("self._balance = balance", "self._balance = 0"),
            ("self.owner = owner", "self.owner = ''"),
            ("        self.owner = owner\n", ""),
            ("amount > self", "amount >= self"),
            ('raise ValueError("too much")', "return self._balance"),
            ("return self._balance\n\n", "return amount\n\n"),
        ],
        [OTHER_ACCOUNT, ("_balance", "_money"), ("self._balance += amount", "self._balance = amount + self._balance")],
    ),
    (
        "counter",
        COUNTER,
        [
            ("self.n += 1", "self.n = 1"),
            ("def reset(self):\n        self.n = 0", "def reset(self):\n        pass"),
            ("    def __init__(self):\n        self.n = 0\n", "    n = 1\n"),
            ("return self.n", "return self.n + 1 if self.n > 3 else self.n"),
        ],
        [("self.n", "self.times"), ("    def __init__(self):\n        self.n = 0\n", "    n = 0\n")],
    ),
    (
        "stack",
        STACK,
        [
            ("self.items.pop()", "self.items.pop(0)"),
            ("return self.items.pop()", "return self.items[-1]"),
            ("    def __init__(self):\n        self.items = []\n", "    items = []\n"),
            ("list(self.items)", "self.items"),
            (
                "def __init__(self):\n        self.items = []",
                "def __init__(self, items=[]):\n        self.items = items",
            ),
            ("self.items.append(x)", "self.items.append(x) if x not in self.items else None"),
        ],
        [LINKED_STACK, ("list(self.items)", "self.items[:]")],
    ),
    (
        "queue",
        QUEUE,
        [
            (">= self.capacity", "> self.capacity"),
            ("self.items.pop(0)", "self.items.pop()"),
            ("        self.capacity = capacity\n", "        self.capacity = 10\n"),
        ],
        [
            ("self.items.append(x)", "self.items += [x]"),
            ("len(self.items) >= self.capacity", "not len(self.items) < self.capacity"),
        ],
    ),
    (
        "lru",
        LRU,
        [
            (
                "        value = self.cache.pop(key)\n        self.cache[key] = value\n        return value",
                "        return self.cache[key]",
            ),
            (">= self.capacity", "> self.capacity"),
            ("            self.cache.pop(key)\n", "            pass\n"),
            ("next(iter(self.cache))", "list(self.cache)[-1]"),
            ("return -1", "return 0"),
        ],
        [OTHER_LRU],
    ),
    (
        "dataclass",
        POINT,
        [("self.y + dy", "self.y - dy"), ("y: int = 0", "y: int = 1"), ("abs(self.y - other.y)", "self.y - other.y")],
        [("abs(self.x - other.x)", "max(self.x - other.x, other.x - self.x)")],
    ),
    ("enumeration", LIGHT, [("3: 1", "3: 2"), ("hurry and ", "")], [("self is Light.GREEN", "self.name == 'GREEN'")]),
    (
        "named tuple",
        PAIR,
        [("n < self.high", "n <= self.high"), ("self.high - self.low", "self.high")],
        [("self.low <= n < self.high", "n in range(self.low, self.high)")],
    ),
    (
        "inherited",
        SHAPES,
        [("self.scale *= by", "self.scale += by"), ("self.side * self.scale", "self.side")],
        [('f"{self.name} x{self.scale}"', 'self.name + " x" + str(self.scale)')],
    ),
    (
        "property",
        THERMOMETER,
        [("* 5 / 9", "* 9 / 5"), ("+= by", "-= by"), ("+ 32", "+ 30")],
        [("(value - 32) * 5 / 9", "5 * (value - 32) / 9")],
    ),
    (
        "iterator",
        COUNTDOWN,
        [("n > 0", "n > 1"), ("self.start += by", "self.start = by")],
        [
            (
                "n = self.start\n        while n > 0:\n            yield n\n            n -= 1",
                "yield from range(self.start, 0, -1)",
            )
        ],
    ),
    (
        "coroutine",
        WORKER,
        [("self.done += n\n", "self.done = n\n")],
        [("self.done += n\n", "self.done = n + self.done\n")],
    ),
    (
        "printed",
        PRINTER,
        [("self.lines += 1", "self.lines = 1"), (": {text}", " {text}")],
        [('print(f"{self.lines}: {text}")', 'print(self.lines, end=": ")\n        print(text)')],
    ),
    ("closure", MAKER, [("step * n", "n")], [("step * n", "n * step")]),
    (
        "helpers",
        HELPERS,
        [
            (".lower()", ""),
            ("default=0", "default=1"),
            (", 0) + 1", ", 1) + 1"),
            ("return len(words(text))", "return len(text)"),
        ],
        [("clean(text).split()", "text.lower().split()")],
    ),
]

JAVA_ACCOUNT = """
class Account {
    private int balance;
    Account(int balance) { this.balance = balance; }
    void deposit(int amount) {
        if (amount <= 0) throw new IllegalArgumentException("amount");
        balance += amount;
    }
    void withdraw(int amount) {
        if (amount > balance) throw new IllegalStateException("too much");
        balance -= amount;
    }
    int getBalance() { return balance; }
}
"""
JAVA_STACK = """
import java.util.*;
public class Stack<T> {
    private List<T> items = new ArrayList<>();
    public void push(T x) { items.add(x); }
    public T pop() {
        if (items.isEmpty()) throw new RuntimeException("empty");
        return items.remove(items.size() - 1);
    }
    public int size() { return items.size(); }
}
"""
JAVA_LRU = """
import java.util.*;
class LRUCache {
    private final int capacity;
    private final LinkedHashMap<Integer, Integer> map = new LinkedHashMap<>();
    LRUCache(int capacity) { this.capacity = capacity; }
    int get(int key) {
        if (!map.containsKey(key)) return -1;
        int value = map.remove(key);
        map.put(key, value);
        return value;
    }
    void put(int key, int value) {
        map.remove(key);
        if (map.size() >= capacity && !map.isEmpty()) map.remove(map.keySet().iterator().next());
        map.put(key, value);
    }
}
"""
JAVA_RECORD = """
record Span(int low, int high) {
    boolean holds(int n) { return low <= n && n < high; }
    Span moved(int by) { return new Span(low + by, high + by); }
}
"""
JAVA_COUNTER = """
class Counter {
    private int n;
    void up() { n++; }
    void print() { System.out.println("n = " + n); }
    boolean equals(Counter other) { return n == other.n; }
}
"""
JAVA: list[tuple[str, str, list[Variant], list[Variant]]] = [
    (
        "account",
        JAVA_ACCOUNT,
        [
            ("-= amount", "+= amount"),
            ("this.balance = balance", "this.balance = 0"),
            ("amount > balance", "amount >= balance"),
            ('throw new IllegalStateException("too much")', "return"),
        ],
        [("balance += amount", "balance = amount + balance")],
    ),
    (
        "stack",
        JAVA_STACK,
        [
            ("items.size() - 1", "0"),
            ("items.add(x)", "items.add(0, x)"),
            ("return items.size()", "return items.size() + 1"),
        ],
        [("items.isEmpty()", "items.size() == 0")],
    ),
    (
        "lru",
        JAVA_LRU,
        [
            (">= capacity", "> capacity"),
            ("return -1", "return 0"),
            ("        map.remove(key);\n        if", "        if"),
        ],
        [
            (
                "int value = map.remove(key);\n        map.put(key, value);\n        return value;",
                "int v = map.get(key);\n        put(key, v);\n        return v;",
            )
        ],
    ),
    (
        "record",
        JAVA_RECORD,
        [("n < high", "n <= high"), ("high + by", "high")],
        [("low <= n && n < high", "!(n < low) && n < high")],
    ),
    ("counter", JAVA_COUNTER, [("n++", "n = 1"), ("n == other.n", "n >= other.n")], [("n++", "n += 1")]),
]


def text_of(reference: str, variant: Variant) -> str:
    """The source of a variant."""
    if isinstance(variant, str):
        return variant
    assert variant[0] in reference, variant
    return reference.replace(*variant)
