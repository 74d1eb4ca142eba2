"""How often the inputs that decide keep the official contract, and how many mutants they expose.

    python -m tests.bench.evidence_domain [--half fit|check|all] [--limit N] [--out FILE] [--show N]

For each task of `contracts-python`: the inputs found for its reference, bare and with its documentation, are given to
the official contract, which runs in the sandbox; the mutants of the reference that the official inputs expose are run
on them.  Tasks are split into a fit half and a check half by a hash of their name: look at the failures of the first
alone.  Needs the evaluation data beside the repository and a sandbox.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import platform
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.channel import Job
from codescore.evidence.compare import difference
from codescore.evidence.mutants import mutants_of as made
from codescore.evidence.options import Options
from codescore.evidence.properties import keeps
from codescore.evidence.session import EvidenceSession
from codescore.evidence.trial import run_all
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.python.run.examples import of_literal
from codescore.languages.shapes import AnyShape
from codescore.languages.values import Bool
from tests.bench.evidence_bars import cpu, half, load

SECONDS = 0.5
VARIANTS = ("reference", "reference_documented")


def official(row: dict) -> list[Input]:
    found = []
    for text in row["valid_inputs"]:
        node = ast.parse(text, mode="eval").body
        values = [of_literal(item) for item in node.elts] if isinstance(node, ast.Tuple) else []
        if values and all(value is not None for value in values):
            found.append(Input(tuple(value for value in values if value is not None)))
    return found


def contract(row: dict, names: list[str]) -> str:
    """A program with a function that says by its number which statement of the contract fails, true where none does."""
    body = "\n".join(f"    {line}" for statement in row["contract"] for line in statement.split("\n"))
    return f"{row['reference']}\n\ndef official_contract({', '.join(names)}):\n{body}\n    return True\n"


def kept(session: EvidenceSession, row: dict, entry: Entry, inputs: list[Input]) -> list[bool]:
    names = [parameter.name for parameter in entry.parameters]
    asked = Entry("official_contract", "function", tuple(Parameter(name, AnyShape()) for name in names))
    room = session.rooms.room(by_id("python"), "candidate")
    outcomes, _ = run_all(room, Job(contract(row, names), asked, (), coverage=False, seconds=SECONDS), inputs, stops=99)
    padded = [outcome.value == Bool(True) for outcome in outcomes]
    return padded + [False] * (len(inputs) - len(padded))


def exposed(
    session: EvidenceSession, entry: Entry, reference: str, mutants: list[str], inputs: list[Input]
) -> set[int]:
    """Numbers of the mutants that some input tells from the reference."""
    room, other = session.rooms.room(by_id("python"), "reference"), session.rooms.room(by_id("python"), "candidate")
    job = Job(reference, entry, (), coverage=False, seconds=SECONDS)
    expected, _ = run_all(room, job, inputs)
    usable = [(i, o) for i, o in zip(inputs, expected, strict=False) if o.how in ("return", "exit")]
    found = set()
    for number, mutant in enumerate(mutants):
        job = Job(mutant, entry, (), coverage=False, seconds=SECONDS)
        got, _ = run_all(other, job, [i for i, _ in usable], stops=1)
        pairs = zip((o for _, o in usable), got, strict=False)
        if any(difference(one, two) for one, two in pairs):
            found.add(number)
    return found


def mutants_of(source: str, name: str) -> list[str]:
    """The reference's own mutants, of the function that is asked about and what it calls."""
    survey = by_id("python").runner().survey(source)  # type: ignore[union-attr]
    entry = next((e for e in survey.entries if e.name == name), None)
    return [] if entry is None else [m.source for m in made(by_id("python"), source, survey, entry)][:40]


def one(session: EvidenceSession, row: dict, variant: str, mutants: list[str]) -> dict:
    language = by_id("python")
    source = row[variant]
    survey = session.rooms.runner(language).survey(source)
    entry = next((e for e in survey.entries if e.name == row["entry_point"]), None)
    if entry is None:
        return {"task": row["task"], "variant": variant, "inputs": 0, "share": 0.0, "none": True}
    begun, begun_cpu = time.monotonic(), cpu()
    cases = session.cases(source, survey, entry, language, Options())
    inside: list[Case] = cases.inside()
    used = cpu() - begun_cpu
    given = [case.given for case in inside]
    good = kept(session, row, entry, given)
    by_official = exposed(session, entry, source, mutants, official(row))
    by_ours = exposed(session, entry, source, mutants, given)
    calls = session.rooms.runner(language).call_text
    return {
        "task": row["task"], "variant": variant, "half": half(row["task"]), "inputs": len(inside),
        "others": dict(Counter(case.place for case in cases.cases)),
        "share": sum(good) / len(good) if good else 0.0,
        "bad": [calls(entry, g)[:90] for g, ok in zip(given, good, strict=True) if not ok][:8],
        "good": [calls(entry, g)[:90] for g, ok in zip(given, good, strict=True) if ok][:4],
        "mutants": len(mutants), "by_official": len(by_official), "by_both": len(by_official & by_ours),
        "by_ours": len(by_ours), "seconds": round(time.monotonic() - begun, 2), "cpu": round(used, 3),
        "contract": row["contract"], "assumed": assumed(session, row, entry, cases),
    }  # fmt: skip


