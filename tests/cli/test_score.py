"""`codescore score`: the document, the words, the exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codescore.evidence.sandbox import probe
from tests.stages.bundles import copy_bundle
from tests.stages.test_probability import with_probability

from .conftest import Run, sample

pytestmark = pytest.mark.bundle

ABLE = probe()
REFERENCE = "binary_search/reference.py"
LINE = '    total += "a part of a long function"[index : index + {0}] + items[{0}] * {0} - len(items)\n'

WORDS = """\
renamed.py against reference.py
✓ lower_bound  ██████████ 1.00  first_not_below, by position
    the same sketch: nothing that the model can see differs

✓ renamed.py is judged to do what reference.py does: similarity 1.00.
How to read it: similarity is a trained model's estimate, 0 to 1; above 0.5 it
counts as the same behaviour. No code was run: an estimate, not a proof."""


def test_a_renamed_copy_scores_one(cli: Run) -> None:
    """A copy with other names has the very sketch of its reference."""
    answer = cli("score", sample("binary_search/renamed.py"), sample(REFERENCE), "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.json
    assert (document["score"], document["similarity"], document["compiles"]) == (1, 1.0, True)
    assert document["units"][0]["first_difference"] is None


def test_a_similarity_that_decides_nothing_is_not_said_to_count(cli: Run, tmp_path: Path) -> None:
    """Where the model was not trained no threshold is told; it is where the model was."""
    mine, theirs = tmp_path / "mine.c", tmp_path / "theirs.c"
    mine.write_text("int twice(int n) { return 2 * n; }\n")
    theirs.write_text("int twice(int n) { int m = n; m += n; return m; }\n")
    answer = cli("score", mine, theirs)
    assert (answer.code, "it counts as" in answer.out) == (0, False)
    assert "No code was run: an estimate, not a proof." in " ".join(answer.out.split())


def test_the_document_has_the_fields_of_the_contract(cli: Run) -> None:
    """Names, types and ranges of `score --json`; fields may be added, never renamed."""
    document = cli("score", sample("binary_search/different.py"), sample(REFERENCE), "--json").json
    kinds = {
        "score": int, "similarity": float, "compiles": bool, "problems": list, "threshold": float, "pooling": str,
        "signature": str, "units": list, "candidate": str, "reference": str, "missing": list, "notes": list,
    }  # fmt: skip
    for field, kind in kinds.items():
        assert type(document[field]) is kind, field
    assert document["signature"].startswith("CodeScore-R|lang:python|")
    (unit,) = document["units"]
    kinds = {
        "name": str, "candidate_range": dict, "reference_name": str, "reference_range": dict, "score": int,
        "similarity": float, "cosine": float, "compiles": bool, "checker": str, "matched_by": str, "windows": int,
        "problems": list, "notes": list, "signature": str, "first_difference": dict,
    }  # fmt: skip
    for field, kind in kinds.items():
        assert type(unit[field]) is kind, field
    assert (unit["name"], unit["reference_name"], unit["matched_by"]) == ("first_not_below",) * 2 + ("name",)
    assert unit["candidate_range"] == {"start": {"line": 1, "column": 1}, "end": {"line": 5, "column": 23}}
    assert unit["first_difference"]["candidate"].startswith("for var_0 , var_1 in enumerate")
    assert (unit["first_difference"]["candidate_line"], unit["first_difference"]["reference_line"]) == (2, 3)
    assert 0 <= unit["similarity"] <= 1


def test_what_does_not_compile_scores_zero(cli: Run) -> None:
    """The compiler's word counts, and is passed on with line and column."""
    document = cli("score", sample("binary_search/broken.py"), sample(REFERENCE), "--json").json
    assert (document["score"], document["compiles"]) == (0, False)
    problem = document["problems"][0]
    assert problem["line"] == 4
    assert problem["message"]
    assert problem["source"].startswith("python 3")
    assert not document["units"][0]["compiles"]


def test_the_best_of_several_references_is_named(cli: Run) -> None:
    """With several references the one that fits best counts; the others are listed behind it."""
    others = [sample(f"binary_search/{kind}.py") for kind in ("different", "reference", "mutated")]
    document = cli("score", sample("binary_search/renamed.py"), *others, "--json").json
    assert document["reference"] == str(others[1])
    assert document["references"][0]["reference"] == str(others[1])
    assert len(document["references"]) == 3
    out = cli("score", sample("binary_search/renamed.py"), *others).out
    assert f"{others[0]} fits less" in " ".join(out.split())


