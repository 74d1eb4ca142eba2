"""Whether every interface says the same of the same files: terminal, editor, `codescore/score`, class report, evidence.

    python -m tests.bench.one_judge --pairs 1000 --out tests/bench/results/one-judge.json

Files are put together from functions of this repository: a few of them are references; the candidate has them under
other names, in another order, with an operator replaced, without some, with others, or broken.  Each is asked about in
every way there is; any answer that differs from the terminal's is a contradiction.  Fails where there is one.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from codescore.cli.verdict_json import score_json
from codescore.engine import ScoreOptions, Session, make_source, pairs_to_run, ranked
from codescore.evidence.entries import entries_of, qualified
from codescore.foundation.errors import InputError
from codescore.grade.grading import grade
from codescore.grade.model import Part
from codescore.grade.sources import Assignment
from codescore.languages import Language, by_id
from codescore.rewrite import mutate, rename, transform
from tests.lsp.client import NEOVIM, Client
from tests.lsp.conftest import isolated

ROOT = Path(__file__).parents[2]
SOURCES = {
    "python": sorted((ROOT / "server/codescore").rglob("*.py")),
    "java": sorted((ROOT / "server/codescore").rglob("*.java")),
}
SCRIPT = "LIMIT = 3\nn = int(input())\nfor i in range(n):\n    if i < LIMIT:\n        print(i * i)"
_LIKELY = 0.5  # a probability below it takes the yes of a similarity away
FOLLOWING = NEOVIM | {"experimental": {"codescore": {"verdicts": True}}}


@dataclass(frozen=True)
class Case:
    """A candidate and its references, in one language."""

    language: str
    candidate: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """What an interface says: the reference that was chosen, the file's score, and that of every compared function."""

    reference: int
    score: int | None
    compiles: bool
    missing: tuple[str, ...]
    units: tuple[tuple[str, str, int | None], ...]


# Every way to ask


def terminal(session: Session, case: Case) -> Said:
    """As `codescore score --json` prints it."""
    language = by_id(case.language)
    assert language is not None
    ours = make_source(language, case.candidate.encode(), "candidate")
    theirs = [make_source(language, text.encode(), str(i)) for i, text in enumerate(case.references)]
    return of_json(score_json(ranked(session, ours, theirs, ScoreOptions())))


def of_json(found: dict[str, Any]) -> Said:
    """What the JSON of the contract says."""
    index = found.get("reference_index", found["reference"])
    units = sorted((u["name"], u["reference_name"], u["score"]) for u in found["units"] if u["reference_name"])
    return Said(int(index), found["score"], found["compiles"], tuple(sorted(found["missing"])), tuple(units))


def graded(session: Session, case: Case) -> Said:
    """As the class report records it."""
    language = by_id(case.language)
    assert language is not None
    parts = tuple(Part(str(i), text.encode()) for i, text in enumerate(case.references))
    sources = tuple(make_source(language, part.data, part.path) for part in parts)
    found = grade(session, [Part("x", case.candidate.encode())], Assignment(language, sources, parts), ScoreOptions())
    one = found.graded
    assert one.reference is not None, one.reason
    units = sorted((f.name, f.reference_name, f.score) for f in one.functions if f.reference_name)
    return Said(one.reference, one.score, one.compiles, tuple(sorted(one.missing)), tuple(units))


def asked(client: Client, case: Case) -> Said:
    """As `codescore/score` answers."""
    params = {"language": case.language, "candidate": case.candidate, "references": list(case.references)}
    return of_json(client.request("codescore/score", params)[0])


def edited(client: Client, case: Case, uri: str) -> Said:
    """As an editor is told of an open document: verdicts for badges, and the diagnostics that go with them."""
    references = [{"text": text, "label": str(i)} for i, text in enumerate(case.references)]
    client.open(uri, case.candidate, case.language)
    client.request("codescore/setReference", {"uri": uri, "reference": references})
    told = client.take("codescore/verdicts", lambda p: p["uri"] == uri and p.get("file"))
    shown = told["units"] if "units" in told else client.request("codescore/units", {"uri": uri})["units"]
    units = [(u["name"], u["verdict"]["reference"].partition("#")[2], _scored(u["verdict"])) for u in shown]
    said = Said(
        int(told["file"]["reference"]),
        _scored(told["file"]),
        told["file"]["compiles"],
        tuple(sorted(unit["name"] for unit in told["missing_units"])),
        tuple(sorted((name, other or "<snippet>", score) for name, other, score in units)),
    )
    unlike = sum(u["verdict"]["score"] == 0 and u["verdict"]["compiles"] for u in shown)

    def as_told(diagnostics: list[dict[str, Any]]) -> bool:
        codes = Counter(d["code"] for d in diagnostics)
        return codes["below-threshold"] == unlike and bool(codes["missing-function"]) == bool(said.missing)

    client.diagnostics(uri, as_told)
    client.shut(uri)
    return said


def _scored(told: dict[str, Any]) -> int | None:
    """The score behind what an editor shows: of what is similar and likelier not the same it shows none."""
    likelier_not = (told["answer"], told["decided_by"]) == ("unknown", "similarity")
    return 1 if likelier_not and told["probability"] < _LIKELY else told["score"]


