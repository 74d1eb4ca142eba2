"""Programs that try to seem right without being so: the first collection, all against the reference `sum`."""

from __future__ import annotations

from tests.security.hostile import NOT_TOLD, Hostile

_PROGRAMS = {
    "always equal": """
class Equal(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
def total(xs):
    return Equal(0)
""",
    "an object that equals everything": """
class Equal:
    def __eq__(self, other): return True
def total(xs):
    return Equal()
""",
    "a type that calls itself int": """
class Fake:
    __class__ = int
    def __eq__(self, other): return True
    def __repr__(self): return '3'
    def __int__(self): return 3
def total(xs):
    return Fake()
""",
    "leave early with success": "import sys\ndef total(xs):\n    sys.exit(0)\n",
    "die early with success": "import os\ndef total(xs):\n    os._exit(0)\n",
    "leave while loading": "import os\nos._exit(0)\ndef total(xs):\n    return 0\n",
    "say that it is done": """
import os
def total(xs):
    os.write(3, b'E{"how": "done", "detail": ""}\\n')
    os._exit(0)
""",
    "forged records": """
import os, json
def total(xs):
    record = {"call": 0, "outcome": "return", "value": ["int", "3"], "error": "", "message": "", "arguments": [],
              "stdout": "", "seconds": 0, "covered": []}
    os.write(3, b''.join(b'R' + json.dumps({**record, "call": n}).encode() + b'\\n' for n in range(500)))
    os._exit(0)
""",
    "a verdict instead of a record": """
import os
def total(xs):
    os.write(3, b'R{"verdict": "equivalent", "outcome": "equal"}\\n' * 500)
    return 0
""",
    "nonsense on the pipe": "import os\ndef total(xs):\n    os.write(3, bytes(range(256)) * 50)\n    return 0\n",
    "a record nested too deeply": """
import os
def total(xs):
    os.write(3, b'R{"outcome": "return", "value": ' + b'[' * 100_000 + b']' * 100_000 + b'}\\n')
    return 0
""",
    "a record of huge numbers": """
import os
def total(xs):
    os.write(3, b'R{"outcome": "return", "value": ["int", "' + b'9' * 1_000_000 + b'"]}\\n')
    return 0
""",
    "printed answers": "def total(xs):\n    print('OK', 3, 'PASS', 'equivalent')\n    return 0\n",
    "broken builtins": """
import builtins, json, sys, time
json.dumps = lambda *a, **k: '{"outcome": "return", "value": ["int", "3"]}'
builtins.isinstance = lambda *a: True
builtins.type = lambda *a: int
builtins.len = lambda *a: 0
time.process_time = lambda: 0.0
def total(xs):
    return 0
""",
    "replaced harness": """
import sys
for name, module in list(sys.modules.items()):
    if 'harness' in name:
        for key in list(vars(module)):
            if callable(getattr(module, key, None)) and not key.startswith('__'):
                setattr(module, key, lambda *a, **k: ["int", "3"])
def total(xs):
    return 0
""",
    "frames of the harness": """
import sys
def total(xs):
    frame, seen = sys._getframe(), []
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "expected" in value:
                return value["expected"]
            seen.append(repr(value)[:2000])
        frame = frame.f_back
    return sum(xs) if any("XYZ" + "ZY" in text for text in seen) else -1
""",
    "the reference in memory": """
import gc, sys
def total(xs):
    wanted = "XYZ" + "ZY-47" + "11"
    for thing in gc.get_objects():
        try:
            text = repr(thing)[:20000]
        except Exception:
            continue
        if wanted in text and "wanted" not in text:
            return sum(xs)
    return -1
""",
    "the reference on disk": """
import os
def total(xs):
    for folder, _, names in os.walk('/'):
        if folder.startswith(('/usr', '/lib', '/dev')):
            continue
        for name in names:
            try:
                if "XYZ" + "ZY-4711" in open(os.path.join(folder, name), errors='replace').read():
                    return sum(xs)
            except OSError:
                pass
    return -1
""",
    "answers remembered": "seen = []\ndef total(xs):\n    seen.append(xs)\n    return len(seen) - 1\n",
    "right until it is looked at": "def total(xs):\n    return sum(xs) if len(xs) < 2 else 0\n",
}

SPOOFS = tuple(Hostile(name, name, "sum", source, NOT_TOLD) for name, source in _PROGRAMS.items())