def test_a_broken_reference_is_the_references_problem(cli: Run) -> None:
    """The verdict is withheld, the reference is named with line and message, and the exit code is 2."""
    answer = cli("score", sample("binary_search/renamed.py"), sample("binary_search/broken.py"), "--json")
    assert answer.code == 2
    assert answer.err.startswith("codescore: error: reference does not compile: ")
    assert "binary_search/broken.py:4" in answer.err
    assert answer.err.count("\n") == 1
    document = answer.json
    assert (document["score"], document["compiles"]) == (None, True)


def test_a_broken_reference_among_sound_ones_is_passed_over(cli: Run) -> None:
    """One sound reference is enough for a verdict."""
    broken, sound = sample("binary_search/broken.py"), sample(REFERENCE)
    answer = cli("score", sample("binary_search/renamed.py"), broken, sound, "--json")
    assert (answer.code, answer.err, answer.json["reference"]) == (0, "", str(sound))


def test_a_function_longer_than_the_model_reads_is_said_to_be(cli: Run, tmp_path: Path) -> None:
    """A long function is scored in windows and the verdict says so, in JSON and in words."""
    path = tmp_path / "long.py"
    body = "".join(LINE.format(i) for i in range(300))
    path.write_text(f"def long(items, index, total):\n{body}    return total\n")
    document = cli("score", path, path, "--json").json
    assert document["units"][0]["windows"] > 1
    assert "windows" in document["notes"][0]
    assert document["similarity"] == 1.0
    assert "windows" in cli("score", path, path).out
    few = "".join(LINE.format(i) for i in range(60))
    path.write_text(f"def long(items, index, total):\n{few}    return total\n")
    (note,) = cli("score", path, path, "--json").json["notes"]
    assert note.endswith(" windows")
    path.write_text(f"def long(items, index, total):\n{body}    return total\n")
    (note,) = cli("score", path, path, "--json").json["notes"]
    assert note.endswith("windows, of which the first 4,096 tokens are compared")


def test_a_missing_unit_is_named(cli: Run, tmp_path: Path) -> None:
    """What the reference has and the candidate has not is listed, and the file scores 0."""
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text("def first(a):\n    return a + 1\n")
    theirs.write_text("def first(a):\n    return a + 1\n\n\ndef second(a):\n    return [a, a * 2]\n")
    document = cli("score", ours, theirs, "--json").json
    assert document["missing"] == ["second"]
    assert document["score"] == 0
    assert "second of the reference was not found here" in cli("score", ours, theirs).out


def test_a_unit_without_counterpart_has_no_score(cli: Run, tmp_path: Path) -> None:
    """What only the candidate has is not judged."""
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    theirs.write_text("def first(a):\n    return a + 1\n")
    ours.write_text(theirs.read_text() + "\n\ndef extra(a):\n    return first(a)\n")
    document = cli("score", ours, theirs, "--json").json
    extra = document["units"][1]
    assert (extra["name"], extra["reference_name"], extra["score"]) == ("extra", None, None)
    assert document["score"] == 1


def test_fail_under_answers_with_the_exit_code(cli: Run) -> None:
    """1 where the similarity is not reached or the code does not compile, else 0; the document is printed anyway."""
    good, bad = sample("binary_search/renamed.py"), sample("binary_search/broken.py")
    assert cli("score", good, sample(REFERENCE), "--fail-under", "1").code == 0
    answer = cli("score", bad, sample(REFERENCE), "--fail-under", "0", "--json")
    assert answer.code == 1
    assert answer.json["score"] == 0
    other = sample("run_length/reference.py")
    assert cli("score", other, sample(REFERENCE), "--fail-under", "1").code == 1


def test_a_similarity_that_is_no_verdict_reaches_no_bar(cli: Run, tmp_path: Path) -> None:
    """Of a language that the model was not calibrated for only what does not differ at all passes."""
    text = "int biggest(const int* xs, int n) {\n  int m = xs[0];\n  for (int i = 1; i < n; i++) {}\n  return m;\n}\n"
    theirs, same, other = (tmp_path / f"{name}.cpp" for name in ("theirs", "same", "other"))
    for path in (theirs, same):
        path.write_text(text)
    other.write_text(text.replace("return m", "return m + 1"))
    answer = cli("score", other, theirs, "--fail-under", "0.01", "--json")
    assert (answer.code, answer.json["score"]) == (1, None)
    assert answer.json["similarity"] > 0.01
    assert cli("score", same, theirs, "--fail-under", "1").code == 0


