"""The table of hostile programs: what each tries, what may come out, what came out; written as markdown.

python -m tests.security.table        runs all of them and writes hostile/RESULTS.md
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.values import Bool, Int
from tests.evidence.java.run import room, run
from tests.security import attacks
from tests.security.hostile import cpp_escapes, java_escapes, python_escapes
from tests.security.hostile.run import HONEST, PROGRAMS, verdict

FILE = Path(__file__).parent / "hostile" / "RESULTS.md"
#: What may come of a program that tries to reach something.
REFUSED = "refused"
_HEAD = """# Hostile programs: what came out

Written by `python -m tests.security.table`; `tests/security/test_table.py` keeps it to the programs and to what may
come out. *Equivalent* would be a success of the attack; `refused` means that it reached nothing. After each Python
program beside a reference an honest one was judged, and was right.

"""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    language: str
    kind: str
    name: str
    tries: str
    may: str

    def line(self, came: str) -> str:
        """As markdown."""
        cells = (self.language, self.kind, self.name, self.tries, self.may, came)
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def rows() -> Iterator[Row]:
    """What the table must hold, in order."""
    for language, programs in PROGRAMS.items():
        for program in programs:
            may = ", ".join(sorted(program.may))
            yield Row(language, f"beside `{program.against}`", program.name, program.tries, may)
    for name in (*python_escapes.ATTACKS, "system calls"):
        yield Row("python", "by itself", name, name, REFUSED)
    for name, (_, may_end) in python_escapes.FATAL.items():
        yield Row("python", "by itself", name, name, ", ".join(sorted(may_end)))
    for name in java_escapes.ESCAPES:
        yield Row("java", "by itself", name, name, REFUSED)
    for name in cpp_escapes.REACHES:
        yield Row("cpp", "by itself", name, name, REFUSED)
    for name, (_, may_end) in (*cpp_escapes.ENDS.items(), *cpp_escapes.COMPILED.items()):
        yield Row("cpp", "by itself", name, name, ", ".join(sorted(may_end)))


def written(came: dict[tuple[str, str, str], str]) -> str:
    """The table with what came out, by language, kind and name."""
    lines = ["| language | run | name | tries | may come out | came out |", "|---|---|---|---|---|---|"]
    found = list(rows())
    lines += [row.line(came[row.language, row.kind, row.name]) for row in found]
    return f"{_HEAD}{len(found)} programs.\n\n" + "\n".join(lines) + "\n"


def _beside() -> Iterator[tuple[tuple[str, str, str], str]]:
    with EvidenceSession() as session:
        for language, programs in PROGRAMS.items():
            for program in programs:
                came = verdict(session, language, program.source, program.against)
                after = verdict(session, language, HONEST[language]["sum"][0], "sum") if language == "python" else ""
                harm = "" if after in ("", "equivalent") else f", and the next was {after}"
                yield (language, f"beside `{program.against}`", program.name), came + harm


def _alone() -> Iterator[tuple[tuple[str, str, str], str]]:
    programs = {name: attacks.function(body) for name, body in python_escapes.ATTACKS.items()}
    programs["system calls"] = attacks.function(attacks.system_calls())
    fatal = {name: attacks.function(body) for name, (body, _) in python_escapes.FATAL.items()}
    for name, (how, _, value, _) in attacks.run_all(programs | fatal).items():
        seen = how == "return" and value not in (["null"], ["bool", False], ["seq", "list", []])
        visible = name == "list the root"  # it sees the sandbox's own root
        came = str(how) if name in fatal else "reached something" if seen and not visible else REFUSED
        yield ("python", "by itself", name), came
    for name, attempt in java_escapes.ESCAPES.items():
        source = f"class S {{ static boolean f() throws Throwable {{ {attempt} }} }}"
        with room() as it:
            [outcome] = run(source, [], inside=it).outcomes
        yield ("java", "by itself", name), "reached something" if outcome.value == Bool(value=True) else REFUSED


def _native() -> Iterator[tuple[tuple[str, str, str], str]]:
    """C++: those that try to reach something all in one job, the others by themselves."""
    runner = by_id("cpp").runner()
    inside = Room(runner.harness(), runner.prepared)
    source, numbers = cpp_escapes.program()

    def came_of(text: str, *given: int) -> Ran:
        return inside.run(
            Job(text, cpp_escapes.ENTRY, [Input((Int(one),)) for one in given], coverage=False, seconds=0.3)
        )

    outcomes = came_of(source, *(numbers[name] for name in cpp_escapes.REACHES)).outcomes
    for name, outcome in zip(cpp_escapes.REACHES, outcomes, strict=True):
        refused = (outcome.how, outcome.value) == ("return", Bool(value=False))
        yield ("cpp", "by itself", name), REFUSED if refused else "reached something"
    for name in cpp_escapes.ENDS:
        yield ("cpp", "by itself", name), came_of(source, numbers[name]).how
    for name, (text, _) in cpp_escapes.COMPILED.items():
        yield ("cpp", "by itself", name), came_of(text, 1).how
    inside.close()


def main() -> None:
    """Run everything and write the table."""
    FILE.write_text(written(dict([*_beside(), *_alone(), *_native()])), "utf-8")
    print(FILE)


if __name__ == "__main__":
    main()
