"""Python rewrites are run: equivalences behave exactly as their originals, mutants mostly do not.

Originals are the reference solutions and the model-written candidates, right and wrong, of the HumanEval development
half.  `CODESCORE_REWRITE_SWEEP=n` runs all of them with n seeds each instead of a sample with one.
"""

from __future__ import annotations

import ast
import gzip
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from codescore.languages import by_id
from codescore.rewrite import mutate, rename, transform

DATA = Path(__file__).parents[3] / "shared" / "data" / "humaneval-python.dev.jsonl.gz"
SCRIPTS = DATA.with_name("condefects-python.dev.jsonl.gz")
CHILD = Path(__file__).with_name("rewrite_child.py")
SWEEP = int(os.environ.get("CODESCORE_REWRITE_SWEEP", "0"))
SAMPLE = 220

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.exists(), reason=f"needs the evaluation data: {DATA} is missing"),
    pytest.mark.timeout(3600 if SWEEP else 300),
]


@dataclass(frozen=True)
class Program:
    """A runnable function: its source, the name to call, argument tuples as literals."""

    code: str
    entry: str
    calls: tuple[str, ...]
    passed: bool


def programs() -> list[Program]:
    with gzip.open(DATA, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    found: dict[str, Program] = {}
    for row in rows:
        entry = re.findall(r"^def (\w+)\(", row["reference"], re.MULTILINE)[-1]
        calls = calls_for(row["reference"], entry)
        found.setdefault(row["reference"], Program(row["reference"], entry, calls, True))
        if re.search(rf"^def {entry}\(", row["candidate"], re.MULTILINE):
            found.setdefault(row["candidate"], Program(row["candidate"], entry, calls, row["passed"]))
    everything = list(found.values())
    return everything if SWEEP else random.Random(7).sample(everything, min(SAMPLE, len(everything)))


def calls_for(source: str, entry: str) -> tuple[str, ...]:
    """Arguments from the examples of a docstring, variations of them, and values of the annotated types."""
    rng = random.Random(source)
    examples = [args for text in re.findall(rf"\b{entry}\s*\((.*)", source) if (args := leading_arguments(text))]
    signature = re.findall(rf"^def {entry}\((.*?)\)(?: ->|:)", source, re.MULTILINE)[0]
    arity = len(ast.parse(f"def f({signature}): pass").body[0].args.args)
    examples = [args for args in examples if len(args) == arity] or guesses(signature, arity)
    made = list(examples)
    while len(made) < 24:
        made.append(tuple(vary(rng, value) for value in rng.choice(examples)))
    return tuple(dict.fromkeys(map(repr, made)))


def leading_arguments(text: str) -> tuple | None:
    """The literal arguments that a text starts with, up to the closing parenthesis of the call."""
    for end in (i for i, char in enumerate(text) if char == ")"):
        try:
            return tuple(ast.literal_eval(f"[{text[:end]}]"))
        except (SyntaxError, ValueError):
            continue
    return None


def guesses(signature: str, arity: int) -> list[tuple]:
    pools = {
        "int": [0, 1, 5, 12],
        "str": ["", "aba", "Hello World"],
        "float": [0.5, 2.25],
        "List[int]": [[], [1, 2, 3], [4, -2, 4, 0]],
        "list": [[], [3, 1, 2]],
    }
    anything = [0, 1, 7, 12, "abcab", "", [1, 4, 2, 8], [[1, 0], [0, 1]], ["a", "bb"], [-3, 4, 4, 7, 19], [[1, 1, 1]]]
    rng = random.Random(signature)
    types = [part.split(":")[1].split("=")[0].strip() if ":" in part else "" for part in signature.split(",")]
    return [tuple(rng.choice(pools.get(t, anything)) for t in (types + [""] * arity)[:arity]) for _ in range(12)]


def vary(rng: random.Random, value: object) -> object:
    """Another value of the same kind."""
    match value:
        case bool() | None:
            return value
        case int():
            return rng.choice((value, value + 1, value - 1, value * 2, rng.randint(-20, 60), 0))
        case float():
            return rng.choice((value, -value, value + 0.5, round(rng.uniform(-9, 9), 2)))
        case str():
            letters = list(value or "ab")
            rng.shuffle(letters)
            return rng.choice((value, "".join(letters), value + value[:2], value[1:], value.swapcase()))
        case list() | tuple():
            items = [vary(rng, item) for item in value] + [vary(rng, item) for item in value[:1]]
            items = items[: rng.randint(0, len(items))] if rng.random() < 0.3 else items
            return type(value)(items)
        case dict():
            return {key: vary(rng, item) for key, item in value.items()}
        case _:
            return value


def outcomes(jobs: list[dict]) -> list[list | None]:
    """What every job did, in one child; a job that kills it has none and the next child goes on behind it."""
    answers: list[list | None] = []
    while len(answers) < len(jobs):
        rest = "".join(json.dumps(job) + "\n" for job in jobs[len(answers) :])
        child = subprocess.run(
            [sys.executable, "-sP", str(CHILD)],
            input=rest,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": "0"},
            timeout=3000,
            check=False,
        )
        answers += [json.loads(line) for line in child.stdout.splitlines()]
        if len(answers) < len(jobs):
            answers.append(None)
    return answers


def rewritten(make, found: list[Program]) -> tuple[list[Program], list[str]]:
    """For each program the code that one seed or several make of it."""
    language = by_id("python")
    pairs = [
        (p, made.code.decode())
        for p in found
        for seed in range(SWEEP or 1)
        if (made := make(language, p.code.encode(), seed=seed)) is not None
    ]
    return [p for p, _ in pairs], [code for _, code in pairs]


def job(program: Program, code: str, seconds: float = 0.1) -> dict:
    return {"code": code, "entry": program.entry, "calls": program.calls, "seconds": seconds}


def compare(make, found: list[Program]) -> list[tuple[Program, str, list]]:
    """(original, new code, calls that ended differently) for every rewrite of some programs."""
    originals, codes = rewritten(make, found)
    distinct = list({p.code: p for p in originals}.values())
    before = dict(zip([p.code for p in distinct], outcomes([job(p, p.code) for p in distinct]), strict=True))
    after = outcomes([job(p, code) for p, code in zip(originals, codes, strict=True)])
    return [
        (p, code, _judged(p, code, before[p.code], new, exact=make is transform))
        for p, code, new in zip(originals, codes, after, strict=True)
    ]


def _judged(
    program: Program, code: str, old: list | None, new: list | None, *, exact: bool = True, name: str = ""
) -> list[tuple]:
    """Differences; where time decided, both run again with much more of it.  `name` is what the new code calls it."""
    found = differences(old, new)
    if not any(None in pair or ["late"] in pair for pair in found) or not exact:
        return found
    renamed = job(program, code, 3.0) | {"entry": name or program.entry}
    again = outcomes([job(program, program.code, 3.0), renamed])
    return differences(again[0], again[1])


def differences(old: list | None, new: list | None) -> list[tuple]:
    """Calls that end differently; calls for which the original itself took too long say nothing."""
    if old is None or new is None:
        return [] if old is None else [(old, None)]
    return [(a, b) for a, b in zip(old, new, strict=True) if a != b and a != ["late"]]


def test_equivalences_behave_like_their_originals():
    """Value, output, arguments afterwards and exception type are those of the original on every input."""
    results = compare(transform, programs())
    calls = sum(len(p.calls) for p, _, _ in results)
    wrong = [(p.code, code, diff) for p, code, diff in results if diff]
    print(f"python equivalences: {len(results)} rewrites, {calls} calls, {len(wrong)} differ")
    assert len(results) > 100
    assert not wrong, "\n=====\n".join(f"{a}\n-----\n{b}\n-----\n{d[:3]}" for a, b, d in wrong[:5])


def test_originals_mostly_return():
    """The inputs reach the code: most calls of right programs return instead of raising."""
    right = [p for p in programs() if p.passed][:60]
    ended = [outcome[0] for found in outcomes([job(p, p.code) for p in right]) for outcome in found or ()]
    assert ended.count("returned") > 0.7 * len(ended)


def scripts() -> list[str]:
    """Whole programs that read from standard input, right and wrong ones."""
    with gzip.open(SCRIPTS, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    found = sorted({row[key] for row in rows for key in ("candidate", "reference") if len(row[key]) < 3000})
    # Threads and deep recursion can end the child itself; its own standard input is not the program's.
    found = [code for code in found if not re.search(r"open\(0|/dev/stdin|thread|recursionlimit|numpy|fileno", code)]
    return random.Random(7).sample(found, min(len(found), 60 * (SWEEP * 15 or 1)))


def test_scripts_behave_like_their_originals():
    """Code outside of functions prints and raises what the original does, on numbers of several shapes as input."""
    rng = random.Random(1)
    shapes = [[k, *[m] * 30] for k in (1, 2, 3) for m in (1, 2, 3, 4)]
    texts = ["".join(" ".join(str(rng.randint(2, 5)) for _ in range(n)) + "\n" for n in shape) for shape in shapes]
    texts += ["abcab\n", "xyz\nab\n"]
    language = by_id("python")
    pairs = [(code, made.code.decode()) for code in scripts() if (made := transform(language, code.encode(), seed=3))]
    jobs = [{"code": code, "stdin": texts, "seconds": 0.5} for pair in pairs for code in pair]
    found = outcomes(jobs)
    wrong = [
        (pair, diff)
        for pair, old, new in zip(pairs, found[::2], found[1::2], strict=True)
        if (diff := differences(old, new)) and ["late"] not in [b for _, b in diff]
    ]
    ended = sum(o[0] == "ended" for old in found[::2] for o in old or ())
    print(f"python scripts: {len(pairs)} rewrites, {ended} of {len(texts) * len(pairs)} runs end, {len(wrong)} differ")
    assert len(pairs) > 30
    assert ended > len(pairs)
    assert not wrong, "\n=====\n".join(f"{a}\n-----\n{b}\n-----\n{d[:2]}" for (a, b), d in wrong[:3])


def test_renamed_functions_behave_like_their_originals():
    """Called by its new name a renamed function does what the original does."""
    language = by_id("python")
    found = [(p, made) for p in programs()[:120] if (made := rename(language, p.code.encode(), seed=1)) is not None]
    names = [next((e.after for e in made.edits if e.before == p.entry), p.entry) for p, made in found]
    old = outcomes([job(p, p.code) for p, _ in found])
    new = outcomes([job(p, made.code.decode()) | {"entry": name} for (p, made), name in zip(found, names, strict=True)])
    wrong = [
        (p.code, made.code.decode(), diff)
        for (p, made), name, a, b in zip(found, names, old, new, strict=True)
        if (diff := _judged(p, made.code.decode(), a, b, name=name))
    ]
    assert len(found) > 90
    assert not wrong, "\n=====\n".join(f"{a}\n-----\n{b}\n-----\n{d[:2]}" for a, b, d in wrong[:3])


def test_most_mutants_behave_differently():
    """More than four fifths of the mutants of right programs are told apart by some input."""
    results = compare(mutate, [p for p in programs() if p.passed])
    killed = sum(bool(diff) for _, _, diff in results)
    broken = sum(any(new and new[0] == "does not compile" for _, new in diff if new) for _, _, diff in results)
    print(f"python mutants: {len(results)}, {killed} differ ({killed / len(results):.1%}), {broken} do not compile")
    assert len(results) > 50
    assert broken == 0
    assert killed / len(results) > 0.8