def run(session: Session, case: Case, said: Said) -> str | None:
    """What is wrong with the pairs that evidence runs: they are the ones that decide, whatever they are called."""
    language = by_id(case.language)
    assert language is not None
    reference = case.references[said.reference]
    pairs = pairs_to_run(session, language, case.candidate, reference)
    compared = {(ours, theirs) for ours, theirs, _ in said.units}
    uncalled = {*said.missing, *(theirs for ours, theirs in compared if ours == "<snippet>")}
    wrong = [pair for pair in pairs if pair not in compared and not (pair[0] is None and pair[1] in uncalled)]
    runner = language.runner()
    if runner is not None:
        called = entries_of(runner.survey(reference), runner.survey(case.candidate), pairs)
        # The methods of a class are run together, as the class.
        names = {pair for ours, theirs in pairs for pair in ((ours, theirs), (_class(ours), _class(theirs)))}
        wrong += [
            (qualified(other) if other else None, qualified(entry))
            for _, entry, other in called
            if entry is not None
            and entry.kind != "script"
            and other is not None
            and (qualified(other), qualified(entry)) not in names
        ]
    return f"evidence pairs {wrong}" if wrong else None


def _class(name: str | None) -> str | None:
    return name.rpartition(".")[0] if name else None


def contradictions(session: Session, client: Client, case: Case, uri: str) -> list[str]:
    """Where an interface says something else than the terminal."""
    wanted = terminal(session, case)
    answers = {
        "grade": graded(session, case),
        "codescore/score": asked(client, case),
        "editor": edited(client, case, uri),
    }
    wrong = [f"{name}: {said}, but terminal: {wanted}" for name, said in answers.items() if said != wanted]
    return [*wrong, *filter(None, [run(session, case, wanted)])]


# Cases


def functions(language: Language, least: int = 60, most: int = 900) -> list[str]:
    """Functions of this repository that stand alone: texts, without indentation."""
    found = []
    for path in SOURCES[language.id]:
        data = path.read_bytes()
        try:
            source = make_source(language, data, path.name)
        except InputError:
            continue
        for unit in source.units:
            start = data.rfind(b"\n", 0, unit.start) + 1
            text = data[start : unit.end].decode()
            plain = not text[: unit.start - start].strip() and (unit.kind == "function" or language.wraps)
            if plain and not unit.nested and unit.kind in ("function", "method") and least <= len(text) <= most:
                found.append(text.strip() if language.wraps else text)
    return found


def cases(count: int, seed: int = 0) -> Iterator[Case]:
    """Files and references, the same ones for the same seed; every fifth in Java."""
    rng = random.Random(seed)
    known = {id_: functions(language) for id_ in SOURCES if (language := by_id(id_)) is not None}
    made = 0
    while made < count:
        id_ = "java" if made % 5 == 4 else "python"
        language = by_id(id_)
        assert language is not None
        chosen = _distinct(language, rng, known[id_], rng.randint(1, 5))
        chosen += [SCRIPT] if id_ == "python" and rng.random() < 0.3 else []
        others = range(rng.choice((0, 0, 1, 2)))
        references = [_file(language, chosen), *(_varied(language, rng, chosen, known[id_]) for _ in others)]
        candidate = _varied(language, rng, chosen, known[id_])
        if all(_has_code(language, text) for text in (candidate, *references)):
            made += 1
            yield Case(id_, candidate, tuple(references))


def _distinct(language: Language, rng: random.Random, known: list[str], count: int) -> list[str]:
    """Functions of different names."""
    found: dict[str, str] = {}
    while len(found) < count:
        text = rng.choice(known)
        found[make_source(language, _file(language, [text]).encode(), "x").units[0].name] = text
    return list(found.values())


def _varied(language: Language, rng: random.Random, chosen: list[str], known: list[str]) -> str:
    """The functions as somebody else may have written them."""
    texts = list(chosen)
    if rng.random() < 0.4:
        rng.shuffle(texts)
    if rng.random() < 0.25 and len(texts) > 1:
        texts.pop(rng.randrange(len(texts)))
    if rng.random() < 0.2:
        texts.insert(rng.randrange(len(texts) + 1), rng.choice(known))
    text = _file(language, texts)
    for rewrite, chance in ((rename, 0.4), (transform, 0.3), (mutate, 0.5)):
        if rng.random() < chance:
            made = rewrite(language, text.encode(), seed=rng.randrange(1 << 30))
            text = made.code.decode() if made is not None else text
    return _broken(rng, text) if rng.random() < 0.15 else text


def _broken(rng: random.Random, text: str) -> str:
    """A line of it cut in the middle."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines[at] = lines[at][: len(lines[at]) // 2] + " ("
    return "\n".join(lines)


def _file(language: Language, texts: list[str]) -> str:
    body = "\n\n\n".join(texts) + "\n"
    return f"class Made {{\n{body}}}\n" if language.wraps else body


def _has_code(language: Language, text: str) -> bool:
    return bool(make_source(language, text.encode(), "x").units)


def main() -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    begun, wrong, seen = time.monotonic(), [], Counter[str]()
    session = Session(disk_cache=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "work").mkdir()
        client = Client("neovim", folder / "work", environment=isolated(folder), capabilities=FOLLOWING)
        client.start()
        for number, case in enumerate(cases(given.pairs, given.seed)):
            said = terminal(session, case)
            seen[f"score {said.score}"] += 1
            seen["several references"] += len(case.references) > 1
            seen["something missing"] += bool(said.missing)
            seen["does not compile"] += not said.compiles
            seen[case.language] += 1
            suffix = "py" if case.language == "python" else "java"
            uri = (client.root / f"f{number}.{suffix}").as_uri()  # type: ignore[operator]
            found = contradictions(session, client, case, uri)
            if found:
                wrong.append({"number": number, "said": found, "case": replace(case).__dict__})
                print(number, *found, sep="\n  ")
        client.close()
    session.close()
    result = {"pairs": given.pairs, "seed": given.seed, "contradictions": len(wrong), "cases": dict(seen)}
    print(json.dumps(result | {"seconds": round(time.monotonic() - begun)}, indent=1))
    if given.out is not None:
        given.out.write_text(json.dumps(result | {"wrong": wrong}, indent=1) + "\n")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
