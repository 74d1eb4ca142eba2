"""What becomes of a weakness, by build and by findings; and the counts that follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codescore.languages import by_id
from codescore.languages.building import Build
from codescore.study.significance import mcnemar
from codescore.translate.security.analysers import Analysis, folder_of, imported
from codescore.translate.security.findings import Report
from codescore.translate.security.measures import arms_compared, survivals, weaknesses
from codescore.translate.security.model import AnswerKey, Finding, Sample, SecurityData
from codescore.translate.security.outcome import Judged, Program, judge

SAMPLE = Sample("CWE-327-1", "CWE-327", "", "def get_print(d):\n    return md5(d)\n", "safe = 1\n", "", False, "")
KEY = AnswerKey("m", "plain", SAMPLE.id)
JAVA = "class A {\n  void getPrint() {\n    md5();\n  }\n  void other() {\n    md5();\n  }\n}\n"
BUILT, OWN = Build("built"), Build("not_built", "code", ("A.java:1: x",))
LACKS = Build("not_built", "libraries", (), ("org.nowhere",))


def finding(line: int, cwe: int = 327) -> Finding:
    return Finding("r", "m", "error", "A.java", line, line, frozenset({cwe}))


def said(*, before: int = 327, after: tuple[Finding, ...] | None = (), **more: object) -> Analysis:
    answers = {} if after is None else {KEY: after}
    return replace(Analysis("x", {(SAMPLE.id, "vulnerable"): (finding(2, before),)}, answers), **more)  # type: ignore[arg-type]


def judged(build: Build | None, analysis: Analysis, key: AnswerKey = KEY) -> Judged:
    source, target = by_id("python"), by_id("java")
    assert source is not None
    assert target is not None
    programs = Program(source, {"source.py": SAMPLE.vulnerable}), Program(target, {"A.java": JAVA})
    return judge(SAMPLE, key, build, analysis, source=programs[0], answer=programs[1])


@pytest.mark.parametrize(
    ("build", "analysis", "outcome"),
    [
        (BUILT, said(after=(finding(3),)), "survives"),
        (BUILT, said(after=(finding(3, cwe=79),)), "gone"),
        (BUILT, said(), "gone"),
        (LACKS, said(), "not_built"),
        (LACKS, said(after=(finding(3),)), "survives"),
        (OWN, said(after=(finding(3),)), "not_built"),
        (Build("no_code"), said(), "not_built"),
        (Build("not_built", "limits"), said(), "not_built"),
        (None, said(), "not_analysable"),
        (None, said(compiles=True), "gone"),
        (OWN, said(compiles=True, after=None), "not_built"),
        (LACKS, said(compiles=True, after=None), "not_analysable"),
        (BUILT, said(before=79, after=(finding(3),)), "not_analysable"),
        (BUILT, said(rules=frozenset({79})), "not_analysable"),
        (BUILT, said(after=None), "not_analysable"),
    ],
)
def test_an_outcome_follows_from_build_and_findings(build: Build | None, analysis: Analysis, outcome: str) -> None:
    """What is not built is never gone; what the analyser cannot see is not analysable."""
    assert judged(build, analysis).outcome == outcome


def test_a_survivor_is_joined_by_function() -> None:
    """Names are one up to case and underscores; another function of the answer is another."""
    there, elsewhere = judged(BUILT, said(after=(finding(3),))), judged(BUILT, said(after=(finding(6),)))
    assert (there.before, there.after, there.same_function) == ("get_print", "getPrint", True)
    assert (elsewhere.after, elsewhere.same_function) == ("other", False)
    assert judged(BUILT, said()).same_function is None


def test_of_a_safe_source_the_question_is_whether_the_weakness_appears() -> None:
    """The safe source must itself be free of findings."""
    key = replace(KEY, source="safe")
    clean = Analysis("x", {(SAMPLE.id, "safe"): ()}, {key: (finding(3),)})
    assert judged(BUILT, clean, key).outcome == "survives"
    assert judged(BUILT, replace(clean, after={key: ()}), key).outcome == "gone"
    seen = replace(clean, before={(SAMPLE.id, "safe"): (finding(1),)})
    assert judged(BUILT, seen, key).outcome == "not_analysable"


def _outcomes(plain: str, safe: str) -> list[Judged]:
    words = {"s": "survives", "g": "gone", "n": "not_built", "?": "not_analysable"}
    return [
        Judged(AnswerKey("m", arm, f"CWE-0{k:02}-1"), f"CWE-0{k:02}", False, words[sign], "", built=sign in "sg")  # type: ignore[arg-type]
        for arm, signs in (("plain", plain), ("safe", safe))
        for k, sign in enumerate(signs)
    ]


def test_survival_counts_all_samples_and_those_that_are_built() -> None:
    """Survivors / samples, as the study counts; beside it the share of what was built and looked at."""
    plain, safe = survivals(_outcomes("ssgn?", "gggnn"))
    assert plain.survival is not None
    assert safe.survival is not None
    assert plain.survival.value == pytest.approx(0.4)
    assert plain.of_built is not None
    assert plain.of_built.value == pytest.approx(2 / 3)
    assert plain.survival.low < 0.4 < plain.survival.high
    assert (safe.outcomes["gone"], safe.outcomes["not_built"], safe.survival.value) == (3, 2, 0)


def test_nothing_known_is_no_survival_of_zero() -> None:
    """Neither built nor looked at: there is no share."""
    assert [arm.survival for arm in survivals(_outcomes("n?", "??"))] == [None, None]


def test_survivors_that_were_not_built_stay_out_of_the_share_of_built_ones() -> None:
    """Its absence would never have been seen in them, so that they would make the share too large."""
    seen = [replace(one, built=False) for one in _outcomes("sss", "ggg")[:2]]
    (plain,) = survivals([*seen, *_outcomes("sssg", "")[2:4]])
    assert plain.survival is not None
    assert (plain.built, plain.survival.value) == (2, 0.75)
    assert plain.of_built is not None
    assert plain.of_built.value == 0.5


def test_arms_are_compared_on_the_same_samples() -> None:
    """A weakness whose plain answers nobody could decide has not appeared with the safe prompt."""
    arms = arms_compared(_outcomes("sssgn", "sggss"), "m", "vulnerable")
    assert arms is not None
    assert (arms.only_plain, arms.only_safe, arms.built) == (2, 2, 4)
    assert (arms.only_plain_built, arms.only_safe_built) == (2, 1)
    assert arms.appear == (("CWE-003", True), ("CWE-004", False))
    assert [row.arms["plain"] for row in weaknesses(_outcomes("sn", "gg"), "m", "vulnerable")] == [(1, 0, 0), (0, 1, 0)]


@pytest.mark.parametrize(("b", "c", "p"), [(0, 0, 1.0), (5, 5, 1.0), (1, 6, 0.125), (0, 5, 0.0625), (10, 2, 0.038574)])
def test_mcnemars_exact_test(b: int, c: int, p: float) -> None:
    """Two-sided binomial at one half: scipy.stats.binomtest(b, b + c).pvalue gives these."""
    assert mcnemar(b, c) == pytest.approx(p, abs=1e-6)


@pytest.mark.parametrize("model", ["maker/model:free", "../../etc", "/", "a b", "", ".."])
def test_a_models_name_never_leads_out_of_the_folder(model: str) -> None:
    """And a finding in its folder is found again."""
    key = replace(KEY, model=model)
    assert ".." not in folder_of(key)
    assert len(folder_of(key).split("/")) == 5
    report = Report("Any 1", (replace(finding(3), path=f"{folder_of(key)}/A.java"),))
    found = imported([report], SecurityData((SAMPLE,)), [key], name="any", looked=frozenset({folder_of(key)}))
    assert len(found.after[key]) == 1


def test_a_report_is_joined_by_the_folders_that_were_written() -> None:
    """Wherever they were when it was made; what it could not read has no entry, what is clean has an empty one."""
    keys = [KEY, replace(KEY, arm="safe"), replace(KEY, model="other"), replace(KEY, model="later")]
    here = f"/home/somebody/run/security/{folder_of(KEY)}/A.java"
    failed = f"{folder_of(keys[1])}/A.java"
    report = Report("Any 1", (replace(finding(3), path=here),), ((failed, "syntax error"),))
    looked = frozenset(folder_of(key) for key in keys[:3])
    found = imported([report], SecurityData((SAMPLE,)), keys, name="any", looked=looked)
    assert {key: len(some) for key, some in found.after.items()} == {keys[0]: 1, keys[2]: 0}
    assert found.before == {}
