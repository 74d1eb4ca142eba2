"""Lines that programs hold against regular expressions: they match, their parts vary, days and times are real."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from codescore.evidence.following import follows
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.pattern_lines import held_against, lines_for
from codescore.languages.patterns import tame
from codescore.languages.shapes import TO_THE_END, LinesShape, OneOf, RowShape
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
LOG = r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) \[(DEBUG|INFO|WARN|ERROR)\] (\w+): (.*)"
ERRORS = f"""import re
import sys
LINE = re.compile(r"{LOG}")
errors = {{}}
for line in sys.stdin.read().splitlines():
    found = LINE.fullmatch(line)
    if not found:
        continue
    stamp, level, service, _ = found.groups()
    if level == "ERROR":
        errors.setdefault(service, []).append(stamp)
for service in sorted(errors):
    print(service, len(errors[service]), min(errors[service]))
"""
SPLIT = """import sys
errors = []
for line in sys.stdin:
    words = line.split()
    if len(words) > 3 and words[2] == "[ERROR]":
        errors.append((words[3][:-1], " ".join(words[:2])))
for service in sorted({name for name, _ in errors}):
    stamps = [stamp for name, stamp in errors if name == service]
    print(service, len(stamps), sorted(stamps)[0])
"""


@pytest.mark.parametrize(
    "pattern",
    [
        LOG,
        r"^(.+?)\s+(\d+)\s*[-:]\s*(\d+)\s+(.+)$",
        r"move (\d+) from (\d+) to (\d+)",
        r"^([A-Z]+)-(\d{2,4})$",
        r"\s*(\w+)\s*=\s*(-?\d+)\s*;?",
    ],
)
def test_lines_match_and_vary(pattern: str) -> None:
    """All of them match, and no part is the same in all."""
    lines = lines_for(pattern)
    assert len(lines) > 4
    groups = [found.groups() for line in lines if (found := re.search(pattern, line))]
    assert len(groups) == len(lines)
    assert all(len({*part}) > 1 for part in zip(*groups, strict=True))


def test_days_and_times_are_real_and_what_is_anything_may_be_what_is_looked_for() -> None:
    """`[INFO] a: [ERROR]` is such a line."""
    lines = lines_for(LOG)
    for line in lines:
        dt.datetime.strptime(line[:19], "%Y-%m-%d %H:%M:%S")  # noqa: DTZ007  raises where it is none
    assert any(re.search(r"\[(?:DEBUG|INFO|WARN)\] \w+: .*\[ERROR\]", line) for line in lines)


@pytest.mark.parametrize("pattern", ["(", "a" * 300, "(?P<x>"])
def test_what_is_no_pattern_says_nothing(pattern: str) -> None:
    """Neither does one that is very long."""
    assert lines_for(pattern) == ()
    assert held_against([pattern]) is None


@pytest.mark.parametrize(
    ("pattern", "short"),
    [
        (LOG, True),
        (r"(?:\d{1,3}\.){3}\d{1,3}", True),
        (r"^(\w+)\s*=\s*(.*)$", True),
        (r"(.+) -> (.+)", True),
        (r"(-?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{2}))?", True),
        (r"(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?", True),
        (r"(\d+)\.(\d+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?", True),
        (r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", True),
        (r"(?:,a*)*,x", True),
        (r"(?:,a*a*)*x", False),
        (r"(?:,?a)*b", False),
        (r"(?:,(?:[ab]|a,a))*x", False),
        (r"(?:,a(?:b|c,))*x", False),
        (r"(?:a?)+b", False),
        (r"(?:,(?:a|,)*)*x", False),
        (r"(a+)+b", False),
        (r"(?:a|b*)*c", False),
        (r"(\w*-?)*x", False),
        (r"\w*-?\w*-?\w*-?\w*!", False),
        (r".*.*.*.*x", False),
        (r"((a{0,8}){0,8}){0,8}b", False),
        (r"(?:\w*|-)\w*(?:\w*|-)\w*x", False),
        (r"(\w+)\1*x", False),
        (r"(?=(a+)+b)a", False),
        ("(", False),
    ],
)
def test_patterns_that_may_run_long_are_not_matched(pattern: str, short: bool) -> None:
    """What nests, and what can give away what it has taken more than twice; a program may be hostile."""
    assert tame(pattern) is short
    assert bool(lines_for(pattern)) is short
    if short:
        for text in ("a" * 100, "1." * 50, "a=" * 50, " -> " * 25):
            re.fullmatch(pattern, text)  # those that are not short would take years


def test_other_lines_that_match_have_the_form() -> None:
    """Those of an impossible day, or with blanks that nobody sees, do not."""
    shape = held_against([LOG])
    assert isinstance(shape, OneOf)
    form = LinesShape((RowShape((shape,), separator="\n", until=TO_THE_END),))
    assert follows(form, "2031-05-30 11:12:13 [WARN] web: who knows\nabc x\n")
    assert not follows(form, "2031-05-40 11:12:13 [WARN] web: who knows\n")
    assert not follows(form, "2031-05-30 11:12:13 [WARN] web: who knows \n")
    assert not follows(form, "2031-05-30 11:12:13 [LOUD] web: who knows\n")
    assert not follows(form, "20310-05-30 11:12:13 [WARN] web: who knows\n")


@pytest.mark.sandbox
@in_sandbox
def test_such_programs_are_judged() -> None:
    """A right one is the same; one that looks for the word anywhere in a line is shown."""
    with EvidenceSession() as session:
        assert judged(session, "python", SPLIT, ERRORS).verdict == "equivalent"
        wrong = judged(session, "python", SPLIT.replace('words[2] == "[ERROR]"', '"[ERROR]" in words'), ERRORS)
    assert wrong.verdict == "differs", wrong.reason


def test_javascript_has_the_same_lines() -> None:
    """`line.match(/.../)` in a loop over lines."""
    found = by_id("javascript")
    assert found is not None
    program = f"""const lines = require("fs").readFileSync(0, "utf8").split("\\n");
for (const line of lines) {{
  const found = line.match(/{LOG}/);
  if (found) console.log(found[3]);
}}
"""
    (entry,) = [one for one in found.runner().survey(program).entries if one.kind == "script"]
    assert all(line in str(entry.parameters[0].shape) for line in lines_for(LOG))
