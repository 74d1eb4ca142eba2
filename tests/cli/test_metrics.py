"""`codescore metrics`: tables, documents, data sets, and every mistake in one line."""

from __future__ import annotations

import builtins
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from codescore.metrics import chosen, names

from .conftest import Run, sample

OURS, THEIRS = sample("run_length/renamed.py"), sample("run_length/reference.py")
TEXT = "bleu,chrf,edit-similarity"


def write(path: Path, *rows: dict[str, Any] | str) -> Path:
    """A data set of rows, and of lines that are none."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    data = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def row(id_: str, candidate: str, *references: str, lang: str = "python") -> dict[str, Any]:
    return {"id": id_, "task": "t", "lang": lang, "candidate": candidate, "references": list(references)}


def test_a_candidate_and_a_reference_as_a_table(cli: Run) -> None:
    """A line per metric in the order asked for, and below it every signature."""
    answer = cli("metrics", OURS, THEIRS, "--metrics", TEXT)
    assert answer.code == 0
    assert answer.err == ""
    lines = [line.split()[0] for line in answer.out.splitlines()[2:]]
    assert lines[:3] == ["bleu", "chrf", "edit-similarity"]
    assert [line.partition("|")[0] for line in lines[3:]] == ["BLEU", "ChrF", "EditSim"]


def test_a_candidate_and_references_as_a_document(cli: Run) -> None:
    """Values in [0, 1] with parts, the best reference by name, a signature each."""
    document = cli("metrics", OURS, sample("run_length/different.py"), THEIRS, "--metrics", TEXT, "--json").json
    assert document["tokens"] == "code"
    assert len(document["references"]) == 2
    assert document["failed"] == 0
    chrf = next(found for found in document["metrics"] if found["metric"] == "chrf")
    assert 0 < chrf["value"] < 1
    assert chrf["reference"] == str(THEIRS)
    assert chrf["signature"].startswith("ChrF|lang:python|text:no-comments|")
    assert chrf["note"] == chrf["reason"] == ""


def test_all_metrics_run_on_a_sample(cli: Run) -> None:
    """Every metric that runs nothing has a value or a reason; none fails; those that run programs must be named."""
    document = cli("metrics", OURS, THEIRS, "--json").json
    shown = [found["metric"] for found in document["metrics"]]
    assert shown == list(chosen("all"))
    assert set(names()) - set(shown) == {"evidence", "run-match"}
    for found in document["metrics"]:
        assert (found["value"] is None) == bool(found["reason"]), found
        assert not found["reason"].startswith("failed"), found
    assert document["failed"] == sum(found["value"] is None for found in document["metrics"])


def test_a_metric_without_a_value_is_shown_and_counted(cli: Run) -> None:
    """A sign in place of a number, its reason beside it, a count below."""
    java = sample("balanced/renamed.java")
    answer = cli("metrics", java, java, "--metrics", "exact-match-formatted,bleu")
    assert answer.code == 0
    assert "no formatter is known for Java" in answer.out
    assert "1 of 2 metrics gave no value" in answer.out


def test_the_tokenisation_is_chosen_and_signed(cli: Run) -> None:
    """`--tokens` changes numbers and signatures."""
    documents = [
        cli("metrics", OURS, THEIRS, "--metrics", "bleu", "--tokens", tokens, "--json").json["metrics"][0]
        for tokens in ("code", "whitespace")
    ]
    assert documents[0]["value"] != documents[1]["value"]
    assert "|tok:whitespace|" in documents[1]["signature"]


def test_code_from_stdin(cli: Run) -> None:
    """One side may come from stdin, with its language named."""
    answer = cli("metrics", "-", THEIRS, "--metrics", "exact-match", "--language", "python", "--json", stdin=b"x = 1\n")
    assert answer.json["metrics"][0]["value"] == 0.0
    assert answer.json["candidate"] == "<stdin>"


def test_code_without_a_grammar_is_compared_as_text(cli: Run, tmp_path: Path) -> None:
    """Metrics of text give a value on words; the others say why they do not; a slip in a name is an error."""
    ours, theirs = tmp_path / "a.cob", tmp_path / "b.cob"
    ours.write_text("ADD 1 TO X.\n")
    theirs.write_text("ADD 1 TO Y.\n")
    found = cli("metrics", ours, theirs, "--metrics", "bleu,chrf,rouge-l,edit-similarity,syntax-match", "--json").json
    values = {one["metric"]: one["value"] for one in found["metrics"]}
    assert values["syntax-match"] is None
    assert all(0 < values[name] < 1 for name in ("bleu", "chrf", "edit-similarity"))
    assert values["rouge-l"] == pytest.approx(0.8)  # ADD 1 TO . of five words each
    assert "|lang:cob|" in found["metrics"][0]["signature"]
    assert "|tok:regex|" in found["metrics"][0]["signature"]
    answer = cli("metrics", ours, theirs, "--language", "pyhton", "--metrics", "bleu")
    assert (answer.code, "did you mean python" in answer.error) == (2, True)


def test_empty_and_broken_files_are_compared(cli: Run, tmp_path: Path) -> None:
    """An empty candidate is 0 with a note, not an error; so is one that does not parse."""
    empty, broken = tmp_path / "empty.py", tmp_path / "broken.py"
    empty.write_text("")
    broken.write_text("def f(:\n")
    found = cli("metrics", empty, THEIRS, "--metrics", "bleu", "--json").json["metrics"][0]
    assert (found["value"], found["note"]) == (0.0, "empty candidate")
    assert cli("metrics", empty, empty, "--metrics", "bleu", "--json").json["metrics"][0]["value"] == 1.0
    assert cli("metrics", broken, THEIRS, "--metrics", "syntax-rate", "--json").json["metrics"][0]["value"] == 0.0


def test_the_list_explains_every_metric(cli: Run) -> None:
    """A sentence and a source each, for people and for programs; tokenisations, too."""
    answer = cli("metrics", "--list")
    assert answer.code == 0
    shown = {line.split()[0] for line in answer.out.splitlines() if line and not line.startswith(" ")}
    assert set(names()) <= shown
    document = cli("metrics", "--list", "--json").json
    assert [found["metric"] for found in document["metrics"]] == list(names())
    assert all(found["summary"] and found["source"] for found in document["metrics"])
    assert next(found["tokens"] for found in document["tokenisations"]) == "code"


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_a_data_set_as_a_document(cli: Run, tmp_path: Path, ending: str) -> None:
    """Per metric and language: pairs, mean, corpus value, signature; with --pairs each pair's value."""
    path = write(
        tmp_path / f"pairs.{ending}",
        row("1", "a = 1", "a = 1", "a = 2"),
        row("2", "a = 1", "b = 2"),
        row("3", "int a;", "int a;", lang="java"),
    )
    document = cli("metrics", path, "--metrics", "exact-match,bleu", "--json", "--pairs").json
    assert [(found["metric"], found["lang"], found["n"]) for found in document["metrics"]] == [
        ("exact-match", "python", 2),
        ("exact-match", "java", 1),
        ("bleu", "python", 2),
        ("bleu", "java", 1),
    ]
    exact = document["metrics"][0]
    assert exact["mean"] == exact["corpus"] == 0.5
    assert exact["values"] == {"1": 1.0, "2": 0.0}
    assert exact["signature"].startswith("EM|lang:python|")
    assert document["data"][0]["samples"] == 3


