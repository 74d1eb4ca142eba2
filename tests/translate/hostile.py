"""Thirty translations that want to pass without being right, or to harm: the honest statuses and the code, by name."""

from __future__ import annotations

from tests.security.hostile.python_escapes import ATTACKS

_P = "def total(items, extra):\n"
_J = "public static int total(int[] items, int extra) "
_C = "int total(vector<int>& items, int extra) "
_WRONG, _RAISED, _OTHER, _LATE = "wrong_answer", "runtime_error", "other_error", "timeout_error"


def _escapes() -> dict[str, tuple[str, str]]:
    """Some of the escapes that evidence is tested with: whatever they reach, they do not answer."""
    return {
        f"escape: {name}": (f"{_WRONG} {_RAISED}", _P + "".join(f"    {line}\n" for line in body.split("\n")))
        for name, body in list(ATTACKS.items())[:4]
    }


_FORGED = "    _codescore['_out'].write('\\n' + _codescore['_mark'].decode() + '{\"value\": 99}\\n')\n    return 0"
PYTHON = {
    "equal to all": (_WRONG, "class A:\n    def __eq__(self, other): return True\n" + _P + "    return A()"),
    "prints PASS": (_WRONG, _P + "    print('All Passed\\nPASS 5/5')\n    return 0"),
    "prints a result": (_WRONG, _P + "    print('{\"value\": 10}')\n    return 0"),
    "forges the line": (_WRONG, _P + _FORGED),
    "replaces the reporter": (_OTHER, "_codescore['main'] = lambda call: None\n" + _P + "    return 0"),
    "ends the process": (_OTHER, _P + "    import os\n    os._exit(0)"),
    "exits well": (_OTHER, _P + "    raise SystemExit(0)"),
    "never ends": (_LATE, _P + "    while True: pass"),
    "wants all memory": (_RAISED, _P + "    return bytearray(1 << 40)"),
    "floods": (_WRONG, _P + "    for n in range(20000): print('x' * 1000)\n    return 0"),
    "an error that lies": (
        _RAISED,
        "class E(BaseException):\n    def __str__(self): raise E\n" + _P + "    raise E()",
    ),
}
JAVA = {
    "prints a result": (_WRONG, _J + '{ System.out.println("{\\"value\\":10}"); return 0; }'),
    "forges the line": (_WRONG, _J + '{ CodescoreCase.end("{\\"value\\":99"); return 0; }'),
    "ends the process": (_OTHER, _J + "{ Runtime.getRuntime().halt(0); return 0; }"),
    "exits well": (_OTHER, _J + "{ System.exit(0); return 0; }"),
    "wants all memory": (_OTHER, _J + "{ return new long[1 << 30].length; }"),
    "floods": (_WRONG, _J + '{ for (int i = 0; i < 9000; i++) System.out.println("x".repeat(999)); return 0; }'),
    "recurses without end": (_RAISED, _J + "{ return total(items, extra + 1); }"),
    "closes the class": (_WRONG, _J + '{ return 0; } } class Other { static { System.out.println("PASS"); }'),
    "exits at its start": (_OTHER, "static { System.exit(0); }\n" + _J + "{ return 0; }"),
}
_TOLD = "namespace codescore_case { extern string told; }\n"
CPP = {
    "prints a result": (_WRONG, _C + '{ printf("{\\"value\\":10}\\n"); return 0; }'),
    "looks for the result": (_WRONG, _TOLD + _C + "{ cout << codescore_case::told; return 0; }"),
    "ends the process": (_OTHER, _C + "{ _Exit(0); }"),
    "no such segment": (_OTHER, _C + "{ volatile int* p = (int*)16; return *p; }"),
    "wants all memory": (_OTHER, _C + "{ return vector<char>(1L << 40)[extra]; }"),
    "throws a number": (_RAISED, _C + "{ throw 7; }"),
}
HOSTILE = {"python": PYTHON | _escapes(), "java": JAVA, "cpp": CPP}
