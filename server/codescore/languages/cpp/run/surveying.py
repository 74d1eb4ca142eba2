"""What can be called in a C++ text and with what: functions, static ones of classes, methods, then the program itself.

Reads only; nothing is compiled.  Neighbours: `reading` (the tree), `types` (declared types).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from codescore.languages.asked_texts import asked_texts
from codescore.languages.assumed import Assumption, once
from codescore.languages.bounded_rows import bounded
from codescore.languages.commands import apart, commands, uncommented
from codescore.languages.cpp.run.callables import callable_of
from codescore.languages.cpp.run.classes import asked, bound, is_own, made, makeable, whole
from codescore.languages.cpp.run.inputs import reads_of
from codescore.languages.cpp.run.near import before, read_with
from codescore.languages.cpp.run.outputs import is_output
from codescore.languages.cpp.run.reading import Argument, Class, Function, Program
from codescore.languages.cpp.run.types import loses_order, shape_of, shape_of_callable
from codescore.languages.examples_in_words import examples, undecorated, words_about
from codescore.languages.execution import Entry, Imported, Parameter, Survey, sequence_of
from codescore.languages.functions import shows
from codescore.languages.given import steady
from codescore.languages.given_order import given_order
from codescore.languages.handed import handed
from codescore.languages.headed import headed
from codescore.languages.in_tables import in_tables
from codescore.languages.input_rows import UNKNOWN, lines_of
from codescore.languages.left_open import left_open
from codescore.languages.line_parts import in_parts
from codescore.languages.meeting import may_meet
from codescore.languages.named_after import named
from codescore.languages.ordinary import Written, in_braces
from codescore.languages.powers import powers
from codescore.languages.quantities import quantities
from codescore.languages.set_anew import sets_anew
from codescore.languages.shapes import CallShape, Shape, StandardShape
from codescore.languages.shown import as_shown
from codescore.languages.text_forms import formed, unbroken
from codescore.languages.two_ends import ends, spanning
from codescore.languages.uncalled import Function as Piece
from codescore.languages.uncalled import called_in
from codescore.languages.values import Bool, Char, Float, Int, Text, Value
from codescore.languages.wording import keeps_arguments, may_be_negative, said

MAIN = "main"
_PRINTS = re.compile(r"\b(?:cout|printf|puts|putchar|fputs|fprintf|print|println)\b")
_SINGLE = re.compile(r"\bfloat\b")
_ASSUME = re.compile(r"codescore:\s*assume\s*=\s*([^\n]+?)\s*(?:\*/)?\s*$", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CALLS = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^<>;]*>)?\s*\(")
_UNION = re.compile(r"\bunion\s+(\w+)")
_PAIRS = re.compile(r"\bfor\s*\([^;:]*\[\s*(\w+)\s*,\s*(\w+)\s*\]\s*:\s*(\w+)\s*\)")
_CATCHES = re.compile(r"\bcatch\s*\(")
_WORD = re.compile(r"\w+")
_NOTHING = "there is no function to call"
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}


def survey(
    source: str,
    beside: Sequence[str] = (),  # noqa: ARG001  calls elsewhere are not read in C++
    imported: Sequence[Imported] = (),
) -> Survey:
    """What can be called: functions with a body, in source order, then the program if it has a `main`."""
    near = tuple((one.name, one.source) for one in imported)
    program = read_with(before(source, near) + source, source, near)
    unions = frozenset(_UNION.findall(_COMMENT.sub(" ", source)))
    shut = [f.name for f in program.functions if unions & _types_of(f)]
    entries = handed([entry for entry in _entries(program) if entry.name not in shut], _written(program))
    nothing = f"{shut[0]}() takes or gives a union, and nobody can see which member it has" if shut else _NOTHING
    return Survey(entries, tuple(_constants(program)), "" if entries else nothing, undecided=bool(shut))


def _types_of(function: Function) -> set[str]:
    """The names in the types of a function."""
    return {
        word for type_ in (function.result, *(p.type for p in function.parameters)) for word in _WORD.findall(type_)
    }


def _entries(program: Program) -> Iterator[Entry]:
    main: Entry | None = None
    before = 0
    # What the methods of those do, a single call does not show.
    keeping = {one.name for one in program.classes if _keeps(program, one)}
    for function in program.functions:
        if function.name == MAIN and not function.owner:
            main = _script(program)
        elif not function.hidden and not (function.member and _of_objects(function, keeping)):
            yield _entry(program, function, before)
        before = max(before, function.end)
    yield from _classes(program)
    if main is not None:
        yield main


def _keeps(program: Program, one: Class) -> bool:
    """Whether what one call leaves in an object may change the next; not where its one method sets all of it anew."""
    own = [f for f in program.functions if f.owner == one.name]
    bodies = {f.name: _body(program, f) for f in own}
    methods = [f.name for f in own if not (f.hidden or f.static)]
    if not one.works or len(methods) != 1 or one.makers != ((),) or len(bodies) != len(own):
        return one.state
    others = [text for name, text in bodies.items() if name != methods[0]]
    return not sets_anew(one.held, bodies[methods[0]], others, bodies)


def _of_objects(function: Function, keeping: set[str]) -> bool:
    """Whether a member of a class is run on objects that hold something, or is an operator, or not at all."""
    return function.name.startswith("operator") or (not function.static and function.owner in keeping)


def _classes(program: Program) -> Iterator[Entry]:
    """The classes whose objects can be made and asked something, as sequences of calls."""
    for one in program.classes:
        if not makeable(one):
            continue
        methods = [(_entry(program, method, method.start), method) for method in asked(program, one)]
        if not methods:
            continue
        taken = _of_class(program, one, tuple(_declared(program, made(one), ())), made(one))
        keeps = _keeps(program, one)
        make = Entry(one.name, "method", taken, owner=whole(one), assumptions=_of_maker(program, taken))
        shape = CallShape(one.name, tuple(p.shape for p in taken), sum(p.optional for p in taken))
        members = tuple(
            replace(
                entry,
                parameters=_of_class(program, one, entry.parameters, method.parameters, shape),
                tells=method.result != "void" or entry.prints,
            )
            for entry, method in methods
        )
        if keeps:
            members += tuple(Entry(name, "property", owner=one.name) for name, _ in one.fields)
        if any(shows(p.shape) for p in (*taken, *(p for member in members for p in member.parameters))):
            members = tuple(replace(member, tells=True, prints=True) for member in members)
        if any(member.tells for member in members):
            yield replace(sequence_of(one.name, (make, *members)), keeps=keeps)


def _of_maker(program: Program, taken: Sequence[Parameter]) -> tuple[Assumption, ...]:
    """What is assumed of what a constructor takes; which text is its body is not known."""
    shapes, whole_ = {p.name: p.shape for p in taken}, _all(program)
    asked = in_braces(shapes, "", whole_, {}, around=whole_)
    return once((*named([*shapes], whole_), *quantities(shapes, {}, whole_), *asked))


def _of_class(
    program: Program, one: Class, read_: Sequence[Parameter], taken: Sequence[Argument], own: Shape | None = None
) -> tuple[Parameter, ...]:
    """Parameters of a class's functions: what a template leaves open is bound, another object of it is made."""

    def of(parameter: Parameter, argument: Argument) -> Parameter:
        if own is not None and is_own(one, argument.type):
            return replace(parameter, shape=own)
        if not one.variables or isinstance(parameter.shape, StandardShape):
            return parameter
        type_ = bound(one, argument.type)
        shape = shape_of(type_, program, (), argument.name)
        return replace(parameter, shape=shape, declared=type_, plain=shape)

    return tuple(of(p, argument) for p, argument in zip(read_, taken, strict=True))


