"""Python programs that claim what they did not compute, or withhold what would show it."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

from tests.security.hostile import NOT_TOLD, hostile

LIES = (
    # Less said: what is missing must not count as agreement.
    hostile("arguments cleared", "empties the harness's list of arguments through a frame", "sort", """
        import sys
        def sort(xs):
            sys._getframe(1).f_locals['arguments'].clear()
    """),
    hostile("no arguments told", "forges a result without arguments for every call", "sort", """
        import os, sys, json
        def sort(xs):
            f, n = sys._getframe(), 0
            while f:
                if 'job' in f.f_locals: n = len(f.f_locals['job']['calls'])
                f = f.f_back
            for k in range(n):
                record = {"call": k, "outcome": "return", "value": ["null"], "arguments": []}
                os.write(3, b'R' + json.dumps(record).encode() + b'\\n')
            os.write(3, b'E{"how": "done", "detail": ""}\\n'); os._exit(0)
    """),
    hostile("calls forgotten", "empties the job's list of calls, found by the collector", "sum", """
        import gc
        def total(xs):
            for thing in gc.get_objects():
                if type(thing) is dict and 'calls' in thing and 'seconds' in thing:
                    thing['calls'].clear()
            return 3
    """),
    hostile("loading in mid-run", "says that it is still loading, after the example of the docstring", "sum", """
        import os
        def total(xs):
            if xs == [1, 2]: return 3
            os.write(3, b'E{"how": "timeout", "detail": "loading"}\\n'); os._exit(0)
    """),
    hostile("module in mid-run", "says that a module is missing, after it was seen to run", "sum", """
        import os
        def total(xs):
            if len(xs) < 3: return sum(xs)
            os.write(3, b'E{"how": "module", "detail": "numpy"}\\n'); os._exit(0)
    """),
    hostile("load failed in mid-run", "says that it does not load, after it was seen to run", "sum", """
        import os
        def total(xs):
            if len(xs) < 3: return sum(xs)
            os.write(3, b'E{"how": "load", "detail": ""}\\n'); os._exit(0)
    """),
    hostile("fails to load at the second job", "loads for the first inputs, then claims a missing module", "sum", """
        import os, sys
        f = sys._getframe()
        while f:
            if 'job' in f.f_locals and len(f.f_locals['job']['calls']) > 12:
                import not_there
                not_there.gone()
            f = f.f_back
        def total(xs):
            return sum(xs)
    """),
    hostile("done too early", "says that all is done after the first call", "sum", """
        import os
        def total(xs):
            if xs == [1, 2]: return 3
            os.write(3, b'E{"how": "done", "detail": ""}\\n'); os._exit(0)
    """),
    hostile("an end that nobody knows", "ends with a word that is no ending", "sum", """
        import os
        def total(xs):
            if len(xs) < 2: return sum(xs)
            os.write(3, b'E{"how": "equivalent", "detail": ""}\\n'); os._exit(0)
    """),
    hostile("deadline claimed", "says that the job's time is over, to be spared the rest", "sum", """
        import os
        def total(xs):
            if len(xs) < 2: return sum(xs)
            os.write(3, b'E{"how": "deadline", "detail": ""}\\n'); os._exit(0)
    """),
    hostile("input refused", "says that its own narrow annotation does not take the input", "sum", """
        import sys
        def total(xs: "list[str]"):
            if not xs: return 0
            f = sys._getframe()
            while f:
                if 'told' in f.f_locals: f.f_locals['told']['outcome'] = 'input'
                f = f.f_back
            return 0
    """),
    hostile("assumption refused", "says that an assumption does not hold that nobody made", "sum", """
        import sys
        def total(xs):
            if xs == [1, 2]: return 3
            f = sys._getframe()
            while f:
                if 'told' in f.f_locals: f.f_locals['told']['outcome'] = 'assumption'
                f = f.f_back
            return 0
    """),
    hostile("slow after the first", "sleeps so that time is over before the inputs it is wrong on", "sum", """
        import time
        n = 0
        def total(xs):
            time.sleep(0.5 if len(xs) != 2 else 0)
            return sum(xs) if len(xs) < 4 else 0
    """, NOT_TOLD),
    # More said: results before there are any, twice, or by somebody else.
    hostile("results while loading", "forges load, results and end before it has loaded", "sum", """
        import os, json
        os.write(3, b'L{"branches": 0}\\n')
        for n in range(12):
            record = {"call": n, "outcome": "return", "value": ["int", "0"], "arguments": []}
            os.write(3, b'R' + json.dumps(record).encode() + b'\\n')
        os.write(3, b'E{"how": "done", "detail": ""}\\n'); os._exit(0)
        def total(xs): return 0
    """),
    hostile("results by a thread", "a thread adds results after the call has returned", "sum", """
        import os, threading, time
        def speak():
            while True:
                os.write(3, b'R{"outcome": "return", "value": ["int", "3"], "arguments": [["seq", "list", []]]}\\n')
                time.sleep(0.0005)
        def total(xs):
            threading.Thread(target=speak, daemon=True).start()
            return 0
    """),
    hostile("results at exit", "leaves results to be written when the interpreter ends", "sum", """
        import atexit, os
        def total(xs):
            atexit.register(os.write, 3, b'R{"outcome": "return", "value": ["int", "3"]}\\n')
            raise SystemExit
    """),
    hostile("loaded twice", "says again that it has loaded, with more branches", "sum", """
        import os
        def total(xs):
            os.write(3, b'L{"branches": 99}\\n')
            return 0
    """),
    hostile("half a record", "leaves with half a record on the pipe", "sum", """
        import os
        def total(xs):
            os.write(3, b'R{"outcome": "return", "value": ["int", "3"')
            os._exit(0)
    """),
    hostile("pipe turned away", "puts /dev/null in the place of the pipe, and ends well", "sum", """
        import os
        def total(xs):
            os.dup2(os.open('/dev/null', os.O_WRONLY), 3)
            return 0
    """),
    hostile("pipe that does not block", "makes the pipe one that does not wait, then floods it", "sum", """
        import fcntl, os
        def total(xs):
            fcntl.fcntl(3, fcntl.F_SETFL, os.O_NONBLOCK)
            while True: os.write(3, b'R{}\\n' * 999)
    """),
    # Replaced parts of the harness.
    hostile("describe replaced", "replaces what describes results by something opaque", "sum", """
        import sys
        for name, module in list(sys.modules.items()):
            if name.endswith('.program'): module.describe = lambda *a: ["opaque", "class", ""]
        def total(xs): return 0
    """),
    hostile("too large claimed", "describes its result as too large, without a digest", "sum", """
        import sys
        for name, module in list(sys.modules.items()):
            if name.endswith('.program'): module.describe = lambda *a: ["opaque", "too-large", ""]
        def total(xs): return 0
    """),
    hostile("too deep claimed", "describes its result as too deep to be looked into", "sum", """
        import sys
        for name, module in list(sys.modules.items()):
            if name.endswith('.program'): module.describe = lambda *a: ["opaque", "too-deep", ""]
        def total(xs): return 0
    """),
    hostile("traced", "changes what the harness has noted by a trace function of its frames", "sum", """
        import sys
        def spy(frame, event, argument):
            if event == 'return' and 'told' in frame.f_locals:
                frame.f_locals['told'].clear()
            return spy
        def total(xs):
            frame = sys._getframe()
            while frame:
                frame.f_trace = spy
                frame = frame.f_back
            sys.settrace(spy)
            return 0
    """),
    hostile("profiled", "raises in the harness's code by a profile function", "sum", """
        import sys
        def spy(frame, event, argument):
            raise SystemExit(0)
        def total(xs):
            sys.setprofile(spy)
            return 0
    """),
    hostile("signalled", "interrupts the harness by a timer and a handler of its own", "sum", """
        import signal
        def stop(*_): raise SystemExit(0)
        def total(xs):
            signal.signal(signal.SIGALRM, stop); signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
            return 0
    """),
    hostile("no depth left", "leaves a recursion limit at which nothing can be described", "sum", """
        import sys
        def total(xs):
            try: sys.setrecursionlimit(len([f for f in iter(sys._getframe, None)]) if False else 15)
            except RecursionError: pass
            return 0
    """),
    hostile("clock replaced", "replaces clock, dice and console of the harness", "sum", """
        import io, random, time
        time.process_time = lambda: "soon"
        random.seed = lambda *a: None
        io.TextIOWrapper = None
        def total(xs): return 0
    """),
    hostile("exit code that is no number", "leaves with a code whose number raises", "exit", """
        class Code(int):
            def __int__(self): raise KeyboardInterrupt
            def __and__(self, other): raise KeyboardInterrupt
        raise SystemExit(Code(1))
    """),
    hostile("other exit code", "prints the same and ends with success", "exit", """
        import sys
        n = int(input())
        print("odd" if n % 2 else "even")
        sys.exit(0)
    """),
    hostile("exit code swapped", "prints the same and ends with the other code", "exit", """
        import sys
        n = int(input())
        print("odd" if n % 2 else "even")
        sys.exit(3 if n % 2 else 1)
    """),
    # What cannot be looked into.
    hostile("wrong closure", "gives a function that subtracts", "adder", "def make_adder(n):\n    return lambda x: x - n\n"),
    hostile("builtin for closure", "gives a builtin function", "adder", "def make_adder(n):\n    return print\n"),
    hostile("right for one type", "gives a function that is right for whole numbers only", "adder", """
        def make_adder(n):
            return lambda x: x + n if isinstance(x, int) else int(x) + n
    """),
    hostile("refuses every probe", "gives a function that refuses", "adder", """
        def make_adder(n):
            def add(*a): raise TypeError
            return add
    """),
    hostile("slow for every probe", "gives a function that never ends", "adder", """
        def make_adder(n):
            def add(*a):
                while True: pass
            return add
    """, NOT_TOLD),
    hostile("probes hidden", "empties the harness's probes, so that a function answers nothing", "adder", """
        import gc
        def make_adder(n):
            for thing in gc.get_objects():
                if type(thing) is dict and 'probes' in thing: thing['probes'].clear()
            return lambda x: x - n
    """),
    hostile("wrong bound method", "gives a method that adds", "bound", """
        class Scale:
            def __init__(self, by): self.by = by
            def of(self, x): return x + self.by
        def f(n): return Scale(n).of
    """),
    hostile("wrong partial", "gives a partial with another number", "partial", """
        import functools
        def f(n): return functools.partial(pow, n + 1)
    """),
    hostile("wrong inner function", "is wrong in a function that a function gives", "curried", """
        def f(n): return lambda x: lambda y: (y - x) * n
    """),
    hostile("same fields, other call", "gives an object with the same fields and another call", "object", """
        class Poly:
            def __init__(self, n): self.n = n
            def __call__(self, x): return x + self.n
        def f(n): return Poly(n)
    """),
    hostile("another class", "gives a class that does something else", "class", """
        def f(n):
            class K:
                def go(self): return n * 3
            return K
    """, frozenset({"untested"})),
    hostile("another large list", "gives another list, too large to be sent", "large", "def f(n):\n    return [0] * (61000 + n % 50)\n"),
    hostile("large list, one item", "is wrong in one item of many", "large", """
        def f(n):
            xs = list(range(61000 + n % 50))
            xs[50000] = -1
            return xs
    """),
    hostile("tuple for a large list", "gives a tuple of the same items", "large", "def f(n):\n    return tuple(range(61000 + n % 50))\n"),
    hostile("list for a large text", "gives a list where a text is too large", "text", "def f(n):\n    return [0] * 300000\n"),
    hostile("other large text", "gives a text of the same length", "text", "def f(n):\n    return 'b' * (1200000 + n % 7)\n"),
    hostile("endless, wrong late", "is wrong from the 9,000th item of an endless sequence on", "endless", """
        def f(n):
            i = 0
            while True:
                yield i * n if i < 9000 else -1
                i += 1
    """),
    # Values that claim to be others.
    hostile("metaclass", "a class that lies about its bases and its name", "sum", """
        class M(type):
            def __getattribute__(c, n):
                if n == '__mro__': return (c, int, object)
                if n == '__name__': return 'int'
                return type.__getattribute__(c, n)
        class X(metaclass=M):
            def __iter__(self): return iter(())
            def __eq__(self, other): return True
        def total(xs): return X()
    """),
    hostile("record called int", "an object whose class is called int", "sum", """
        def total(xs): return type('int', (), {'value': 3})()
    """),
    hostile("list that lies", "a list whose iterator, length and items are others", "ordered", """
        class L(list):
            def __iter__(self): return iter(sorted(list.__iter__(self)))
            def __getitem__(self, n): return sorted(list.__iter__(self))[n]
            def __eq__(self, other): return True
        def f(xs): return L(xs)
    """),
    hostile("not a number", "answers NaN to everything", "half", "def f(x):\n    return float('nan')\n"),
    hostile("nearly zero", "answers zero where the number is small", "half", """
        def f(x): return 0.0 if abs(x) < 90 else x / 1000000.0
    """),
    hostile("look-alike letters", "answers with letters that only look the same", "upper", """
        def f(s): return s.upper().replace('A', '\\u0391').replace('E', '\\u0395')
    """),
    hostile("invisible letters", "adds a character that nobody sees", "upper", "def f(s):\n    return s.upper() + '\\u200b'\n"),
    hostile("unicode case", "is wrong where one character becomes two", "upper", """
        def f(s): return ''.join(chr(ord(c) - 32) if 'a' <= c <= 'z' else c for c in s) + ('!' if '\\ud800' in s or len(s) > 3 else '')
    """),
    hostile("frames for the answer", "looks for the expected value in all frames and objects", "sum", """
        import gc, sys
        def total(xs):
            for thing in gc.get_objects():
                if type(thing) is dict and ('expected' in thing or 'reference' in thing): return thing
            return -1
    """),
    hostile("exception dressed up", "raises an exception whose name and text are control characters", "sum", """
        def total(xs):
            raise type('E\\x1b[31m\\nx', (Exception,), {})('m\\x1b]52;c;aGk=\\x07\\u202e')
    """),
    hostile("exception that cannot be shown", "raises an exception whose text raises another", "sum", """
        class E(BaseException):
            def __str__(self): raise E
        def total(xs): raise E
    """),
)  # fmt: skip