def test_fail_asks_for_the_score(cli: Run) -> None:
    """`--fail` is a no where the file scores 0, by the threshold in force."""
    good, other = sample("binary_search/renamed.py"), sample("run_length/reference.py")
    assert cli("score", good, sample(REFERENCE), "--fail").code == 0
    assert cli("score", other, sample(REFERENCE), "--fail", "--threshold", "1").code == 1


RARE = """import hashlib


def rare(n):
    if hashlib.md5(str(n).encode()).hexdigest().startswith("00000000"):
        n = n * 7 + 1
        return n // 3
    return n
"""
TWO_STEPS = """import hashlib


def rare(n):
    found = hashlib.md5(str(n).encode()).hexdigest()
    result = n
    if found.startswith("00000000"):
        result = (n * 7 + 1) // 3
    return result
"""


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_what_was_run_and_showed_too_little_is_no_yes(cli: Run, tmp_path: Path) -> None:
    """However similar it is, unless the two are one program; who did not ask for a run is told what similarity says."""
    reference, candidate = tmp_path / "a.py", tmp_path / "b.py"
    reference.write_text(RARE)
    candidate.write_text(TWO_STEPS)
    assert cli("score", candidate, reference, "--fail").code == 0
    answer = cli("score", candidate, reference, "--evidence", "--fail")
    assert answer.code == 1
    told = " ".join(answer.out.split())
    assert "b.py may do what" in told
    assert "not enough evidence came of running both" in told
    said = cli("score", candidate, reference, "--evidence", "--json").json
    assert (said["decision"], said["answer"], said["decided_by"]) == (None, "unknown", "nothing")
    candidate.write_text(re.sub(r"\bn\b", "k", RARE))
    assert cli("score", candidate, reference, "--evidence", "--fail").code == 0


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_similarity_alone_is_no_evidence(cli: Run, tmp_path: Path) -> None:
    """Where nothing can be run, `--evidence --fail` passes what is the same program, and nothing that is similar."""
    reference, candidate = tmp_path / "Total.java", tmp_path / "Other.java"
    body = "Money sum = a;\n        return sum.times(n - 1);"
    text = f"class Total {{\n    Money total(Money a, int n) {{\n        {body}\n    }}\n}}\n"
    reference.write_text(text)
    candidate.write_text(
        text.replace(body, "Money sum = a;\n        int last = n - 1;\n        return sum.times(last);")
    )
    answer = cli("score", candidate, reference, "--evidence", "--fail", "--json")
    assert answer.json["evidence"]["verdict"] == "untested"
    assert (answer.json["score"], answer.code) == (1, 1)
    assert "running showed nothing" in " ".join(cli("score", candidate, reference, "--evidence").out.split())
    candidate.write_text(text.replace("sum", "total"))
    assert cli("score", candidate, reference, "--evidence", "--fail").code == 0


def test_of_a_broken_reference_no_difference_is_told(cli: Run, tmp_path: Path) -> None:
    """It is named, and nothing else is said: a difference from it says nothing."""
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    answer = cli("score", sample("binary_search/renamed.py"), broken)
    assert (answer.code, answer.out) == (2, "")
    assert "reference does not compile" in answer.error


def test_threshold_and_pooling_are_obeyed_and_signed(cli: Run) -> None:
    """Options change the verdict, and the signature says which were used."""
    arguments = ("score", sample("binary_search/renamed.py"), sample(REFERENCE), "--json")
    document = cli(*arguments, "--threshold", "1", "--pooling", "cls-relu").json
    assert (document["threshold"], document["pooling"], document["score"]) == (1.0, "cls-relu", 0)
    assert "|pool:cls-relu|thr:1|" in document["signature"]


def test_an_unknown_pooling_lists_the_known_ones(cli: Run) -> None:
    """A pooling that the bundle lacks is bad input."""
    answer = cli("score", sample("binary_search/renamed.py"), sample(REFERENCE), "--pooling", "max")
    assert answer.code == 2
    assert "no pooling 'max'; it has" in answer.error