def _declared(program: Program, taken: Sequence[Argument], variables: tuple[str, ...]) -> Iterator[Parameter]:
    text = _all(program)
    for n, p in enumerate(taken, 1):
        shape = may_meet(shape_of(p.type, program, variables, p.name), text)
        yield Parameter(p.name or f"parameter {n}", shape, p.type, p.optional, shape)


def _parameters(program: Program, function: Function) -> Iterator[Parameter]:
    """What a function takes, with functions where it calls what a template leaves open."""
    plain = tuple(_declared(program, function.parameters, function.variables))
    for one, argument in zip(plain, function.parameters, strict=True):
        called = callable_of(program, function, argument)
        beside = [other.shape for other in plain if other is not one]
        yield one if called is None else replace(one, shape=shape_of_callable(called, beside))


def _text(program: Program, start: int, end: int) -> str:
    return program.source[start:end].decode("utf-8", "replace")


def _script(program: Program) -> Entry:
    whole = _text(program, 0, len(program.source))
    plain, words = apart(whole)
    raw = program.source.decode("latin-1")  # a character a byte
    pieces = (Piece(one.name, one.owner.rpartition("::")[2], one.start, one.end) for one in program.functions)
    used = called_in(uncommented(raw), pieces)
    reads, constants = in_parts(reads_of(program), plain), [*_constants(program)]
    told = commands(plain, words, reads, lambda first: lines_of(first, constants, used))
    shape = bounded(told or lines_of(reads, constants, used) or UNKNOWN, words)
    return Entry(MAIN, "script", (Parameter("stdin", shape),), assumes=tuple(_ASSUME.findall(whole)), prints=True)


