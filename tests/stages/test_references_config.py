"""`codescore.toml`: what is right holds, what is wrong is named once, with its line."""

from __future__ import annotations

import pytest

from codescore.references import parse_configuration


def check(text: str | bytes, expected: str) -> None:
    """Rules, settings and errors of a text, one per line."""
    found = parse_configuration(text if isinstance(text, bytes) else text.encode())
    lines = [f"{','.join(r.files)} -> {','.join(r.references)} {r.name or ''}".rstrip() for r in found.rules]
    if found.settings is not None:
        lines.append(f"settings {found.settings}")
    lines += [f"{e.line}: {e.message}" for e in found.errors]
    assert "\n".join(lines) == expected.strip()


def test_rules_and_settings():
    """Globs and references may be one or several."""
    check(
        '[[rule]]\nfiles = "a/*.py"\nreference = "r.py"\n\n[[rule]]\nfiles = ["x", "y"]\nreference = ["p", "q"]\n'
        'name = "n"\n[settings]\nthreshold = 0.6\n',
        "a/*.py -> r.py\nx,y -> p,q n\nsettings {'threshold': 0.6}",
    )


def test_a_reference_may_name_its_unit():
    """As in a comment; a rule names one unit."""
    check(
        '[[rule]]\nfiles = "a"\nreference = "b/C.java#f"\n[[rule]]\nfiles = "b"\nreference = ["p#f", "q#f"]\n'
        '[[rule]]\nfiles = "c"\nreference = ["p#f", "q#g"]\n',
        "a -> b/C.java f\nb -> p,q f\n6: rule 3 is ignored: it names several units (f, g); give each a rule of its own",
    )


def test_a_wrong_rule_leaves_the_others():
    """One rule's mistake is one message at that rule, and the rule after it still works."""
    check(
        '# head\n\n[[rule]]\nfiles = "a"\n\n[[ rule ]]\nfiles = "b"\nreference = "r"\n'
        '[[rule]]\nfiles = 3\nreference = "r"\n[[rule]]\nfiles = "c"\nreference = "r"\nnam = "x"\n',
        """b -> r
2: rule 1 is ignored: Object missing required field `reference`
8: rule 3 is ignored: Expected `str | array`, got `int` - at `$.files`
11: rule 4 is ignored: Object contains unknown field `nam`""",
    )


def test_wrong_toml_names_the_line():
    """A text that is no TOML is one message at the line the parser stopped."""
    check(
        'x = 1\n[[rule]\nfiles = "a"\n',
        "1: the file is not valid TOML: Expected ']]' at the end of an array declaration; none of it is used",
    )


def test_unknown_tables_are_named():
    """A misspelt table is named at its line."""
    check(
        '\n[[rules]]\nfiles = "a"\nreference = "b"\n',
        "1: `rules` means nothing here; known are [[rule]] and [settings]",
    )
    check("rule = 3\n", "0: rules are written [[rule]], with double brackets")
    check("[rule]\n", "0: rules are written [[rule]], with double brackets")
    check("a = 1\nsettings = 3\n", "0: `a` means nothing here; known are [[rule]] and [settings]\n"
          "1: settings are written as a table, [settings]")  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b"x = " + b"[" * 50_000, b"x = " + b"9" * 10_000, b"#" * 70_000, b"\0", b"[" * 60_000],
    ids=["not utf-8", "nesting", "number", "large", "nul", "brackets"],
)
def test_hostile_texts_are_one_error(data):
    """Nothing that a file can hold raises; it is one error and no rules."""
    found = parse_configuration(data)
    assert found.rules == ()
    assert len(found.errors) == 1


def test_empty_is_no_rules():
    """An empty file is a configuration that says nothing."""
    check("", "")
