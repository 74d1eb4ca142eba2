"""What a Python program's text says can be called, and with what: the `survey` of `languages.execution.Runner`.

Neighbours: `shaping` and `usage` (shapes of parameters), `examples` (inputs in its words), `assuming` (preconditions).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from codescore.languages import guessing
from codescore.languages.called import names_in
from codescore.languages.complete import complete
from codescore.languages.described import about
from codescore.languages.execution import Entry, EntryKind, Imported, Input, Parameter, Survey
from codescore.languages.fields_named import named_by_texts
from codescore.languages.given import failing
from codescore.languages.handed import handed
from codescore.languages.in_tables import in_tables
from codescore.languages.left_open import left_open
from codescore.languages.none_given import without_nothing
from codescore.languages.ordinary import Written, two_things, unread
from codescore.languages.owned import called
from codescore.languages.places import looked_into
from codescore.languages.python.run import examples, shaping
from codescore.languages.python.run.around import Around
from codescore.languages.python.run.assuming import assumptions
from codescore.languages.python.run.bounding import with_empty
from codescore.languages.python.run.classes import abstract, bare_methods, class_entry, own_classes
from codescore.languages.python.run.constants import constants_in
from codescore.languages.python.run.currying import curried
from codescore.languages.python.run.documented import shape_of
from codescore.languages.python.run.factories import factory_entry
from codescore.languages.python.run.fitting import gone_into, looked_up
from codescore.languages.python.run.matched import matched
from codescore.languages.python.run.nodes import caught, last_name, makes_sets, parsed, tree_of, tries
from codescore.languages.python.run.none_given import asked_about
from codescore.languages.python.run.own_keys import own_keys
from codescore.languages.python.run.parting import with_less
from codescore.languages.python.run.refusing import refused_kinds
from codescore.languages.python.run.scripts import is_script, script
from codescore.languages.python.run.searching import searches
from codescore.languages.python.run.standard import Standard
from codescore.languages.python.run.usage import Reader
from codescore.languages.ranges import ranges
from codescore.languages.said_inputs import distinct
from codescore.languages.shapes import (
    KEYWORDS,
    SPREAD,
    AnyShape,
    CallShape,
    IntShape,
    MappingShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
)
from codescore.languages.shown import one_of
from codescore.languages.text_forms import told_moments
from codescore.languages.values import Value
from codescore.languages.wording import keeps_arguments, may_be_negative

_ASSUME = re.compile(r"#\s*codescore:\s*assume\s*[=:]\s*(.+?)\s*$", re.MULTILINE)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_NOTHING = "nothing in it can be called by itself: no function, no class with methods of its own, nothing that runs"
_DEEP = "it is nested too deeply"
#: Modules whose names are known, or stand in declarations beside what is.
_TOLD = {*sys.stdlib_module_names, "typing_extensions", "numpy", "pydantic", "annotated_types"}
_KEYWORDS = "pqr"  # what names are made of that nobody gave


def survey(source: str, beside: Sequence[str] = (), imported: Sequence[Imported] = ()) -> Survey:
    """What can be called, in source order, the whole program last; total."""
    try:
        tree = tree_of(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as problem:
        said = str(problem).replace("<unknown>, ", "")
        return Survey((), problem=f"it does not parse: {said}")
    try:
        return _surveyed(tree, source, beside, imported)
    except RecursionError:
        return Survey((), problem=_DEEP, undecided=True)
    except ValueError as problem:  # a number that is too long to be written in decimal
        return Survey((), problem=f"it cannot be read: {problem}", undecided=True)


def _surveyed(tree: ast.Module, source: str, beside: Sequence[str], imported: Sequence[Imported]) -> Survey:
    program = _program(tree, source, beside, imported)
    functions = {node.name: node for node in tree.body if isinstance(node, _Function)}

    def read(node: _Function) -> Entry:
        return _entry(node, None, program)

    entries = [curried(node, read) or read(node) for node in tree.body if isinstance(node, _Function)]
    wholes = (factory_entry(node, read) for node in functions.values())
    entries += [whole for whole in wholes if whole is not None]
    for class_ in (node for node in tree.body if isinstance(node, ast.ClassDef) and not abstract(node)):
        methods = [node for node in class_.body if isinstance(node, _Function)]
        if not any(m.name == "__init__" and len(m.args.args) - len(m.args.defaults) > 1 for m in methods):
            entries += [_entry(m, class_, program) for m in methods if not m.name.startswith("__")]
        whole = class_entry(class_, tree, lambda node, owner: _entry(node, owner, program))
        entries += [whole] if whole is not None else []
    entries += [script(tree, source)] if is_script(tree) else []
    return Survey(
        handed(entries, _bodies(tree)),
        constants_in(tree, source),
        "" if entries else _NOTHING,
        bare=frozenset(bare_methods(tree)),
        refusing=refused_kinds(tree),
    )


def _program(tree: ast.Module, source: str, beside: Sequence[str], imported: Sequence[Imported]) -> _Program:
    """The whole, with the classes of which objects can be made: its own, and those that it imports from beside it."""
    calls = examples.calls_in(tree, *filter(None, map(parsed, beside)))
    functions = {node.name: node for node in tree.body if isinstance(node, _Function)}
    there = looked_up(tree), gone_into(tree)
    assumed = tuple(_ASSUME.findall(source))
    reader = Reader(tree)
    around, unknown = Around(functions, tree, reader.methods), _elsewhere(tree, imported, reader.standard)
    program = _Program(tree, reader, calls, assumed, around, there, source, unknown)
    for one in imported:
        other = parsed(one.source)
        known = _program(other, one.source, (), one.imported).reader.standard.classes if other is not None else {}
        if one.there in known:
            program.reader.standard.classes[one.name] = called(known[one.there], one.there, one.name)
    for name, own in own_classes(tree, lambda node, owner: _entry(node, owner, program)):
        program.reader.standard.classes[name] = own
    return program


def _bodies(tree: ast.Module) -> dict[str, Written]:
    """What each function takes, and what it does, without its documentation."""
    found: dict[str, Written] = {}
    for node in ast.walk(tree):
        if isinstance(node, _Function):
            names = [place.arg for place in (*node.args.posonlyargs, *node.args.args)]
            body = node.body[ast.get_docstring(node) is not None :]
            found[node.name] = (names[names[:1] in (["self"], ["cls"]) :], "\n".join(map(ast.unparse, body)))
    return found


@dataclass(frozen=True, slots=True)
class _Program:
    """What is known of the whole while its functions are looked at."""

    tree: ast.Module
    reader: Reader
    calls: dict[str, list[ast.Call]]
    assumes: tuple[str, ...]
    around: Around
    there: tuple[frozenset[str], frozenset[str]]  # keys that are only looked up, attributes that are only gone into
    source: str
    unknown: tuple[str, ...] = ()  # names that are imported from where nobody can look


def _entry(node: ast.FunctionDef | ast.AsyncFunctionDef, owner: ast.ClassDef | None, program: _Program) -> Entry:
    places = [*node.args.posonlyargs, *node.args.args]
    bound = owner is not None and not any(
        isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list
    )
    kinds = program.reader.kinds(node)
    needed = max(0, len(places[bound:]) - len(node.args.defaults))
    fixed = _types_taken(node) | program.reader.methods.bound(node)
    first = next((n for n, place in enumerate(places[bound:]) if n >= needed and place.arg in fixed), len(places))
    places = places[: first + bound]
    names = [place.arg for place in places][bound:]
    own, module = ast.get_docstring(node, clean=False), _comment_docs(program.tree)
    around = (ast.get_docstring(owner) if owner is not None else "", module if own else "")
    words = "\n\n".join(filter(None, (own or module, about("\n\n".join(filter(None, around)), names))))
    used = without_nothing(guessing.of_kinds(kinds), {*names[:needed]} - asked_about(node))
    used = told_moments(used, kinds, words)
    told = examples.in_words(words, node.name, names, needed)
    found = distinct(chain(told, examples.in_code(program.calls.get(node.name, []), names, needed)))
    said = f"{_spoken(node.name)}. {words}"
    parameters = tuple(
        Parameter(
            place.arg,
            guessing.settled(shape_of(place, used[place.arg], _given(found, number), said, program.reader.standard)),
            ast.unparse(place.annotation) if place.annotation is not None else "",
            number >= needed,
            shaping.of_annotation(place.annotation, program.reader.standard) or AnyShape(),
        )
        for number, place in enumerate(places[bound:])
    )
    whole = [*parameters, *_further(node, used, program.reader.standard, fixed)]
    emptied = with_empty(node, whole, program.around)
    parameters = _in_order(with_less(emptied, program.around.reached(node)))
    parameters = tuple(replace(one, shape=_outermost(node, one.name, one.shape)) for one in parameters)
    if tries(owner or node):
        errors = caught(owner or node)
        parameters = tuple(replace(one, shape=failing(one.shape, errors)) for one in parameters)
    text = ast.unparse(node)
    parameters = named_by_texts(parameters, text)
    shapes = {parameter.name: parameter.shape for parameter in parameters}
    kind: EntryKind = "method" if owner is not None else "function"
    returned = shaping.of_annotation(node.returns, program.reader.standard)
    return Entry(
        name=node.name,
        kind=kind,
        parameters=parameters,
        owner=owner.name if owner is not None else None,
        examples=found,
        assumptions=(
            *assumptions(node, words, shapes, kinds, program.around),
            *matched(program.tree, node),
            *looked_into(kinds, program.reader.looked),
            *own_keys(program.tree, node, kinds, program.reader),
            *complete(shapes, *program.there),
            *two_things(shapes, text),
            *unread(shapes, "\n".join(map(ast.unparse, node.body[ast.get_docstring(node) is not None :]))),
            *ranges(shapes, text),
            *in_tables(shapes, text, program.source),
        ),
        preserves=keeps_arguments(words, shapes),
        left_open=left_open(words),
        negative=may_be_negative(words, [*shapes]),
        assumes=program.assumes,
        unordered=type(returned).__name__ == "GroupShape",
        prints=_prints(node),
        uses=_uses(node),
        falls_through=_falls_through(node),
        sealed=frozenset(program.reader.standard.classes),
        shares=True,
        sets=makes_sets(program.tree),
        searches=searches(node, program.tree, words),
        identifies=_identifies(node),
        unknown=next((name for p in parameters if not p.optional for name in _mentioned(p, program.unknown)), ""),
        awaited=isinstance(node, ast.AsyncFunctionDef) and not any(isinstance(n, ast.Yield) for n in ast.walk(node)),
    )


def _mentioned(parameter: Parameter, names: Iterable[str]) -> Iterator[str]:
    """Those of the names that stand in how a parameter is declared."""
    return (name for name in names if re.search(rf"\b{re.escape(name)}\b", parameter.declared))


def _elsewhere(tree: ast.Module, imported: Sequence[Imported], standard: Standard) -> tuple[str, ...]:
    """The names that a module imports from others, where these are not here: nobody knows what they are."""
    known = {one.name for one in imported}
    nodes = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    away = [node for node in nodes if node.level or (node.module or "").partition(".")[0] not in _TOLD]
    names = [one.asname or one.name for node in away for one in node.names]
    return tuple(one for one in names if one not in known and shaping.of_annotation(ast.Name(one), standard) is None)


def _outermost(node: _Function, name: str, shape: Shape) -> Shape:
    """What a function is given itself that goes down into mappings: a mapping, where it asks no other thing of it.

    What it hands to itself are values of that, which may be anything.
    """
    flat = one_of(one_of([one]) for one in shape.options) if isinstance(shape, OneOf) else shape
    options = flat.options if isinstance(flat, OneOf) else ()
    mappings = tuple(one for one in options if isinstance(one, MappingShape))
    calls = any(isinstance(n, ast.Call) and last_name(n.func) == node.name for n in ast.walk(node))
    if not mappings or not calls or len(mappings) == len(options):
        return shape
    for one in ast.walk(node):
        match one:
            case ast.Call(ast.Name("isinstance" | "type"), [ast.Name(asked), *_]) if asked == name:
                return shape
            case ast.Compare(ast.Name(asked), [ast.Is() | ast.IsNot() | ast.Eq()]) if asked == name:
                return shape
    return one_of(mappings)


def _identifies(node: _Function) -> bool:
    """Whether it asks if two of its parameters are one, or whether one is among others."""
    names = {place.arg for place in node.args.args}
    for compared in (n for n in ast.walk(node) if isinstance(n, ast.Compare)):
        match compared:
            case ast.Compare(ast.Name(one), [ast.In() | ast.NotIn()]) if one in names:
                return True
            case ast.Compare(ast.Name(one), [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], [ast.Name(other)]):
                if {one, other} <= names:
                    return True
    return False


def _types_taken(node: _Function) -> set[str]:
    """The names of what has to be a class, or several: `except errors`. No value is one; a default is left as it is."""
    asked = [n.type for n in ast.walk(node) if isinstance(n, ast.ExceptHandler)]
    for call in ast.walk(node):
        match call:
            case ast.Call(ast.Name("isinstance" | "issubclass"), [_, type_]):
                asked.append(type_)
    return {one.id for one in asked if isinstance(one, ast.Name)}


def _further(
    node: _Function, used: dict[str, Shape | None], standard: Standard, fixed: set[str]
) -> Iterator[Parameter]:
    """What is taken besides places: any number of values (`*args`), and what has to be named."""
    if node.args.vararg is not None:
        shape = used.get(node.args.vararg.arg)
        declared = shaping.of_annotation(node.args.vararg.annotation, standard)
        element = declared or (shape.element if isinstance(shape, SequenceShape) else IntShape())
        yield Parameter(node.args.vararg.arg, guessing.settled(SequenceShape(element, SPREAD)), optional=True)
    for place, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if default is not None and place.arg in fixed:
            continue
        inner = guessing.settled(shape_of(place, used.get(place.arg), [], "", standard), 1)
        yield Parameter(place.arg, CallShape(f"{place.arg}=", (inner,)), optional=default is not None)

    if node.args.kwarg is not None:
        shape = used.get(node.args.kwarg.arg)
        known = shape if isinstance(shape, MappingShape) else MappingShape(TextShape(), IntShape())
        value = shaping.of_annotation(node.args.kwarg.annotation, standard) or known.value
        named = MappingShape(TextShape(_KEYWORDS, min_size=1, max_size=3), value, KEYWORDS, known.required, known.each)
        yield Parameter(node.args.kwarg.arg, guessing.settled(named), optional=True)


def _in_order(parameters: list[Parameter]) -> tuple[Parameter, ...]:
    """What may be left out last: what is named can stand anywhere."""
    return tuple(sorted(parameters, key=lambda parameter: parameter.optional))


def _spoken(name: str) -> str:
    """A function's name as words: `sort_sublists` says what it works on."""
    return " ".join(names_in(name))


def _comment_docs(tree: ast.Module) -> str:
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value.value
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant) and isinstance(last.value.value, str):
        return last.value.value
    return ""


def _given(found: tuple[Input, ...], number: int) -> list[Value]:
    """What examples give for a parameter."""
    return [example.arguments[number] for example in found if len(example.arguments) > number]


def _prints(node: ast.AST) -> bool:
    return any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print" for n in ast.walk(node)
    )


def _falls_through(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether nothing is ever returned on purpose, and yet the end can be reached."""
    returns = [n for n in ast.walk(node) if isinstance(n, ast.Return)]
    on_purpose = any(r.value is None or (isinstance(r.value, ast.Constant) and r.value.value is None) for r in returns)
    return bool(returns) and not on_purpose and not isinstance(node.body[-1], ast.Return)


def _uses(node: ast.AST) -> frozenset[str]:
    called = (n.func for n in ast.walk(node) if isinstance(n, ast.Call))
    return frozenset(
        f.id if isinstance(f, ast.Name) else f.attr for f in called if isinstance(f, (ast.Name, ast.Attribute))
    )