def test_without_a_bundle_the_environment_is_to_blame(cli: Run, tmp_path: Path) -> None:
    """A bundle that is not there, or damaged, is exit code 3 with the remedy, and nothing on stdout."""
    arguments = ("score", sample("binary_search/renamed.py"), sample(REFERENCE), "--json", "--bundle")
    answer = cli(*arguments, tmp_path / "nothing")
    assert answer.code == 3
    assert "codescore model list" in answer.error
    assert cli(*arguments, "nothing").code == 2
    (tmp_path / "manifest.json").write_text("{}")
    assert cli(*arguments, tmp_path).code == 3


def test_words_for_a_person(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table, the verdict and how to read it, whole, for a renamed copy."""
    monkeypatch.chdir(sample("binary_search"))
    answer = cli("score", "renamed.py", "reference.py")
    assert (answer.code, answer.err) == (0, "")
    *words, signature = (line.rstrip() for line in answer.out.splitlines())
    # What a bundle knows beyond similarity is tested with a bundle of which it is known.
    assert "\n".join(line for line in words if not line.startswith(("  probability", "  why"))) == WORDS
    assert signature.startswith("CodeScore-R|lang:python|")


def test_words_show_where_the_code_differs(cli: Run) -> None:
    """A verdict of no points at the first lines that differ, as their authors wrote them."""
    arguments = ("score", sample("binary_search/mutated.py"), sample(REFERENCE), "--threshold", "1")
    out = cli(*arguments).out
    assert "first difference: 6: if values[middle] <= wanted:" in out
    assert "reference: 7: if values[middle] < wanted:" in out
    assert "that is: `<` became `<=`" in out


def test_words_name_calls_and_statements(cli: Run, tmp_path: Path) -> None:
    """What is missing or too much is named with its line; names are those of the sources."""
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text("def main(rows, most):\n    rows = rows[:most]\n    print(rows)\n    return rows\n")
    theirs.write_text("def main(lines, n):\n    lines = sorted(lines)[:n]\n    return list(lines)\n")
    out = cli("score", ours, theirs, "--threshold", "1").out
    assert "that is: call missing: `sorted`" in out
    assert "also: line 3: statement added: `print(rows)`" in out
    assert "also: line 4: call missing: `list`" in out


def test_words_say_where_only_the_form_differs(cli: Run, tmp_path: Path) -> None:
    """A comparison the other way round is shown, but not as something that differs."""
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text("def main(a, b):\n    return a > b\n")
    theirs.write_text("def main(a, b):\n    return b < a\n")
    out = cli("score", ours, theirs, "--threshold", "1").out
    assert "other only in form: 2: return a > b" in out
    assert "that is" not in out
    (unit,) = cli("score", ours, theirs, "--json").json["units"]
    assert (unit["differences"], unit["difference_count"]) == ([], 0)


def test_the_document_lists_differences(cli: Run) -> None:
    """Kind, words and ranges of both sides; null on the side that lacks it; the count is of all."""
    document = cli("score", sample("binary_search/mutated.py"), sample(REFERENCE), "--json").json
    (unit,) = document["units"]
    (line,) = [i for i, t in enumerate(sample("binary_search/mutated.py").read_text().splitlines(), 1) if "<=" in t]
    (difference,) = unit["differences"]
    assert difference == {
        "kind": "operator",
        "text": "`<` became `<=`",
        "candidate": "<=",
        "candidate_range": {"start": {"line": line, "column": 27}, "end": {"line": line, "column": 29}},
        "reference": "<",
        "reference_range": {"start": {"line": line + 1, "column": 27}, "end": {"line": line + 1, "column": 28}},
    }
    assert unit["difference_count"] == 1
    other = cli("score", sample("binary_search/different.py"), sample(REFERENCE), "--json").json["units"][0]
    assert other["difference_count"] >= len(other["differences"]) > 3
    missing = [d for d in other["differences"] if d["kind"] == "missing-statement"]
    assert missing
    assert all(d["candidate"] is d["candidate_range"] is None for d in missing)


TURNED = (
    "import hashlib\n\n\ndef digest(text):\n    if text != '':\n        return None\n"
    "    return hashlib.md5(text.encode()).hexdigest()\n"
)
DIGEST = (
    "import hashlib\n\n\ndef digest(text):\n"
    "    return hashlib.md5(text.encode('ascii')).hexdigest() if text else None\n"
)


def test_what_looks_out_of_place_is_named(cli: Run, tmp_path: Path) -> None:
    """A replaced operator without a counterpart in a reference that is built differently; that it decides is said."""
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text(TURNED)
    theirs.write_text(DIGEST)
    (unit,) = cli("score", ours, theirs, "--json").json["units"]
    assert unit["score"] == 0
    assert unit["suspect"] == {
        "text": "`!=` looks out of place",
        "candidate": "!=",
        "candidate_range": {"start": {"line": 5, "column": 13}, "end": {"line": 5, "column": 15}},
        "decides": True,
    }
    assert "suspicious: line 5: `!=` looks out of place, which decides the score" in cli("score", ours, theirs).out
    ours.write_text(TURNED.replace("return None", "return None None"))
    (unit,) = cli("score", ours, theirs, "--json").json["units"]
    assert (unit["score"], unit["compiles"]) == (0, False)
    assert unit["suspect"] is None or not unit["suspect"]["decides"]
    ours.write_text(TURNED.replace("!=", "=="))
    (unit,) = cli("score", ours, theirs, "--json").json["units"]
    assert (unit["score"], unit["suspect"], unit["parts"]["suspicion"]) == (1, None, 0.0)


def test_differing_lines_are_counted_in_the_file(cli: Run, tmp_path: Path) -> None:
    """Functions before the one that differs do not shift the lines that a verdict names."""
    before = "def helper(x):\n    return x * 2\n\n\n"
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text(before + "def main(a):\n    return len(a) - 1\n")
    theirs.write_text("\n" + before + "def main(a):\n    return len(a) + 1\n")
    arguments = ("score", str(ours), str(theirs), "--threshold", "1")
    out = cli(*arguments).out
    assert "first difference: 6: return len(a) - 1" in out
    assert "reference: 7: return len(a) + 1" in out
    main = next(u for u in cli(*arguments, "--json").json["units"] if u["name"] == "main")
    assert main["first_difference"]["candidate_line"] == 6
    assert main["first_difference"]["reference_line"] == 7


def test_narrow_terminals_are_enough(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line but the signature is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "40")
    out = cli("score", sample("binary_search/different.py"), sample(REFERENCE)).out
    assert all(len(line) <= 40 for line in out.splitlines() if not line.startswith("CodeScore-R|"))


def test_ascii_streams_get_ascii(program, tmp_path: Path) -> None:
    """Where the stream can carry no ✓ there is a plain sign instead of an error, and JSON is escaped."""
    arguments = ("score", sample("binary_search/renamed.py"), sample(REFERENCE))
    process = program(*arguments, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"+ lower_bound  ########## 1.00" in out
    path = tmp_path / "accent.py"
    path.write_text("def é(a):\n    return a\n", encoding="utf-8")
    out, _ = program("sketch", path, "--json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}).communicate()
    assert rb'"name": "\u00e9"' in out


def test_a_probability_is_told_with_its_reasons(cli: Run, tmp_path: Path) -> None:
    """Where the bundle has a model of it: in words and in the document, beside score and similarity, never instead."""
    files = (sample("binary_search/mutated.py"), sample(REFERENCE), "--bundle", with_probability(tmp_path / "bundle"))
    out = cli("score", *files).out
    assert "probability of being right: 0.26" in out
    assert "why 0.26: `<` became `<=`" in out
    document = cli("score", *files, "--json").json
    (unit,) = document["units"]
    assert document["probability"] == unit["probability"] == pytest.approx(0.269, abs=1e-3)
    details = unit["probability_details"]
    assert details["intercept"] + sum(details["contributions"].values()) == pytest.approx(-1)
    assert details["contributions"]["operator_substitutions"] == -2
    assert (details["unsure"], details["why"]) == (False, ["`<` became `<=`"])
    assert unit["similarity"] is not None


def test_without_a_model_of_it_the_probability_is_null(cli: Run, tmp_path: Path) -> None:
    """The fields are there, and nothing is said in words."""
    bundle = copy_bundle(tmp_path / "bundle", lambda manifest: manifest.update(probability=None))
    files = (sample("binary_search/mutated.py"), sample(REFERENCE), "--bundle", bundle)
    document = cli("score", *files, "--json").json
    assert (document["probability"], document["units"][0]["probability_details"]) == (None, None)
    assert "probability" not in cli("score", *files).out
