"""JavaScript and TypeScript programs of several files: those beside a program go with it, and nothing else does."""

# ruff: noqa: E501  the programs under test are data
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.engine import Source
from codescore.evidence.libraries import of_program
from codescore.languages.execution import NO_LIBRARIES
from codescore.languages.javascript.neighbours import neighbours
from codescore.languages.registry import by_id
from codescore.lsp.libraries import Looked
from codescore.lsp.settings import Settings
from codescore.references import CandidateLocation
from codescore.syntax import parse
from tests.evidence.javascript.run import needs_node

MONEY = """export class Money {
  constructor(cents = 0) { this.cents = cents; }
  plus(other) { return new Money(this.cents + other.cents); }
}
export default Money;
"""
REQUIRED = MONEY.replace("export default Money", "module.exports = { Money }").replace("export class", "class")
PRICES = """
/** @param {Money[]} prices */
export function total(prices) {
  let sum = new Money(0);
  for (const price of prices) sum = sum.plus(price);
  return sum;
}
"""
PLAIN = PRICES.replace("export function", "module.exports.total = total;\nfunction")
TYPED = """export class Money {
  constructor(readonly cents: number = 0) {}
  plus(other: Money): Money { return new Money(this.cents + other.cents); }
}
"""
TYPED_PRICES = PRICES.replace("(prices)", "(prices: Money[]): Money")
TWICE = "export function twice(n) { return money.add(n, n); }\n"
ADD = "import { plus } from './sums/plus.js';\nexport function add(a, b) { return plus(a, b); }\n"
SUM = "export function plus(a, b) { return a + b; }\n"
LINE = """import type { Line } from './line';
export function cost(lines: Line[]): number {
  let sum = 0;
  for (const line of lines) sum += line.price.cents * line.count;
  return sum;
}
"""
#: The files of a program, the first of them the one that is judged.
FORMS = {
    "named": {"prices.js": "import { Money } from './money.js';" + PRICES, "money.js": MONEY},
    "default": {"prices.mjs": 'import Money from "./money";' + PRICES, "money.js": MONEY},
    "renamed": {"prices.js": "import { Money as Amount } from './money';" + PRICES.replace("Money", "Amount"), "money.js": MONEY},
    "required": {"prices.js": "const { Money } = require('./money');" + PLAIN, "money.js": REQUIRED},
    "whole": {
        "prices.js": "const Money = require('./money.js');" + PLAIN,
        "money.js": REQUIRED.replace("{ Money }", "Money"),
    },
    "typed": {"prices.ts": "import { Money } from './money';" + TYPED_PRICES, "money.ts": TYPED},
    "compiled": {"prices.ts": "import { Money } from './money.js';" + TYPED_PRICES, "money.ts": TYPED},
    "handed on": {
        "prices.ts": "import { Money } from './shop';" + TYPED_PRICES,
        "shop/index.ts": "export * from './money';\nexport { nothing } from '../nothing';",
        "shop/money.ts": TYPED,
        "nothing.ts": "export const nothing = 0;",
    },
    "all of it": {"twice.js": "import * as money from './money';\n" + TWICE, "money.js": ADD, "sums/plus.js": SUM},
    "types": {
        "cost.ts": LINE,
        "line.ts": "import { Money } from './money';\nexport interface Line { price: Money; count: number }\n",
        "money.ts": TYPED,
    },
}  # fmt: skip
#: What makes a program another one, beside it.
FAULTS = {"this.cents + other.cents": "this.cents + 2 * other.cents", "a + b": "a - b"}