def test_a_data_set_as_a_table(cli: Run, tmp_path: Path) -> None:
    """What was skipped is said before the table."""
    path = write(tmp_path / "pairs.jsonl", row("1", "a", "a"), "{broken", row("1", "b", "b"), row("2", "a", "b"))
    answer = cli("metrics", path, "--metrics", "exact-match")
    assert answer.code == 0
    assert "2 pairs" in answer.out
    assert "line 2 skipped: " in answer.out
    assert "1 ids came more than once, the first counts: 1" in answer.out
    assert "EM|lang:python|" in answer.out


def test_strict_makes_malformed_lines_and_repeated_ids_fatal(cli: Run, tmp_path: Path) -> None:
    """File and line are named."""
    broken = write(tmp_path / "broken.jsonl", row("1", "a", "a"), "{broken")
    twice = write(tmp_path / "twice.jsonl", row("1", "a", "a"), row("1", "b", "b"))
    for path in (broken, twice):
        answer = cli("metrics", path, "--metrics", "bleu", "--strict")
        assert answer.code == 2
        assert answer.error.startswith(f"{path}:2: ")
        assert cli("metrics", path, "--metrics", "bleu").code == 0


def test_limit_takes_that_many_pairs(cli: Run, tmp_path: Path) -> None:
    """For a first look at a large data set."""
    path = write(tmp_path / "pairs.jsonl", *(row(str(i), f"a = {i}", "a = 1") for i in range(20)))
    assert cli("metrics", path, "--metrics", "bleu", "--limit", "7", "--json").json["metrics"][0]["n"] == 7


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing was named; name a candidate and a reference, or a data set"),
        ([OURS], "has nothing to be compared with"),
        ([OURS, "pairs.jsonl"], "data sets and source files were both named"),
        ([OURS, THEIRS, "--metrics", "codeblue"], "unknown metric 'codeblue'; did you mean code-bleu?"),
        ([OURS, THEIRS, "--metrics", ","], "no metric was named"),
        ([OURS, THEIRS, "--tokens", "cod"], "unknown tokenisation 'cod'; known are code, 13a"),
        ([OURS, sample("balanced/renamed.java")], "is Python but"),
        ([OURS, "none.py"], "cannot read none.py: there is no such file"),
        (["none.jsonl"], "cannot read none.jsonl: No such file"),
        (["none.jsonl", "--language", "python"], "--language is for source files"),
        (["-", "-", "--language", "python"], "stdin (-) can be read only once"),
    ],
)
def test_mistakes_are_one_line(cli: Run, arguments: list[str | Path], said: str) -> None:
    """Exit code 2, what is wrong, and what to do about it."""
    answer = cli("metrics", *arguments)
    assert answer.code == 2
    assert said in answer.error


def test_a_missing_library_is_one_line_with_its_remedy(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra `study`: exit code 3 and what to install."""
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        "codescore.metrics.registry.find_spec", lambda name: None if name == "sacrebleu" else real(name)
    )
    answer = cli("metrics", OURS, THEIRS, "--metrics", "bleu", "--tokens", "13a")
    assert answer.code == 3
    assert "sacrebleu" in answer.error
    assert "pip install 'codescore-r[study]'" in answer.error


def test_a_metric_that_lacks_an_optional_library_says_so_in_its_place(
    cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black is needed by one metric only: the others have their values."""
    real = builtins.__import__

    def without_black(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "black":
            raise ModuleNotFoundError("No module named 'black'")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_black)
    monkeypatch.setattr("codescore.metrics.exact_match.find_spec", lambda _: None)
    found = cli("metrics", OURS, THEIRS, "--metrics", "exact-match-formatted,bleu", "--json").json["metrics"]
    assert found[0]["value"] is None
    assert found[0]["reason"] == "black is not installed; pip install 'codescore-r[study]'"
    assert found[1]["value"] is not None
