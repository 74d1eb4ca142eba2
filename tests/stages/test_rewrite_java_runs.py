"""Java rewrites are compiled and run: equivalences behave exactly as their originals, mutants mostly do not.

Originals are the reference solutions and the model-written candidates, right and wrong, of the HumanEval development
half.  `CODESCORE_REWRITE_SWEEP=n` runs all of them with n seeds each instead of a sample with one.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from codescore.languages import by_id
from codescore.rewrite import mutate, transform

DATA = Path(__file__).parents[3] / "shared" / "data" / "humaneval-java.dev.jsonl.gz"
RUNNER = Path(__file__).with_name("RewriteChild.java")
SWEEP = int(os.environ.get("CODESCORE_REWRITE_SWEEP", "0"))
SAMPLE, CALLS = 60, 20
MILLIS, PATIENT_MILLIS = 300, 10_000

pytestmark = [
    pytest.mark.data,
    pytest.mark.jdk,
    pytest.mark.skipif(not DATA.exists(), reason=f"needs the evaluation data: {DATA} is missing"),
    pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK: no javac on the PATH"),
    pytest.mark.timeout(3600 if SWEEP else 300),
]


@dataclass(frozen=True)
class Program:
    """A class with methods to call: its source, its name, texts to make strings of."""

    code: str
    name: str
    texts: tuple[str, ...]
    passed: bool


def programs() -> list[Program]:
    with gzip.open(DATA, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    found: dict[str, Program] = {}
    for row in rows:
        texts = tuple(dict.fromkeys(re.findall(r"[\"']([^\"'\n\t]{0,40})[\"']", row["reference"]))) or ("ab", "")
        for text, passed in ((row["reference"], True), (row["candidate"], row["passed"])):
            code = re.sub(r"import org\.javatuples\.\*;\n?", "", text)
            name = re.search(r"^(?:public )?class (\w+)", code, re.MULTILINE)
            if name and not re.search(r"Scanner|Random|random\(|Time", code):
                found.setdefault(code, Program(code, name[1], texts, passed))
    everything = list(found.values())
    return everything if SWEEP else random.Random(7).sample(everything, min(SAMPLE, len(everything)))


def compiled(folder: Path, codes: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Compile {package: (class name, code)} in one go; what javac said of the packages that do not compile."""
    for package, (name, code) in codes.items():
        (folder / "src" / package).mkdir(parents=True, exist_ok=True)
        (folder / "src" / package / f"{name}.java").write_text(f"package {package};\n{code}", encoding="utf-8")
    refused: dict[str, str] = {}
    while True:
        files = [str(folder / "src" / p / f"{name}.java") for p, (name, _) in codes.items() if p not in refused]
        (folder / "files").write_text("\n".join(files))
        done = subprocess.run(
            [
                "javac",
                "-J-Xmx700m",
                "-J-XX:TieredStopAtLevel=1",
                "-nowarn",
                "-proc:none",
                "-Xmaxerrs",
                "100000",
                "-Xlint:none",
                "-encoding",
                "UTF-8",
                "-d",
                str(folder / "out"),
                f"@{folder / 'files'}",
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=1200,
        )
        errors = dict(re.findall(r"/(\w+)/\w+\.java:\d+: (error: .*)", done.stderr))
        if done.returncode == 0 or not errors:
            assert done.returncode == 0, done.stderr[-2000:]
            return refused
        refused |= errors


def outcomes(folder: Path, jobs: list[tuple[str, Program]], millis: int = MILLIS) -> list[list[str]]:
    """What the methods of each (package, program) did; a call that takes longer is late."""
    policy = folder / "policy"
    runner = folder / "runner"
    policy.write_text(f'grant codeBase "file:{runner}/-" {{ permission java.security.AllPermission; }};\n')
    if not runner.exists():
        subprocess.run(
            ["javac", "-nowarn", "-Xlint:none", "-d", str(runner), str(RUNNER)],
            check=True,
            timeout=120,
            capture_output=True,
        )
    lines = "".join(f"{package}.{p.name}\t" + "\x1f".join(p.texts) + f"\t{CALLS}\t{millis}\n" for package, p in jobs)
    done = subprocess.run(
        [
            "java",
            "-Xmx600m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.security.manager",
            f"-Djava.security.policy=={policy}",
            "-cp",
            f"{runner}:{folder / 'out'}",
            "RewriteChild",
        ],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=3000,
    )
    answers = [line.split("\x1e") for line in done.stdout.split("\n")[:-1]]
    assert len(answers) == len(jobs), (len(answers), len(jobs), done.stderr[-2000:])
    return answers


def compare(make, folder: Path, found: list[Program]):
    """(original, new code, calls that ended differently), and the rewrites that do not compile."""
    language = by_id("java")
    broken = compiled(folder, {f"o{i}": (p.name, p.code) for i, p in enumerate(found)})
    usable = {f"o{i}": p for i, p in enumerate(found) if f"o{i}" not in broken}
    made = {
        f"{package}s{seed}": (package, result.code.decode())
        for package, p in usable.items()
        for seed in range(SWEEP or 1)
        if (result := make(language, p.code.encode(), seed=seed)) is not None
    }
    refused = compiled(folder, {package: (usable[o].name, code) for package, (o, code) in made.items()})
    fine = {package: pair for package, pair in made.items() if package not in refused}
    originals = sorted({o for o, _ in fine.values()})
    before = dict(zip(originals, outcomes(folder, [(o, usable[o]) for o in originals]), strict=True))
    # Who fills the memory shows how much of it and of time there is, not what a program does.
    fine = {p: pair for p, pair in fine.items() if "raised java.lang.OutOfMemoryError" not in before[pair[0]]}
    after = dict(zip(fine, outcomes(folder, [(p, usable[o]) for p, (o, _) in fine.items()]), strict=True))
    # Late on a busy machine says nothing; what never ends is late again, however long it is given.
    again = [
        p for p, (o, _) in fine.items() if any(b == "late" != a for a, b in zip(before[o], after[p], strict=False))
    ]
    later = outcomes(folder, [(p, usable[fine[p][0]]) for p in again], PATIENT_MILLIS) if again else []
    after |= dict(zip(again, later, strict=True))
    compared = [
        (usable[o].code, code, differences(before[o], new), len(new))
        for (o, code), new in ((pair, after[package]) for package, pair in fine.items())
    ]
    return compared, [(usable[made[p][0]].code, made[p][1], why) for p, why in refused.items()]


def differences(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    """Calls that end differently; where the original took too long or cannot be called, nothing is said."""
    if len(old) != len(new):
        return [(str(len(old)), str(len(new)))]
    return [(a, b) for a, b in zip(old, new, strict=True) if a != b and a != "late" and not a.startswith("un")]


def test_equivalences_behave_like_their_originals(tmp_path):
    """Every equivalence compiles; value, arguments afterwards and exception class are those of the original."""
    results, refused = compare(transform, tmp_path, programs())
    wrong = [(a, b, diff) for a, b, diff, _ in results if diff]
    calls = sum(n for _, _, _, n in results)
    print(f"java equivalences: {len(results)} rewrites, {calls} calls, {len(wrong)} differ, {len(refused)} refused")
    assert len(results) > SAMPLE / 3
    assert not refused, "\n=====\n".join("\n-----\n".join(item) for item in refused[:5])
    assert not wrong, "\n=====\n".join(f"{a}\n-----\n{b}\n-----\n{d[:3]}" for a, b, d in wrong[:5])


def test_most_mutants_compile_and_behave_differently(tmp_path):
    """More than four fifths of the mutants of right programs are told apart by some input, and few fail to compile."""
    results, refused = compare(mutate, tmp_path, [p for p in programs() if p.passed])
    killed = sum(bool(diff) for _, _, diff, _ in results)
    print(f"java mutants: {len(results)}, {killed} differ ({killed / len(results):.1%}), {len(refused)} refused")
    for _, _, why in refused[:20]:
        print("   ", why)
    assert len(results) > SAMPLE / 3
    assert len(refused) < 0.03 * len(results)
    assert killed / len(results) > 0.8
