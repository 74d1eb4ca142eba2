"""What JavaScript programs are seen to read from their input, and that a bug in one shows on lines of its form."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.input_rows import UNKNOWN
from codescore.languages.javascript.run.reading import reads_of
from codescore.languages.registry import by_id
from codescore.languages.shapes import TO_THE_END, LinesShape, OneOf
from codescore.syntax import parse
from tests.evidence.javascript.run import entry_of, needs_node

pytestmark = needs_node
JAVASCRIPT = by_id("javascript")
_LINES = "const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n');\n"
_TOKENS = "const data = require('fs').readFileSync(0, 'utf8').split(/\\s+/).map(Number);\nlet p = 0;\n"
_TOLD = "const rl = require('readline').createInterface({ input: process.stdin });\n"
_PIECES = "let input = '';\nprocess.stdin.on('data', c => { input += c; });\n"
_SOLVE = "function solve(lines) { for (const line of lines.slice(1)) console.log(line.length); }\n"


def _reads(source: str) -> list[object]:
    return reads_of(parse(JAVASCRIPT, source.encode()).root)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            _LINES + "const n = parseInt(lines[0], 10);\nconst xs = lines[1].split(' ').map(Number);\n"
            "for (let i = 0; i < n; i++) console.log(xs[i] + Number(lines[0]));",
            [["int", "n"], ["newline"], ["row", "xs"]],
        ),
        (
            _LINES + "const [n, m] = lines[0].split(' ').map(Number);\n"
            "for (let i = 1; i <= m; i++) { const [a, b] = lines[i].split(' ').map(Number); console.log(a + b); }",
            [
                ["split", " ", [["int", "n"], ["int", "m"]]],
                ["loop", "m", [["split", " ", [["int", "a"], ["int", "b"]]]]],
            ],
        ),
        (
            _TOKENS + "const t = data[p++];\nfor (let i = 0; i < t; i++) { const n = data[p++]; let s = 0;\n"
            "for (let j = 0; j < n; j++) s += data[p++]; console.log(s); }",
            [["int", "t"], ["loop", "t", [["int", "n"], ["loop", "n", [["int", ""]]]]]],
        ),
        (
            _TOLD + "rl.on('line', (line) => { const [name, amount] = line.split(','); console.log(name, +amount); });",
            [["loop", "*", [["split", ",", [["word", "name"], ["int", "amount"]]]]]],
        ),
        (
            _TOLD + "const all = [];\nrl.on('line', l => all.push(l.trim()));\nrl.on('close', () => {\n"
            "all.forEach(l => { const parts = l.split(/\\s+/); console.log(parts[0], parseFloat(parts[2])); }); });",
            [["loop", "*", [["split", " ", [["word", ""], ["word", ""], ["float", ""]]]]]],
        ),
        (
            _PIECES + "process.stdin.on('end', () => {\n"
            "const [first, ...rest] = input.trim().split('\\n');\nconst count = Number(first);\n"
            "rest.slice(0, count).map(line => { const [who, ...marks] = line.split(' ');\n"
            "console.log(who, marks.map(Number)); }); });",
            [
                ["int", "first"],
                ["newline"],
                ["loop", "first", [["split", " ", [["word", "who"], ["int", "marks"]], "some"]]],
            ],
        ),
        (
            _LINES + "let at = 0;\nconst next = () => lines[at++];\nconst n = Number(next());\n"
            "for (let i = 0; i < n; i++) { const s = next().trim(); console.log(s); }",
            [["int", "n"], ["newline"], ["loop", "n", [["line", "s"]]]],
        ),
        (
            "async function all() {\n" + _TOLD + "for await (const line of rl) console.log(Number(line));\n}\nall();",
            [["loop", "*", [["int", "line"], ["newline"]]]],
        ),
        (
            _LINES + "for (const line of lines) { const [who, what] = line.split('|'); console.log(what, who); }",
            [["loop", "*", [["split", "|", [["word", "who"], ["word", "what"]]]]]],
        ),
        (
            _LINES + "for (const line of lines) { const [who, what] = line.split(/\\s*[=:]\\s*/); console.log(what); }",
            [["loop", "*", [["split", "=", [["word", "who"], ["word", "what"]]]]]],
        ),
        (
            _SOLVE + "solve(require('fs').readFileSync('/dev/stdin').toString().split('\\n'));",
            [["loop", "*", [["line", "line"]]]],
        ),
    ],
)  # fmt: skip
def test_what_is_read_is_seen(source: str, wanted: list[object]) -> None:
    assert _reads(source) == wanted


def test_a_line_that_is_held_against_a_pattern_is_like_it() -> None:
    source = (
        _LINES + "for (const line of lines) { const m = line.match(/^(\\w+): (\\d+)$/); if (m) console.log(m[1]); }"
    )
    (loop,) = _reads(source)
    assert loop[:2] == ["loop", "*"]
    assert any(one.startswith("a: ") for one in loop[2][0][1])


def test_rows_come_to_the_end() -> None:
    source = _TOLD + "rl.on('line', line => { const [a, b] = line.split(';'); console.log(b, a); });"
    (parameter,) = entry_of(source, "").parameters
    assert isinstance(parameter.shape, LinesShape)
    (row,) = parameter.shape.rows
    assert (row.separator, row.until, len(row.tokens)) == (";", TO_THE_END, 2)


def test_commands_have_what_is_read_behind_them() -> None:
    source = _LINES + (
        "const stack = [];\nfor (const line of lines) {\n  const [cmd, arg] = line.split(' ');\n"
        "  if (cmd === 'push') stack.push(Number(arg));\n  else if (cmd === 'pop') console.log(stack.pop());\n}"
    )
    (parameter,) = entry_of(source, "").parameters
    assert isinstance(parameter.shape, OneOf)
    known = {one.value for one in parameter.shape.options[0].rows[0].tokens[0].values}
    assert {"push 1", "pop"} <= known


@pytest.mark.parametrize("source", ["console.log(require('fs').readFileSync(0, 'utf8').match(/[a-z]+/g));", "f(;"])
def test_where_nothing_is_seen_it_is_what_most_do(source: str) -> None:
    assert _reads(source) == []
    assert isinstance(UNKNOWN, OneOf)


@pytest.mark.parametrize(
    ("candidate", "wanted"),
    [
        ("b.score - a.score || (a.name > b.name ? 1 : a.name < b.name ? -1 : 0)", "equivalent"),
        ("b.score - a.score", "differs"),
    ],
)
def test_a_bug_shows_on_lines_of_the_form_that_is_read(candidate: str, wanted: str) -> None:
    reference = _LINES + (
        "const rows = lines.map(line => {\n  const [name, score] = line.split(',');\n"
        "  return { name, score: Number(score) };\n});\n"
        "rows.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));\n"
        "rows.forEach((row, place) => console.log(`${place + 1}. ${row.name} (${row.score})`));\n"
    )
    other = reference.replace("b.score - a.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)", candidate)
    with EvidenceSession() as session:
        assert session.judge(other, reference, JAVASCRIPT).verdict == wanted
