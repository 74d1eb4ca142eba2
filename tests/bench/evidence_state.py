"""One-operator mutants of stateful classes from real packages: how many are exposed, and how many called the same.

    python -m tests.bench.evidence_state --each 18 --out tests/bench/results/evidence-state.json

A mutant counts where the class behaves differently: a driver that somebody wrote by hand, who knows the class, makes
hundreds of random calls on it and notes every answer; where the notes of mutant and original are not the same, the
mutant differs.  The driver runs behind the wall like everything else, and the evidence never sees it.  Mutants are
taken evenly from those of the class's own lines; the reference's own mutants, on which inputs grow, are among them.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import re
import textwrap
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from codescore.evidence.channel import Job, Room
from codescore.evidence.mutants import Mutant, mutants, spread
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Int

_SEEDS = 4  # runs of a driver, each with calls of its own
_EXPOSED = ("differs", "conditional", "timeout", "crash")
_NOTED = """

import random as _random
def _noted(notes, call):
    try:
        notes.append(call())
    except Exception as problem:
        notes.append("!" + type(problem).__name__)
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """A class: where its text is, what is replaced in it so that it stands alone, and a driver `drive(seed)`."""

    name: str
    module: str
    driver: str
    replaced: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        found = importlib.util.find_spec(self.module)
        assert found is not None
        assert found.origin is not None
        text = Path(found.origin).read_text("utf-8")
        for old, new in self.replaced:
            assert old in text, (self.name, old)
            text = text.replace(old, new)
        return text


def _driver(make: str, *calls: str) -> str:
    body = "\n".join(f"            lambda: {call}," for call in calls)
    return _NOTED + textwrap.dedent(f"""
def drive(seed):
    chance = _random.Random(seed)
    notes = []
    for _ in range(25):
        a = {make}
        n = chance.randrange
        calls = [
{body}
        ]
        for _ in range(40):
            _noted(notes, chance.choice(calls))
    return repr(notes)
""")


