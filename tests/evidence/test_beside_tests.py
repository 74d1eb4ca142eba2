"""The test that is shown runs as a file beside the program: it imports what it calls, as the program gives it."""

from __future__ import annotations

import pytest

from codescore.languages import by_id

PLAIN = "def test_f():\n    assert f(1) == 2\n"
APPROX = "import pytest\n\n\ndef test_f():\n    assert f(1) == pytest.approx(2.0)\n"
NODE = (
    "const test = require('node:test');\nconst assert = require('node:assert');\n\ntest(\"f\", () => {\n  f(1);\n});\n"
)
BODY = 'test("f", () => {\n  f(1);\n});\n'


def beside(language: str, test: str, file: str, source: str) -> str:
    known = by_id(language)
    assert known is not None
    return known.runner().test_beside(test, file, source)  # type: ignore[union-attr]


def test_a_python_test_imports_its_function() -> None:
    """Behind what it imports already; not of a file that is no module, nor what that does not have."""
    source = "def f(n):\n    return n\n"
    assert beside("python", PLAIN, "/a/mine.py", source) == f"from mine import f\n\n\n{PLAIN}"
    told = beside("python", APPROX, "mine.py", source)
    assert told.startswith("import pytest\n\nfrom mine import f\n\n\ndef test_f():")
    for file, text in (
        ("my-file.py", source),
        ("-", source),
        ("a.ipynb", source),
        ("m.py", "g = 1"),
        ("m.py", "def ("),
    ):
        assert beside("python", PLAIN, file, text) == PLAIN


@pytest.mark.parametrize("language", ["javascript", "typescript"])
def test_a_javascript_test_is_of_the_programs_kind(language: str) -> None:
    """`import` for a file with `export`, `require` for any other; as it is where the file gives nothing."""
    modular = "import test from 'node:test';\nimport assert from 'node:assert';\n"
    told = beside(language, NODE, "/a/m.mjs", "export function f(n) { return n; }\n")
    assert told == f"{modular}import {{ f }} from './m.mjs';\n\n{BODY}"
    told = beside(language, NODE, "m.mjs", "export default function f(n) { return n; }\n")
    assert told == f"{modular}import f from './m.mjs';\n\n{BODY}"
    told = beside(language, NODE, "m.js", "function f(n) { return n; }\nmodule.exports = { f };\n")
    assert told == NODE.replace("\n\n", "\nconst { f } = require('./m.js');\n\n", 1)
    assert beside(language, NODE, "m.js", "function f(n) { return n; }\n") == NODE
