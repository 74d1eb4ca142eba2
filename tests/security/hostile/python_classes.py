"""Python classes that claim what their objects did not do, or withhold what would show it."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

from tests.security.hostile import NOT_TOLD, hostile

CLASSES = (
    hostile("steps replaced", "makes the harness record that every call gave nothing", "account", """
        import sys
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount):
                f = sys._getframe()
                while f:
                    one = f.f_locals.get('self')
                    if hasattr(type(one), '_record'):
                        type(one)._record = lambda self, name, arguments: {"outcome": "return", "value": ["null"], "arguments": [], "stdout": ""}
                    f = f.f_back
            def balance(self): return self.n
    """),
    hostile("steps withheld", "forges a record without steps for every call", "account", """
        import os, sys, json
        class Account:
            def __init__(self, balance):
                f, n = sys._getframe(), 0
                while f:
                    if 'job' in f.f_locals: n = len(f.f_locals['job']['calls'])
                    f = f.f_back
                for k in range(n):
                    os.write(3, b'R' + json.dumps({"call": k, "outcome": "return", "value": ["null"], "arguments": [], "steps": []}).encode() + b'\\n')
                os.write(3, b'E{"how": "done", "detail": ""}\\n'); os._exit(0)
            def withdraw(self, amount): pass
            def balance(self): return 0
    """),
    hostile("one step for all", "forges records with one step each", "account", """
        import os, sys, json
        class Account:
            def __init__(self, balance):
                f, n = sys._getframe(), 0
                while f:
                    if 'job' in f.f_locals: n = len(f.f_locals['job']['calls'])
                    f = f.f_back
                step = {"outcome": "return", "value": ["null"], "arguments": [], "stdout": ""}
                for k in range(n):
                    os.write(3, b'R' + json.dumps({"call": k, "outcome": "return", "value": ["null"], "arguments": [], "steps": [step]}).encode() + b'\\n')
                os.write(3, b'E{"how": "done", "detail": ""}\\n'); os._exit(0)
            def withdraw(self, amount): pass
            def balance(self): return 0
    """),
    hostile("steps that are refused", "claims that every call was refused, as both may refuse", "account", """
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount): raise ValueError('no')
            def balance(self): raise ValueError('no')
    """, NOT_TOLD | {"conditional"}),
    hostile("never made", "cannot be made at all", "account", """
        class Account:
            def __init__(self, balance): raise ValueError('no')
            def withdraw(self, amount): pass
            def balance(self): return 0
    """, NOT_TOLD | {"conditional"}),
    hostile("gives itself", "gives itself in the place of every answer", "account", """
        class Account:
            def __init__(self, balance): pass
            def withdraw(self, amount): return self
            def balance(self): return self
    """),
    hostile("gives another", "gives a new object in the place of every answer", "account", """
        class Account:
            def __init__(self, balance): pass
            def withdraw(self, amount): pass
            def balance(self): return Account(0)
    """),
    hostile("equal to everything", "gives numbers that are equal to everything", "account", """
        class Any(int):
            def __eq__(self, other): return True
            def __repr__(self): return '0'
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount): self.n += amount
            def balance(self): return Any(self.n)
    """),
    hostile("another class's clothes", "says that it is of the class of its answer", "account", """
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount): self.n += amount
            def balance(self):
                class Fake:
                    __class__ = int
                return Fake()
    """),
    hostile("calls shortened", "empties the list of calls that are to be made", "account", """
        import gc
        class Account:
            def __init__(self, balance):
                for thing in gc.get_objects():
                    if type(thing) is list and len(thing) > 1 and all(type(one) is tuple and len(one) == 2 for one in thing):
                        del thing[1:]
            def withdraw(self, amount): pass
            def balance(self): return 0
    """),
    hostile("ends in mid-sequence", "ends the program well in its second call", "account", """
        import sys
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount): sys.exit(0)
            def balance(self): return self.n
    """),
    hostile("no exception at all", "raises what is no exception of a program", "account", """
        class Account:
            def __init__(self, balance): self.n = balance
            def withdraw(self, amount): raise KeyboardInterrupt
            def balance(self): return self.n
    """, NOT_TOLD),
    hostile("wrong at the sixth", "is wrong from the sixth call on one object on", "account", """
        class Account:
            def __init__(self, balance): self.n, self.k = balance, 0
            def withdraw(self, amount):
                self.k += 1
                if amount > self.n: raise ValueError('too much')
                self.n -= amount if self.k < 3 else 0
            def balance(self): return self.n
    """),
)  # fmt: skip
