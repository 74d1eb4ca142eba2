"""Which reference each unit has: precedence, scope of comment directives, and clear words where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.languages import by_path
from codescore.references import (
    CandidateLocation,
    NotFound,
    Reader,
    Resolution,
    SetReference,
    load_configuration,
    resolve,
)
from codescore.syntax import parse, units_of


def lay_out(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def resolution(root: Path, name: str, text: str, **options) -> Resolution:
    language = by_path(name)
    assert language is not None
    syntax = parse(language, text.encode())
    reader = Reader()
    place = CandidateLocation(root / name, root)
    return resolve(
        syntax, units_of(syntax), place, reader=reader, configuration=load_configuration(root, reader), **options
    )


def check(root: Path, name: str, text: str, expected: str, **options) -> None:
    """`unit <- label#name (how)` per unit and reference, then the problems."""
    found = resolution(root, name, text, **options)
    lines = []
    for group in found.groups:
        for unit in group.units:
            said = []
            for r in group.references:
                if isinstance(r, NotFound):
                    said.append(f"? {r.reason} ({r.how})")
                else:
                    said.append(f"{r.label}{'#' + r.name if r.name else ''} ({r.how})")
            lines.append(f"{unit.qualified} <- {', '.join(said)}")
    lines.sort()
    lines += [f"! {p.reason}" for p in found.problems]
    assert "\n".join(lines) == expected.strip().replace("\n        ", "\n")


def test_no_reference_is_no_group(tmp_path):
    """Units that nobody asked anything about have no reference."""
    check(tmp_path, "a.py", "def f(): pass\n", "")


def test_directive_above_a_function(tmp_path):
    """A directive is about the function that follows it, decorated or not, and no other."""
    lay_out(tmp_path, {"ref.py": "x = 1\n"})
    text = "def a(): pass\n\n# codescore: reference=ref.py#z\n# more\n@d\ndef b(): pass\n\ndef c(): pass\n"
    check(tmp_path, "a.py", text, "b <- ref.py#z (comment)")


def test_directive_inside_a_function(tmp_path):
    """A directive in a function's body is about that function, not the one around it."""
    lay_out(tmp_path, {"ref.py": ""})
    text = "def a():\n    def b():\n        x = 1\n        # codescore: reference=ref.py\n        return x\n"
    check(tmp_path, "a.py", text, "a.b <- ref.py (comment)")


def test_directive_behind_code(tmp_path):
    """A directive at the end of a line is about the function it stands in."""
    lay_out(tmp_path, {"ref.py": ""})
    text = "def a():  # codescore: reference=ref.py\n    return 1\n\ndef b(): pass\n"
    check(tmp_path, "a.py", text, "a <- ref.py (comment)")


def test_head_comment_is_about_the_file(tmp_path):
    """In the head comment a directive is about every function of the file."""
    lay_out(tmp_path, {"ref.py": ""})
    text = "#!/usr/bin/env python\n# codescore: reference=ref.py\n\ndef a(): pass\n\nclass C:\n    def b(self): pass\n"
    check(tmp_path, "a.py", text, "C.b <- ref.py (comment)\na <- ref.py (comment)")


def test_directive_after_the_docstring_is_about_the_file(tmp_path):
    """Above the first function and followed by something else, a directive is about the file too."""
    lay_out(tmp_path, {"ref.py": ""})
    text = '"""Doc."""\n# codescore: reference=ref.py\nimport os\n\ndef a(): pass\ndef b(): pass\n'
    check(tmp_path, "a.py", text, "a <- ref.py (comment)\nb <- ref.py (comment)")


def test_head_comment_with_a_name(tmp_path):
    """A named reference at the head belongs to the function right below it."""
    lay_out(tmp_path, {"ref.py": ""})
    text = "# codescore: reference=ref.py#q\ndef a(): pass\ndef b(): pass\n"
    check(tmp_path, "a.py", text, "a <- ref.py#q (comment)")


def test_directive_above_a_class(tmp_path):
    """A directive above a class is about its methods."""
    lay_out(tmp_path, {"R.java": ""})
    text = (
        "package p;\n// codescore: reference=R.java\nclass A { int f() { return 1; }\n int g() { return 2; } }\n"
        "class B { int h() { return 3; } }\n"
    )
    check(tmp_path, "A.java", text, "A.f <- R.java (comment)\nA.g <- R.java (comment)")


def test_directive_above_a_method(tmp_path):
    """Inside a class a directive is about the method that follows, also the first one."""
    lay_out(tmp_path, {"R.java": "", "r.py": ""})
    java = "class A {\n  // codescore: reference=R.java#k\n  int f() { return 1; }\n  int g() { return 2; }\n}\n"
    check(tmp_path, "A.java", java, "A.f <- R.java#k (comment)")
    python = "x = 1\nclass A:\n    # codescore: reference=r.py#k\n    def f(self): pass\n    def g(self): pass\n"
    check(tmp_path, "a.py", python, "A.f <- r.py#k (comment)")


def test_directive_of_a_snippet(tmp_path):
    """A source without any function is one unit, which a directive anywhere at its top level is about."""
    lay_out(tmp_path, {"ref.py": ""})
    check(tmp_path, "a.py", "x = 1\n# codescore: reference=ref.py\ny = 2\n", "<snippet> <- ref.py (comment)")


def test_several_directives_are_several_references(tmp_path):
    """Directives about the same unit all count."""
    lay_out(tmp_path, {"one.py": "", "two words.py": ""})
    text = 'x = 1\n# codescore: reference=one.py\n# codescore: reference="two words.py#g"\ndef f(): pass\n'
    check(tmp_path, "a.py", text, "f <- one.py (comment), two words.py#g (comment)")


