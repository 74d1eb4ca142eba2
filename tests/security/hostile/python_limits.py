"""Python programs that want more time, memory, output or files than they may have, or to reach the next program."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

from dataclasses import replace

from tests.security.hostile import CAUGHT, hostile

_ANY = CAUGHT | {"insufficient"}

_PROGRAMS = (
    hostile("closes its pipe", "closes its pipe and sleeps", "sum", """
        import os, time
        def total(xs):
            os.close(3); time.sleep(10**6)
    """),
    hostile("drips slowly", "writes a byte to its pipe every 10 ms, for ever", "sum", """
        import os, time
        def total(xs):
            while True:
                os.write(3, b'x'); time.sleep(0.01)
    """),
    hostile("drips fast", "writes single bytes to its pipe without pause", "sum", """
        import os
        def total(xs):
            while True: os.write(3, b'x')
    """),
    hostile("drips lines", "writes empty lines to its pipe", "sum", """
        import os
        def total(xs):
            while True: os.write(3, b'\\n')
    """),
    hostile("sleeps", "sleeps in every call", "sum", "import time\ndef total(xs):\n    time.sleep(10**6)\n"),
    hostile("sleeps while loading", "sleeps before it has loaded", "sum", """
        import time
        time.sleep(10**6)
        def total(xs): return 0
    """),
    hostile("loops while loading", "never loads", "sum", "while True: pass\ndef total(xs): return 0\n"),
    hostile("waits for nothing", "waits on a pipe of its own", "sum", """
        import os
        def total(xs):
            reading, writing = os.pipe()
            os.read(reading, 1)
    """),
    hostile("waits in a thread", "waits for a thread that never ends", "sum", """
        import threading
        def total(xs):
            t = threading.Thread(target=threading.Event().wait); t.start(); t.join()
    """),
    hostile("catches every signal", "handles all signals and loops", "sum", """
        import signal
        for n in range(1, 65):
            try: signal.signal(n, lambda *a: None)
            except (OSError, ValueError): pass
        def total(xs):
            while True: pass
    """),
    hostile("storm of timers", "is interrupted every microsecond", "sum", """
        import signal
        def total(xs):
            signal.signal(signal.SIGALRM, lambda *a: None); signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
            while True: pass
    """),
    hostile("regular expression", "backtracks without end, deaf to signals", "sum", """
        import re
        def total(xs): return re.match('(a+)+$', 'a' * 40 + 'b')
    """),
    hostile("power", "computes a number that fills the memory, deaf to signals", "sum", "def total(xs):\n    return 7 ** (10 ** 9)\n"),
    hostile("range", "gives a range of a million million numbers", "sum", "def total(xs):\n    return range(10**12)\n"),
    hostile("tree of itself", "gives a list that holds itself, twice", "sum", """
        def total(xs):
            x = []; x.append(x); x.append(x); return x
    """),
    hostile("deep list", "gives a list a hundred thousand deep", "sum", """
        def total(xs):
            x = []
            for _ in range(10**5): x = [x]
            return x
    """),
    hostile("iterator without end", "gives an iterator that never gives anything", "sum", """
        def total(xs):
            return (x for x in iter(int, 1) if x)
    """),
    hostile("keys", "gives a mapping with a million keys", "sum", "def total(xs):\n    return dict.fromkeys(range(10**6))\n"),
    hostile("digits", "gives a number of a hundred thousand digits", "sum", "def total(xs):\n    return 10 ** 100000\n"),
    hostile("many digits", "gives a number of 4,400 digits", "sum", "def total(xs):\n    return 10 ** 4400\n"),
    hostile("seconds without end", "forges a record whose seconds have 400 digits", "sum", """
        import os
        def total(xs):
            os.write(3, b'R{"call": 0, "outcome": "return", "value": ["int", "3"], "arguments": [], "seconds": 1'
                     + b'0' * 400 + b'}\\n')
            return 0
    """),
    hostile("covered without end", "forges a record whose branches have 400 digits", "sum", """
        import os
        def total(xs):
            os.write(3, b'R{"call": 0, "outcome": "return", "value": ["int", "3"], "arguments": [], "covered": [1'
                     + b'0' * 400 + b', -5, 1.5, "x", null, [1]]}\\n')
            return 0
    """),
    hostile("surrogates", "gives half characters and control characters", "sum", """
        def total(xs): return '\\ud800\\udfff\\x00\\x1b]52;c;aGVsbG8=\\x07\\u202e'
    """),
    hostile("memory", "takes memory until there is none", "sum", """
        def total(xs):
            x = []
            while True: x.append(bytearray(1 << 24))
    """, _ANY),
    hostile("shared memory", "maps shared memory until there is none", "sum", """
        import mmap
        def total(xs):
            keep = []
            while True:
                m = mmap.mmap(-1, 64 << 20); keep.append(m)
                for i in range(0, 64 << 20, 4096): m[i] = 1
    """, _ANY),
    hostile("file in memory", "fills a file that lies in memory", "sum", """
        import os
        def total(xs):
            n = 0
            while True: n += os.pwrite(4, bytes(1 << 20), n)
    """),
    hostile("own crash", "breaks its own memory", "sum", "import ctypes\ndef total(xs):\n    ctypes.string_at(0)\n"),
    hostile("stack", "recurses without a limit", "sum", """
        import sys
        sys.setrecursionlimit(10**9)
        def total(xs): return total(xs)
    """),
    # What the next program would meet.
    *(hostile(f"limits the parent's {what}", f"lowers {what} of its parent and of the first process", "sum", f"""
        def total(xs):
            import os, resource
            for pid in (os.getppid(), 1):
                resource.prlimit(pid, resource.{what}, ({size}, {size}))
            return 0
    """) for what, size in (
        ("RLIMIT_AS", 1 << 20), ("RLIMIT_NOFILE", 3), ("RLIMIT_CPU", 1), ("RLIMIT_STACK", 65536), ("RLIMIT_DATA", 65536),
        ("RLIMIT_FSIZE", 1),
    )),
    hostile("limits everybody", "lowers the limits of all processes there may be, and hides that it failed", "sum", """
        import resource
        def total(xs):
            for pid in range(1, 200):
                for what in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC):
                    try: resource.prlimit(pid, what, (1, 1))
                    except OSError: pass
            return 0
    """),
    hostile("kills its parent", "kills the harness, and everybody", "sum", """
        import os
        def total(xs):
            for pid in (os.getppid(), 1, 0, -1):
                try: os.kill(pid, 9)
                except OSError: pass
            return 0
    """),
    hostile("slows its parent", "gives its parent the least priority and one processor", "sum", """
        import os
        def total(xs):
            for pid in (os.getppid(), 1):
                try: os.setpriority(os.PRIO_PROCESS, pid, 19)
                except OSError: pass
                try: os.sched_setaffinity(pid, {0})
                except OSError: pass
            return 0
    """),
    hostile("leaves files", "fills the private folder and takes its own rights away", "sum", """
        import os
        def total(xs):
            os.makedirs('/tmp/a/b', exist_ok=True)
            for n in range(200): open(f'/tmp/a/{n}', 'w').close()
            os.chmod('/tmp/a', 0) if hasattr(os, 'chmod') else None
            return 0
    """),
    hostile("leaves a deep folder", "leaves folders too deep to be removed", "sum", """
        import os
        def total(xs):
            try:
                for _ in range(2000):
                    os.mkdir('d'); os.chdir('d')
            except OSError: pass
            return 0
    """, _ANY),
    hostile("leaves a module", "leaves a module where the next program would import it", "sum", """
        def total(xs):
            for name in ('json', 'sitecustomize', 'usercustomize', 'program'):
                open(f'/tmp/{name}.py', 'w').write('raise SystemExit')
            return 0
    """),
    hostile("leaves descriptors", "opens what it can, and locks it", "sum", """
        import fcntl, os
        keep = []
        def total(xs):
            try:
                while True:
                    keep.append(os.open('/dev/null', os.O_RDWR))
                    fcntl.lockf(keep[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError: pass
            return 0
    """),
    hostile("shrinks its pipe", "changes the size of the pipe to the harness", "sum", """
        import fcntl
        def total(xs):
            fcntl.fcntl(3, 1031, 4096)
            return 0
    """),
    hostile("slow constants", "holds constants that make the reference slow and large", "sum", """
        A, B, C = 999999999, 99999999, 10**8
        def total(xs): return A if xs == [B] else sum(xs) if len(xs) < 3 else C
    """),
    hostile("source that is no text", "has half characters and direction marks in its source", "sum", """
        # -*- coding: utf-16 -*-
        def total(xs): return "\\u202e" + "x" # \u202e \ud800
    """),
    hostile("source too deep", "nests brackets until the compiler gives up", "sum",
            "def total(xs):\n    return " + "(" * 5000 + "1" + ")" * 5000 + "\n"),
    hostile("source of operators", "chains operators until the compiler gives up", "sum",
            "def total(xs):\n    return " + "-" * 20000 + "1\n"),
    hostile("number in the source", "has a number of 100,000 digits in its source", "sum",
            "def total(xs):\n    return " + "9" * 100_000 + "\n"),
    hostile("number in hexadecimal", "has a number of 100,000 hexadecimal digits in its source", "sum",
            "BIG = 0x" + "f" * 100_000 + "\ndef total(xs):\n    return BIG\n"),
    hostile("null in the source", "has a null character in its source", "sum", "def total(xs):\n    return 0\n\0"),
    hostile("console", "prints without end", "echo", "while True: print('x' * 100_000)\n"),
    hostile("prints and dies", "prints the answer, then dies", "echo", """
        import os
        n = int(input()); print(n * 2, flush=True); os._exit(0)
    """),
    hostile("standard input", "replaces and rewinds its standard input", "echo", """
        import os, sys
        os.lseek(0, 0, 0); os.ftruncate(4, 0)
        print(sys.stdin.read())
    """),
)  # fmt: skip

#: On a busy machine a program's time may be over before the limit that it is meant for.
LIMITS = tuple(replace(program, may=program.may | {"insufficient"}) for program in _PROGRAMS)
