"""From a file's bytes to code: encodings, byte order marks, notebooks."""

from __future__ import annotations

import codecs
import json

import pytest

from codescore.grade.decode import decoded
from codescore.grade.limits import MOST_BYTES
from codescore.grade.model import Unreadable
from codescore.languages import by_id

PYTHON = by_id("python")
JAVA = by_id("java")
CODE = "def grüße():\n\treturn 'ß'\n"


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (CODE.encode(), ""),
        (codecs.BOM_UTF8 + CODE.encode(), ""),
        (codecs.BOM_UTF16_LE + CODE.encode("utf-16-le"), "read as UTF-16"),
        (codecs.BOM_UTF16_BE + CODE.encode("utf-16-be"), "read as UTF-16"),
        (codecs.BOM_UTF32_LE + CODE.encode("utf-32-le"), "read as UTF-32"),
        (CODE.encode("cp1252"), "not UTF-8: read as cp1252"),
    ],
)
def test_every_encoding_comes_out_as_utf8(data: bytes, note: str) -> None:
    """Byte order marks go, tabs stay, and what was not plain UTF-8 is said."""
    part = decoded("a.py", data, PYTHON)
    assert part.data.decode() == CODE
    assert part.notes == ((note,) if note else ())


def test_a_declared_encoding_is_believed_and_then_put_right() -> None:
    """A compiler that is given UTF-8 must not be told that it is something else."""
    text = "# -*- coding: latin-1 -*-\nname = 'é'\n"
    part = decoded("a.py", text.encode("latin-1"), PYTHON)
    assert part.data.decode() == text.replace("latin-1", "utf-8")
    assert part.notes == ("not UTF-8: read as latin-1",)


def test_a_declared_encoding_that_is_none_does_no_harm() -> None:
    """An unknown or useless codec is passed over."""
    for cookie in ("klingon", "rot13", "idna", "base64"):
        part = decoded("a.py", f"# coding: {cookie}\nx = '".encode() + b"\xe9'\n", PYTHON)
        assert "é" in part.data.decode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"MZ\0\0\x01", "binary"),
        (codecs.BOM_UTF16_LE + b"a", "claims to be UTF-16"),
        (b"x" * (MOST_BYTES + 1), "larger than"),
    ],
)
def test_what_is_no_text_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    """Binary and huge files are reasons, not errors."""
    with pytest.raises(Unreadable, match=reason):
        decoded("a.py", data, PYTHON)


def notebook(*cells: dict, **metadata: object) -> bytes:
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4}).encode()


def code(source: object) -> dict:
    return {"cell_type": "code", "source": source}


def test_the_code_of_a_notebook() -> None:
    """Code cells follow each other; commands of the notebook and cells of other programs are empty lines."""
    data = notebook(
        {"cell_type": "markdown", "source": "# title"},
        code(["%matplotlib inline\n", "import math\n", "!pip install x"]),
        code("%%bash\nrm -rf /"),
        code("%%time\ndef f():\n    return math.pi\nf?"),
        language_info={"name": "python"},
    )
    part = decoded("a.ipynb", data, PYTHON)
    assert part.data.decode() == "\nimport math\n\n\n\n\ndef f():\n    return math.pi\n\n"
    assert part.marks == ((1, "cell 1"), (4, "cell 2"), (6, "cell 3"))


def test_an_old_notebook_is_read() -> None:
    """Before format 4, cells were in worksheets and their text was the input."""
    data = json.dumps({"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n"]}]}]}).encode()
    assert decoded("a.ipynb", data, PYTHON).data == b"x = 1\n\n"


@pytest.mark.parametrize("data", [b"{", b"[]", b"null", b"[" * 9999, b'{"cells": 5}'])
def test_a_broken_notebook_is_refused(data: bytes) -> None:
    """Whatever stands in the file, it is a reason."""
    with pytest.raises(Unreadable, match="not a notebook"):
        decoded("a.ipynb", data, PYTHON)


def test_odd_cells_are_empty() -> None:
    """A cell without text, or that is no cell, has no code."""
    data = b'{"cells": [5, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}], "metadata": []}'
    assert decoded("a.ipynb", data, PYTHON).data.strip() == b""


def test_a_notebook_in_another_language_is_refused() -> None:
    """A Java kernel has no Python code."""
    with pytest.raises(Unreadable, match="a notebook in Java"):
        decoded("a.ipynb", notebook(code("int x;"), language_info={"name": "java"}), PYTHON)
    assert decoded("a.ipynb", notebook(code("int x;"), kernelspec={"language": "java"}), JAVA).data == b"int x;\n"
