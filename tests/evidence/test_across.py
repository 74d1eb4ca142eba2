"""A port is run beside its original in another language: the same values, whatever each language calls them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
ORIGINAL = """
def count_pairs(nums: list[int], k: int) -> int:
    n = 0
    for i in range(len(nums)):
        for j in range(i):
            if nums[i] - nums[j] == k:
                n += 1
    return n
"""
PORTS = {
    "A.java": "class A { static int countPairs(int[] a, int k) { int n = 0; for (int i = 0; i < a.length; i++)"
    " for (int j = 0; j < i; j++) if (a[i] - a[j] == k) n++; return n; } }",
    "a.js": "const countPairs = (a, k) => a.reduce((n, x, i) => n + a.slice(0, i).filter(y => x - y === k).length, 0);",
    "a.cpp": "#include <vector>\nint countPairs(const std::vector<int>& a, int k) { int n = 0;"
    " for (size_t i = 0; i < a.size(); i++) for (size_t j = 0; j < i; j++) n += a[i] - a[j] == k; return n; }",
}
TOOLS = {"A.java": "javac", "a.js": "node", "a.cpp": "g++"}


def judged(capsys: pytest.CaptureFixture[str], candidate: Path, reference: Path) -> dict[str, object]:
    assert main(["evidence", "--json", "--budget", "0.5", str(candidate), str(reference)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", list(PORTS))
def test_a_port_is_run_beside_its_original(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A right port does the same; one with another comparison does not, shown by a call in the original's language."""
    if shutil.which(TOOLS[name]) is None:
        pytest.skip(f"NOT TESTED: {TOOLS[name]} is not here")
    original, port, wrong = tmp_path / "original.py", tmp_path / name, tmp_path / f"wrong{Path(name).suffix}"
    original.write_text(ORIGINAL)
    port.write_text(PORTS[name])
    wrong.write_text(PORTS[name].replace("===", ">=").replace("== k", ">= k"))
    found = judged(capsys, port, original)
    assert found["verdict"] == "equivalent", found
    assert "|candidate:" in str(found["signature"])
    found = judged(capsys, wrong, original)
    assert found["verdict"] == "differs"
    example = found["counterexample"]
    assert isinstance(example, dict)
    assert example["input"].startswith("count_pairs([")


def test_what_only_one_language_can_hold_decides_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whole numbers have no end in Python; where the port's type ends, the two are not compared."""
    if shutil.which("javac") is None:
        pytest.skip("NOT TESTED: javac is not here")
    (tmp_path / "original.py").write_text("def cube(n: int) -> int:\n    return n * n * n\n")
    (tmp_path / "A.java").write_text("class A { static int cube(int n) { return n * n * n; } }")
    assert judged(capsys, tmp_path / "A.java", tmp_path / "original.py")["verdict"] == "equivalent"


def test_a_half_is_rounded_as_the_language_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that rounds halves up is neither right nor wrong; one that rounds nothing is another program."""
    if shutil.which("node") is None:
        pytest.skip("NOT TESTED: node is not here")
    original, port, wrong = tmp_path / "original.py", tmp_path / "a.js", tmp_path / "b.js"
    original.write_text("def shares(n: int, parts: int) -> float:\n    return round(n / parts)\n")
    port.write_text("function shares(n, parts) { return Math.round(n / parts); }")
    wrong.write_text("function shares(n, parts) { return n / parts; }")
    found = judged(capsys, port, original)
    assert found["verdict"] == "conditional", found
    assert "half of the last digit" in str(found["reason"])
    assert judged(capsys, wrong, original)["verdict"] == "differs"


HALVES = "def half(n: int) -> int:\n    return n // 2\n", "int half(int n) { return n / 2; }\n"


@pytest.mark.skipif(shutil.which("g++") is None, reason="NOT TESTED: g++ is not here")
def test_what_two_languages_mean_otherwise_does_not_decide_by_itself() -> None:
    """A negative number is rounded down in one and towards zero in the other: said, and no other program."""
    python, cpp = by_id("python"), by_id("cpp")
    assert python is not None
    with EvidenceSession() as session:
        found = session.judge(HALVES[0], HALVES[1], cpp, Options(budget=0.5, spoken=python))
        assert (found.verdict, "unless n is at least 0" in found.reason) == ("conditional", True), found.reason
        wrong = session.judge(HALVES[0].replace("n //", "(n + 1) //"), HALVES[1], cpp, Options(0.5, spoken=python))
        assert wrong.verdict == "differs"
        assert wrong.counterexample is not None
        assert wrong.counterexample.input == "half(1)"


def test_libraries_are_for_one_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said in a line."""
    (tmp_path / "original.py").write_text(ORIGINAL)
    (tmp_path / "a.js").write_text(PORTS["a.js"])
    files = [str(tmp_path / "a.js"), str(tmp_path / "original.py")]
    assert main(["evidence", *files, "--library", str(tmp_path)]) == 2
    assert "for two programs in one language" in capsys.readouterr().err