def assumed(session: EvidenceSession, row: dict, entry: Entry, cases: Cases) -> list[list]:
    """For each assumption (property, why, weight) how many of the inputs that break it alone the contract refuses.

    Only inputs that the reference accepts are asked about: the others tell themselves that they are none.
    """
    broken = defaultdict(list)
    for case in cases.cases:
        wrong = [a for a in cases.conditions.all() if not keeps(a, cases.domain.named(case.given))]
        if case.place == "outside" and len(wrong) == 1 and not cases.domain.profile.broken(case.given):
            broken[wrong[0]].append(case.given)
    found = []
    for assumption, given in broken.items():
        refused = [not ok for ok in kept(session, row, entry, given)]
        what = (
            f"{assumption.property} {assumption.bound}"
            if assumption.property.startswith("at ")
            else assumption.property
        )
        found.append([what, assumption.because, assumption.weight, sum(refused) / len(refused)])
    return found


def by_kind(records: list[dict]) -> dict:
    """How often each kind of assumption was right: mean over tasks, with how many tasks there were."""
    kinds = defaultdict(list)
    for record in records:
        for what, _, weight, refused in record.get("assumed", []):
            kinds[what].append((weight, refused))
    return {
        what: {
            "tasks": len(rows), "weight": round(statistics.fmean(w for w, _ in rows), 2),
            "right": round(statistics.fmean(r for _, r in rows), 2),
        }
        for what, rows in sorted(kinds.items())
    }  # fmt: skip


def summary(records: list[dict]) -> dict:
    found = {}
    for part in ("fit", "check", "all"):
        for variant in VARIANTS:
            mine = [r for r in records if r["variant"] == variant and part in ("all", r.get("half", "fit"))]
            if not mine:
                continue
            some = [r for r in mine if r["inputs"]]
            of, both = (sum(r.get(key, 0) for r in mine) for key in ("by_official", "by_both"))
            found[f"{part}, {'bare' if variant == 'reference' else 'documented'}"] = {
                "tasks": len(mine),
                "without an input": len(mine) - len(some),
                "keep the contract (mean over tasks)": round(statistics.fmean(r["share"] for r in mine), 4),
                "tasks without a violation": round(sum(r["share"] == 1 for r in mine) / len(mine), 4),
                "of the mutants that official inputs expose": round(both / max(1, of), 4),
                "mutants exposed by official inputs": of,
                "inputs (median)": statistics.median(r["inputs"] for r in mine),
                "CPU seconds of a reference (mean)": round(statistics.fmean(r.get("cpu", 0.0) for r in mine), 3),
            }
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", choices=("fit", "check", "all"), default="all")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--variant", choices=VARIANTS)
    parser.add_argument("--no-mutants", action="store_true")
    parser.add_argument("--out", type=Path, help="everything, with the contracts: not to be published")
    parser.add_argument("--record", type=Path, help="the summary alone")
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    rows = [row for row in load("contracts-python") if given.half in ("all", half(row["task"]))]
    rows.sort(key=lambda row: hashlib.sha256(row["task"].encode()).hexdigest())
    records = []
    for row in rows[: given.limit]:
        mutants = [] if given.no_mutants else mutants_of(row["reference"], row["entry_point"])
        with EvidenceSession() as session:
            records += [one(session, row, variant, mutants) for variant in VARIANTS if given.variant in (None, variant)]
    found = summary(records)
    for part in ("fit", "check"):
        found[f"{part}, assumptions"] = by_kind([r for r in records if r.get("half") == part])
    print(json.dumps(found, indent=1))
    for record in [r for r in records if r["share"] < 1][: given.show]:
        print(json.dumps({k: record.get(k) for k in ("task", "variant", "inputs", "share", "bad", "contract")}))
    if given.out or given.record:
        machine = {"python": sys.version.split()[0], "machine": platform.machine(), "command": " ".join(sys.argv[1:])}
        document = {"machine": machine, "summary": found}
        if given.record:
            given.record.write_text(json.dumps(document, indent=1) + "\n")
        if given.out:
            given.out.write_text(json.dumps({**document, "records": records}, indent=1) + "\n")


if __name__ == "__main__":
    main()