def test_unit_before_file(tmp_path):
    """What is said of one function goes before what is said of the file."""
    lay_out(tmp_path, {"file.py": "", "unit.py": ""})
    text = (
        "# codescore: reference=file.py\nimport os\n\ndef a(): pass\n\n# codescore: reference=unit.py\ndef b(): pass\n"
    )
    check(tmp_path, "a.py", text, "a <- file.py (comment)\nb <- unit.py (comment)")


def test_only_comments_direct(tmp_path):
    """Strings and comments that merely mention a directive do nothing."""
    lay_out(tmp_path, {"ref.py": ""})
    text = 'S = "# codescore: reference=ref.py"\n# see codescore: reference=ref.py\ndef f(): pass\n'
    check(tmp_path, "a.py", text, "")


def test_directive_that_is_not_understood(tmp_path):
    """A directive with an unknown word, or about nothing, is named as a problem."""
    lay_out(tmp_path, {"ref.py": ""})
    text = "def f(): pass\n# codescore: referense=ref.py\nx = 1\n# codescore: reference=ref.py\ny = 2\n"
    check(tmp_path, "a.py", text, "! this directive is not understood\n! this directive is about no function")


def test_missing_file(tmp_path):
    """A reference that is not there is a value that says so."""
    check(
        tmp_path,
        "a.py",
        "# codescore: reference=gone.py\n\ndef f(): pass\n",
        "f <- ? gone.py cannot be found (No such file or directory) (comment)",
    )


def test_client_goes_first(tmp_path):
    """What the client set for a unit goes before directives, what it set for the file before rules."""
    lay_out(tmp_path, {"ref.py": "", "codescore.toml": '[[rule]]\nfiles="*.py"\nreference="ref.py"\n'})
    chosen = {"a": [SetReference("selection", text=b"def q(): pass")]}
    text = "def a(): pass\ndef b(): pass\n"
    check(tmp_path, "a.py", text, "a <- selection (set)\nb <- ref.py (rule)", set_references=chosen)
    whole = {None: [SetReference("ref", path=tmp_path / "ref.py", name="q")]}
    check(tmp_path, "a.py", text, "a <- ref.py#q (set)\nb <- ref.py#q (set)", set_references=whole)


def test_directive_before_rule(tmp_path):
    """A directive goes before a rule, which serves the units that are left."""
    lay_out(
        tmp_path,
        {
            "sub/one.py": "",
            "two.py": "",
            "codescore.toml": '[[rule]]\nfiles = "sub/*.py"\nreference = ["two.py", "gone.py"]\nname = "k"\n',
        },
    )
    text = "def a(): pass\n# codescore: reference=one.py\ndef b(): pass\n"
    check(
        tmp_path,
        "sub/a.py",
        text,
        "a <- two.py#k (rule), ? gone.py cannot be found (No such file or directory) (rule)\nb <- sub/one.py (comment)",
    )


def test_a_file_is_no_reference_for_itself(tmp_path):
    """A rule whose glob also matches the reference leaves the reference alone."""
    lay_out(tmp_path, {"ref.py": "def f(): pass\n", "codescore.toml": '[[rule]]\nfiles="*.py"\nreference="ref.py"\n'})
    check(tmp_path, "ref.py", "def f(): pass\n", "")


def test_editor_before_disk(tmp_path):
    """What an editor has open is compared with as it stands there, not as it was saved."""
    lay_out(tmp_path, {"ref.py": "old = 1\n"})
    text = "# codescore: reference=ref.py\n\ndef f(): pass\n"
    found = resolution(tmp_path, "a.py", text, open_texts={(tmp_path / "ref.py").resolve(): b"new = 2\n"})
    assert found.groups[0].references[0].data == b"new = 2\n"


def test_a_changed_file_is_read_again(tmp_path):
    """The cache notices that a file was written, and that it went away."""
    path = tmp_path / "ref.py"
    path.write_bytes(b"one\n")
    reader = Reader()
    assert reader.read(path) == b"one\n"
    path.write_bytes(b"three\n")
    assert reader.read(path) == b"three\n"
    path.unlink()
    assert not isinstance(reader.read(path), bytes)


def test_unsaved_buffer_without_workspace(tmp_path):
    """A relative path in a buffer that has no folder is named as such."""
    syntax = parse(by_path("a.py"), b"# codescore: reference=r.py\n\ndef f(): pass\n")
    found = resolve(syntax, units_of(syntax), CandidateLocation(None, None), reader=Reader())
    assert "never saved" in found.groups[0].references[0].reason


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("*.py", "a.py", True),
        ("*.py", "deep/er/a.py", True),
        ("sub/*.py", "sub/a.py", True),
        ("sub/*.py", "sub/x/a.py", False),
        ("sub/**/*.py", "sub/x/y/a.py", True),
        ("sub/**/*.py", "sub/a.py", True),
        ("**", "any/thing", True),
        ("./a.py", "a.py", True),
        ("/sub/a.py", "sub/a.py", True),
        ("s?b/[ab].py", "sub/b.py", True),
        ("sub", "sub/a.py", False),
        ("sub/**", "other/a.py", False),
    ],
)
def test_globs(pattern, path, matches):
    """Globs mean what they mean in an ignore file."""
    from codescore.references.written import glob_matches

    assert glob_matches(pattern, path) is matches