def _spans(body: str, names: list[str]) -> Iterator[Assumption]:
    """`for (const auto& [start, end] : spans)`: the first of each pair is below the second."""
    for one, two, over in _PAIRS.findall(body):
        yield from ends(over, one, two) if over in names else ()


def _all(program: Program) -> str:
    return _COMMENT.sub(" ", _text(program, 0, len(program.source)))


def _body(program: Program, function: Function) -> str:
    return _COMMENT.sub(" ", _text(program, function.body, function.end))


def _written(program: Program) -> dict[str, Written]:
    return {one.name: ([p.name for p in one.parameters], _body(program, one)) for one in program.functions}


def _entry(program: Program, function: Function, before: int) -> Entry:
    body = _body(program, function)
    names = [parameter.name for parameter in function.parameters]
    whole = _text(program, 0, len(program.source))
    own = _words(_text(program, before, function.start)) or words_about(whole, function.name)
    words = headed(own, whole, function.owner, names)
    declared = tuple(_parameters(program, function))
    found = examples(words, function.name, declared)
    shapes = {p.name: p.shape for p in declared}
    return Entry(
        name=function.name,
        kind="method" if function.member and not function.static else "function",
        parameters=tuple(as_shown(p, [e.arguments[n] for e in found]) for n, p in enumerate(declared)),
        owner=function.owner or None,
        examples=found,
        assumptions=once(
            (
                *said(words, names),
                *named(names, body),
                *spanning(shapes),
                *quantities(shapes, {}, words + body, _all(program) if function.member else ""),
                *in_braces(shapes, words, body, _written(program), around=_all(program) if function.member else ""),
                *in_tables(shapes, body, whole),
                *unbroken(shapes, words + body),
                *formed(shapes, {}, words, body, whole),
                *_sizes(function),
                *_spans(body, names),
                *steady(shapes, tries=bool(_CATCHES.search(body))),
            )
        ),
        preserves=keeps_arguments(words, shapes),
        left_open=left_open(words),
        searches=given_order(body, words, _all(program)),
        negative=may_be_negative(words, [*shapes]),
        outputs=frozenset(
            p.name for p, one in zip(function.parameters, declared, strict=True) if is_output(p, one.shape, body)
        ),
        assumes=tuple(_ASSUME.findall(whole)),
        unordered=loses_order(function.result),
        prints=bool(_PRINTS.search(body)) or any(shows(p.shape) for p in declared),
        single=bool(_SINGLE.search(_text(program, function.start, function.end))),
        uses=frozenset(_CALLS.findall(body)),
    )


def _words(gap: str) -> str:
    """The comments between two functions, without their decoration; what else stands there says nothing."""
    return "\n".join(undecorated(found[0]) for found in _COMMENT.finditer(gap))


def _sizes(function: Function) -> Iterator[Assumption]:
    """A whole number after an array is how long that is, where it is called so."""
    for one, two in pairwise(function.parameters):
        if re.search(r"\*|\[", one.type) and re.fullmatch(r"n|\w*(?:size|len|length|count)|\w+_?n", two.name.lower()):
            because = f"{two.name!r} follows the array {one.name!r}"
            yield Assumption(two.name, "within", because, certain=True, other=one.name)


def _constants(program: Program) -> Iterator[Value]:
    values = [constant(kind, text) for kind, text in program.literals]
    code = program.source.decode("latin-1")
    yield from dict.fromkeys(v for v in (*values, *powers(code), *asked_texts(code)) if v is not None)


def constant(kind: str, text: str) -> Value | None:
    """The value of a literal; None where it cannot be read."""
    if kind in ("true", "false"):
        return Bool(kind == "true")
    if kind == "number_literal":
        return _number(text.replace("'", ""))
    inner = text[text.find('"' if kind == "string_literal" else "'") + 1 : -1]
    plain = _ESCAPE.sub(_unescaped, inner)
    if kind == "string_literal":
        return Text(plain)
    return Char(plain) if len(plain) == 1 else None


def _number(text: str) -> Value | None:
    plain = text.lower().rstrip("ulz") if text.lower().startswith(("0x", "0b")) else text.lower().rstrip("ulzf")
    try:
        octal = len(plain) > 1 and plain.isdigit() and plain.startswith("0")
        return Int(int(plain, 8) if octal else int(plain, 0))
    except ValueError:
        pass
    try:
        return Float(float(plain))
    except ValueError:
        return None


def _unescaped(match: re.Match[str]) -> str:
    number = match[1] or match[3]
    if number:
        return chr(min(int(number, 16), 0x10FFFF))
    if match[2]:
        return chr(int(match[2], 8))
    return _ESCAPES.get(match[4], match[4])