SUBJECTS = (
    Subject("SortedList", "sortedcontainers.sortedlist", _driver(
        "SortedList([n(9) for _ in range(chance.randrange(12))]) if (n := chance.randrange) else None",
        "a.add(n(20))", "a.add(n(20))", "a.update([n(20) for _ in range(n(9))])", "a.discard(n(20))", "a.remove(n(20))",
        "a.pop(n(9) - 4)", "a.bisect_left(n(20))", "a.bisect_right(n(20))", "a.count(n(20))", "a.index(n(20))",
        "a.index(n(20), n(6), n(12))", "a[n(12) - 6]", "list(a)", "list(reversed(a))", "len(a)", "n(20) in a",
        "list(a.irange(n(20), n(20)))", "list(a.irange(n(20), n(20), (n(2), n(2)), n(2)))",
        "list(a.islice(n(9), n(9)))",
        "list(a.islice(n(9) - 4, n(9), n(2)))", "a.__delitem__(n(9) - 4)", "list(a + [n(9)])", "list(a.copy())",
    ), (("DEFAULT_LOAD_FACTOR = 1000", "DEFAULT_LOAD_FACTOR = 4"),)),
    Subject("UnionFind", "networkx.utils.union_find", _driver(
        "UnionFind(range(chance.randrange(4)))", "a[n(8)]", "a.union(n(8), n(8))", "a.union(n(8), n(8), n(8))",
        "a.union(n(8))", "sorted(a)", "[sorted(s) for s in a.to_sets()]", "a.weights.get(a[n(8)])",
    ), (("from networkx.utils import groups", textwrap.dedent("""\
        def groups(many_to_one):
            found = {}
            for key, value in many_to_one.items():
                found.setdefault(value, set()).add(key)
            return found
        """)),)),
    Subject("BinaryHeap", "networkx.utils.heaps", _driver(
        "BinaryHeap()", "a.insert(n(6), n(9))", "a.insert(n(6), n(9))", "a.insert(n(6), n(9), True)", "a.pop()",
        "a.min()", "a.get(n(6))", "len(a)", "n(6) in a", "bool(a)",
    ), (("import networkx as nx", "class nx:\n    class NetworkXError(Exception):\n        pass"),)),
    Subject("PairingHeap", "networkx.utils.heaps", _driver(
        "PairingHeap()", "a.insert(n(6), n(9))", "a.insert(n(6), n(9))", "a.insert(n(6), n(9), True)", "a.pop()",
        "a.min()", "a.get(n(6))", "len(a)", "n(6) in a", "bool(a)",
    ), (("import networkx as nx", "class nx:\n    class NetworkXError(Exception):\n        pass"),)),
    Subject("MappedQueue", "networkx.utils.mapped_queue", _driver(
        "MappedQueue([n(30) for n in [chance.randrange] * 5])", "a.push(n(30))", "a.push(n(30))", "a.pop()", "len(a)",
        "a.remove(n(30))", "a.update(n(30), n(30))", "a.push(n(30))",
    )),
    Subject("TopologicalSorter", "graphlib", _driver(
        "TopologicalSorter({n(4): [n(4) + 4] for n in [chance.randrange] * 3})", "a.add(n(9), n(9))",
        "a.add(n(9), n(9), n(9))", "a.prepare()", "a.get_ready()", "a.done(n(9))", "a.done(n(9), n(9))",
        "a.is_active()", "list(a.static_order())", "bool(a)",
    )),
    Subject("TextWrapper", "textwrap", _driver(
        "TextWrapper(1 + chance.randrange(20), '> ' * chance.randrange(2), '-' * chance.randrange(3))",
        "a.wrap('the quick  brown-fox jumped over\\tthe lazy dog. It was fun.'[n(9):n(60)])",
        "a.fill('a bb ccc dddd eeeee ffffff ggggggg'[n(9):n(34)])",
        "setattr(a, 'max_lines', n(4) or None)", "setattr(a, 'break_long_words', n(2))",
        "setattr(a, 'fix_sentence_endings', n(2))", "setattr(a, 'width', n(30) + 1)",
    )),
    Subject("shlex", "shlex", _driver(
        "shlex('a b=\"c d\" # x\\n (e|f) \\'g h\\' i\\\\j;k'"
        "[chance.randrange(20):], None, chance.randrange(2), chance.randrange(2))",
        "a.get_token()", "a.get_token()", "a.get_token()", "a.push_token('q')", "a.read_token()", "list(a)", "a.lineno",
    )),
    Subject("Repr", "reprlib", _driver(
        "Repr()", "a.repr(list(range(n(12))))", "a.repr('x' * n(60))", "a.repr({n: n for n in range(n(9))})",
        "a.repr([[[[[[[n(9)]]]]]]])", "a.repr(10 ** n(60))", "a.repr(set(range(n(9))))", "a.repr(tuple(range(n(9))))",
        "setattr(a, 'maxlist', n(9))", "setattr(a, 'maxlevel', n(9))", "setattr(a, 'maxstring', n(40))",
        "setattr(a, 'maxdict', n(6))", "a.repr1([[1], [2]], n(4))", "a.repr(frozenset([1]))",
    )),
    Subject("SequenceMatcher", "difflib", _driver(
        "SequenceMatcher(None, 'abcabba'[chance.randrange(4):], 'cbabac'[chance.randrange(3):])", "a.ratio()",
        "a.quick_ratio()", "a.real_quick_ratio()", "a.get_opcodes()", "[tuple(m) for m in a.get_matching_blocks()]",
        "a.set_seq1('abcdbc'[n(5):])", "a.set_seq2('bcabcd'[n(5):])", "a.set_seqs('ab' * n(4), 'ba' * n(4))",
        "tuple(a.find_longest_match())", "tuple(a.find_longest_match(n(2), n(4), n(2), n(4)))",
    )),
)  # fmt: skip


def own_lines(text: str, name: str) -> tuple[int, int]:
    """From where to where a class stands, in bytes."""
    lines = text.encode().splitlines(keepends=True)
    node = next(n for n in ast.parse(text).body if isinstance(n, ast.ClassDef) and n.name == name)
    assert node.end_lineno is not None
    return sum(map(len, lines[: node.lineno - 1])), sum(map(len, lines[: node.end_lineno]))