def written(folder: Path, files: dict[str, str]) -> str:
    """Write files; where the first one is."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder / next(iter(files)))


def judged(capsys: pytest.CaptureFixture[str], candidate: str, reference: str, *more: str) -> dict[str, object]:
    assert main(["evidence", "--json", "--budget", "0.3", candidate, reference, *more]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def with_fault(files: dict[str, str]) -> dict[str, str]:
    """The same program with a fault in a file beside it."""
    first, *others = files
    made = {first: files[first]}
    for name in others:
        text = files[name]
        for right, wrong in FAULTS.items():
            text = text.replace(right, wrong)
        made[name] = text
    assert made != files
    return made


class TestRunning:
    """Each side has its own files."""

    pytestmark = needs_node

    @pytest.mark.parametrize("form", [one for one in FORMS if one != "types"])
    def test_a_program_of_several_files(self, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        files = FORMS[form]
        reference, wrong = written(tmp_path / "theirs", files), written(tmp_path / "wrong", with_fault(files))
        right = written(tmp_path / "right", {**files, next(iter(files)): files[next(iter(files))] + "\n"})
        found = judged(capsys, right, reference)
        assert found["verdict"] == "equivalent", found["reason"]
        assert judged(capsys, wrong, reference)["verdict"] == "differs"
        assert judged(capsys, reference, wrong)["verdict"] == "differs"

    def test_types_that_are_declared_elsewhere(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """An interface of another file, whose fields are objects of a class of a third."""
        files = FORMS["types"]
        reference = written(tmp_path / "theirs", files)
        wrong = written(tmp_path / "wrong", {**files, "cost.ts": LINE.replace("* line.count", "+ line.count")})
        right = written(tmp_path / "right", {**files, "cost.ts": LINE.replace("sum += ", "sum = sum + ")})
        assert judged(capsys, right, reference)["verdict"] == "equivalent"
        found = judged(capsys, wrong, reference)
        assert found["verdict"] == "differs"
        assert "Money(" in str(found["reason"])

    def test_a_program_that_reads_its_input(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = (
            "const { double } = require('./double');\n"
            "const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n');\n"
            "console.log(double(parseInt(lines[0])));\n"
        )
        double = "exports.double = (n) => 2 * n;\n"
        reference = written(tmp_path / "theirs", {"main.js": text, "double.js": double})
        right = written(tmp_path / "right", {"main.js": text, "double.js": double.replace("2 * n", "n + n")})
        wrong = written(tmp_path / "wrong", {"main.js": text, "double.js": double.replace("2 * n", "n * n")})
        assert judged(capsys, right, reference)["verdict"] == "equivalent"
        assert judged(capsys, wrong, reference)["verdict"] == "differs"

    @pytest.mark.parametrize("there", [True, False])
    def test_a_single_file_beside_one_of_several(
        self, there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Classes go by their names, wherever they are declared."""
        single = written(tmp_path / "one", {"prices.js": MONEY.replace("export default Money;", "") + PRICES})
        several = written(tmp_path / "several", FORMS["named"])
        pair = (single, several) if there else (several, single)
        assert judged(capsys, *pair, "--unit", "total")["verdict"] == "equivalent"

    def test_files_that_import_each_other(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """In a circle, also by way of the program: each is loaded once."""
        even = "import { odd } from './odd.js';\nexport const ZERO = 0;\nexport function even(n) { return n <= ZERO ? true : odd(n - 1); }\n"
        odd = "import { even, ZERO } from './even.js';\nexport const odd = (n) => (n <= ZERO ? false : even(n - 1));\n"
        short = "export function even(n) { return n <= 0 || n % 2 === 0; }\n"
        circle = written(tmp_path / "circle", {"even.js": even, "odd.js": odd})
        assert judged(capsys, circle, written(tmp_path / "short", {"even.js": short}))["verdict"] == "equivalent"
        own = written(tmp_path / "own", {"a.js": "const b = require('./b');\nexports.twice = (n) => b.times(n, 2);\n",
                                         "b.js": "const b = require('./b');\nrequire('./a');\nexports.times = (n, m) => n * m;\n"})  # fmt: skip
        plain = written(tmp_path / "plain", {"a.js": "exports.twice = (n) => n + n;\n"})
        assert judged(capsys, own, plain)["verdict"] == "equivalent"

    @pytest.mark.parametrize("kind", ["outside", "link", "huge", "missing", "broken", "reference"])
    def test_what_is_not_given_is_not_there(
        self, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Nobody is called wrong for it, and nobody gets at the program that it is compared with."""
        reference = written(tmp_path / "ours", {"answer.js": "exports.twice = (n) => 2 * n;\n"})
        folder = tmp_path / "ours"
        text = "exports.twice = (n) => 2 * n;\n"
        named = {"outside": "../outside", "reference": "./answer"}.get(kind, "./helper")
        if kind in ("outside", "link"):
            (tmp_path / "outside.js").write_text(text)
        if kind == "link":
            (folder / "helper.js").symlink_to(tmp_path / "outside.js")
        if kind in ("huge", "broken"):
            (folder / "helper.js").write_text(text + ("/" * 300_000 if kind == "huge" else "}}} {{{"))
        mine = written(folder, {"mine.js": f"const b = require('{named}');\nexports.twice = (n) => b.twice(n);\n"})
        assert judged(capsys, mine, reference)["verdict"] == "environment-failure"

    def test_nothing_stands_for_objects_of_an_unknown_class(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Where the file that declares a type is not there, what needs one is not run; other functions are."""
        text = (
            "import type { Money } from './money';\n"
            "export function double(price: Money): Money { return price.plus(price); }\n"
            "export function twice(n: number): number { return n + n; }\n"
            "export class Till {\n  private sum = 0;\n"
            "  add(price: Money): number { this.sum += price.value(); return this.sum; }\n}\n"
        )
        reference = written(tmp_path / "theirs", {"prices.ts": text})
        found = judged(capsys, written(tmp_path / "mine", {"prices.ts": text.replace("n + n", "2 * n")}), reference)
        units = found["units"]
        assert isinstance(units, list)
        verdicts = {one["reference_unit"]: (one["verdict"], one["reason"]) for one in units}
        assert verdicts["twice"][0] == "equivalent"
        for name in ("double", "Till.add"):
            assert verdicts[name][0] == "untested"
            assert "takes Money, which is imported from a module that is not here" in verdicts[name][1]

    def test_a_class_takes_what_the_one_above_it_in_another_file_takes(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        till = "import { Base } from './base';\nexport class Till extends Base {\n  twice(n: number): number { return this.sum * n; }\n}\n"
        base = "export class Base {\n  sum: number;\n  constructor(sum: number) { this.sum = sum; }\n}\n"
        reference = written(tmp_path / "theirs", {"till.ts": till, "base.ts": base})
        wrong = written(tmp_path / "wrong", {"till.ts": till, "base.ts": base.replace("= sum", "= sum + 1")})
        found = judged(capsys, wrong, reference)
        assert found["verdict"] == "differs"
        assert "new Till(" in str(found["reason"])

    @pytest.mark.parametrize(
        "files",
        [
            {"a.ts": "import { X } from './b';\nimport { Y } from './c';\nexport function f(x: X): number { return x.value(); }",
             "b.ts": "export class X { constructor(private n: number) {} value() { return this.n; } }",
             "c.ts": "class X {}\nexport class Y { x = new X(); }"},
            {"a.js": "import { count, add } from './b.js';\nexport function f(n) { add(); return n + count; }",
             "b.js": "export let count = 0;\nexport function add() { count++; }"},
        ],
        ids=["two classes of one name", "a variable that changes"],
    )  # fmt: skip
    def test_what_is_not_sure_is_not_run(
        self, files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        one, two = written(tmp_path / "one", files), written(tmp_path / "two", files)
        assert judged(capsys, one, two)["verdict"] in ("untested", "environment-failure")

    def test_only_the_program_is_judged(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Functions of other files are no units, and a difference in them that no call shows is none."""
        files = FORMS["named"]
        more = {**files, "money.js": MONEY + "export function unused(n) { return n + 1; }\n"}
        found = judged(capsys, written(tmp_path / "a", more), written(tmp_path / "b", files))
        assert found["verdict"] == "equivalent"
        units = found["units"]
        assert isinstance(units, list)
        assert [one["reference_unit"] for one in units] == ["total"]


class TestReading:
    """What is read from the disk; nothing is run."""

    def test_what_is_imported_is_read_also_by_way_of_others(self, tmp_path: Path) -> None:
        files = {
            "main.ts": "import a from './a.js';\nimport './lib';\nconst c = await import('./data.json');\nimport fs from 'fs';",
            "a.ts": "export { b } from './b'; // ./main\nimport './main';",
            "b.ts": "",
            "lib/index.js": "require('../a')",
            "data.json": "{}",
            "unused.ts": "",
        }
        path = Path(written(tmp_path, files))
        names = [name for name, _ in neighbours(files["main.ts"], path)]
        assert names == ["main.ts", "a.ts", "lib/index.js", "data.json", "b.ts"]

    @pytest.mark.parametrize(
        "named", ["../secret", "./in/../../secret", "/etc/hostname", "./link", "./folder/secret", "./self", ".", "./a\\0b", "./fifo"]
    )  # fmt: skip
    def test_nothing_outside_of_the_folder_is_read(self, named: str, tmp_path: Path) -> None:
        """Not by a path, not by a link to a file or a folder, not by one that leads to itself."""
        folder = tmp_path / "inside"
        folder.mkdir()
        (tmp_path / "secret.js").write_text("SECRET")
        (folder / "link.js").symlink_to(tmp_path / "secret.js")
        (folder / "folder").symlink_to(tmp_path)
        (folder / "self.js").symlink_to(folder / "self.js")
        os.mkfifo(folder / "fifo.js")
        assert neighbours(f"require('{named}')", folder / "main.js") == ()

    def test_what_is_read_is_bounded(self, tmp_path: Path) -> None:
        """However many files there are, and however large they are."""
        for number in range(100):
            (tmp_path / f"a{number}.js").write_text(f"require('./a{number + 1}')" + " " * 20_000)
        found = neighbours("require('./a0')", tmp_path / "main.js")
        assert 10 < len(found) <= 41
        assert sum(len(text) for _, text in found) <= 1 << 19

    def test_the_other_program_is_never_among_them(self, tmp_path: Path) -> None:
        """On neither side, by whatever name."""
        language = by_id("javascript")
        assert language is not None
        text = "require('./other'); require('./alias'); require('./helper');"
        mine, other = (written(tmp_path, {name: text if name == "mine.js" else ""}) for name in ("mine.js", "other.js"))
        (tmp_path / "alias.js").symlink_to(tmp_path / "other.js")
        written(tmp_path, {"helper.js": "require('./other')"})
        found = of_program(NO_LIBRARIES, language, mine, text, other)
        assert [name for name, _ in found.neighbours] == ["mine.js", "helper.js"]

    def test_in_an_editor_they_lie_in_the_workspace(self, tmp_path: Path) -> None:
        """A workspace may hold a link to a file elsewhere; what lies beside that is not its to show."""
        language = by_id("javascript")
        assert language is not None
        text = "require('./helper');"
        elsewhere = written(tmp_path / "elsewhere", {"mine.js": text, "helper.js": ""})
        inside = Path(written(tmp_path / "workspace", {"mine.js": text, "helper.js": ""}))
        link = inside.parent / "link.js"
        link.symlink_to(elsewhere)
        source = Source("mine.js", parse(language, text.encode()), ())
        for path, allowed, found in ((inside, False, True), (link, False, False), (link, True, True)):
            looked = Looked(Settings(allow_outside_references=allowed), CandidateLocation(path, inside.parent))
            ours = looked._beside(source, str(path), "-")
            assert bool(ours.neighbours) == found