def driven(room: Room, text: str, driver: str) -> list[object]:
    """What a driver noted for each seed; how it ended where it did not."""
    inputs = [Input((Int(seed),)) for seed in range(_SEEDS)]
    ran = room.run(Job(text + driver, Entry("drive", "function"), inputs, coverage=False, seconds=2.0))
    return [(o.how, o.value, o.error) for o in ran.outcomes] + [ran.how]


def plainly(notes: list[object]) -> list[object]:
    """Notes in which every refusal is alike: of which class an error is, evidence does not count."""
    return [re.sub(r"!\w+", "!", str(note)) for note in notes]


def judge(session: EvidenceSession, room: Room, subject: Subject, each: int) -> list[dict[str, object]]:
    """Every chosen mutant of a class that the driver tells from it, with its verdict."""
    language = by_id("python")
    assert language is not None
    text = subject.text()
    method = next(n.name for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef) and n.name[0] != "_")
    methods = [e.members[-1].name for e in language.runner().survey(text).entries if e.name == subject.name]  # type: ignore[union-attr]
    pair = f"{subject.name}.{methods[0] if methods else method}"
    options = Options(budget=2.0, pairs=((pair, pair),))
    expected = driven(room, text, subject.driver)
    assert expected[-1] == "done", (subject.name, expected)
    operators = [one for one in mutants(language, text, own_lines(text, subject.name)) if one.rule != "deletion"]
    records: list[dict[str, object]] = []
    for mutant in spread(operators, 3 * each):
        if len(records) >= each:
            break
        if driven(room, mutant.source, subject.driver) == expected:
            continue
        plain = [plainly(driven(room, one, subject.driver)) for one in (mutant.source, text)]
        records.append(_record(session, subject, mutant, text, options) | {"only_error": plain[0] == plain[1]})
    return records


def _record(
    session: EvidenceSession, subject: Subject, mutant: Mutant, text: str, options: Options
) -> dict[str, object]:
    language = by_id("python")
    assert language is not None
    begun = time.process_time()
    found = session.judge(mutant.source, text, language, replace(options))
    line = mutant.source.splitlines()[mutant.line - 1].strip()
    shown = found.counterexample.input if found.counterexample else ""
    print(f"{subject.name:18} {found.verdict:13} {mutant.line:5} {line[:60]:60} {shown[:80]}", flush=True)
    return {
        "class": subject.name, "line": mutant.line, "rule": mutant.rule, "verdict": found.verdict,
        "inputs": found.inputs, "seconds": round(time.process_time() - begun, 2), "shown": shown,
        "exposes": [found.mutants.exposed, found.mutants.total],
    }  # fmt: skip


def summed(records: list[dict[str, object]]) -> dict[str, object]:
    """Shares over mutants that are known to differ."""
    verdicts = Counter(str(record["verdict"]) for record in records)
    total = max(1, len(records))
    exposed = sum(verdicts[word] for word in _EXPOSED)
    return {
        "mutants": len(records), "verdicts": dict(verdicts), "exposed": round(exposed / total, 3),
        "not_enough": round((verdicts["insufficient"] + verdicts["untested"]) / total, 3),
        "wrongly_same": round(verdicts["equivalent"] / total, 3),
        "of_these_another_error": sum(r["verdict"] == "equivalent" and bool(r["only_error"]) for r in records),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=18)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    language = by_id("python")
    assert language is not None
    runner = language.runner()
    assert runner is not None
    room = Room(runner.harness(), runner.prepared)
    records: list[dict[str, object]] = []
    try:
        with EvidenceSession() as session:
            for subject in SUBJECTS:
                if not given.only or subject.name in given.only:
                    records += judge(session, room, subject, given.each)
                    results(records, given.out)
    finally:
        room.close()
    print(json.dumps(results(records, given.out), indent=1))


def results(records: list[dict[str, object]], out: Path | None) -> dict[str, object]:
    """The shares over all and class by class, written with every mutant beside them."""
    names = sorted({str(record["class"]) for record in records})
    classes = {name: summed([record for record in records if record["class"] == name]) for name in names}
    shares = {"all": summed(records), "classes": classes}
    if out is not None:
        out.write_text(json.dumps({**shares, "records": records}, indent=1) + "\n")
    return shares


if __name__ == "__main__":
    main()
