"""Which calls objects of a Python class take, and how one is made: the entry of a class as a whole.

A constructor is `__init__` (own or of a base class in the same text), or what a dataclass, a named tuple or an
enumeration makes of its fields.  Members are public methods, the special ones that operators call, properties, and
public attributes that nothing else shows.  Neighbours: `surveying` (asks, and reads each method), `shaping`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from codescore.languages.execution import CALLED, Entry, Parameter, call_shape, sequence_of
from codescore.languages.namesakes import like_namesakes
from codescore.languages.ordinary import USUAL
from codescore.languages.owned import OwnClass, with_numbers
from codescore.languages.python.run.examples import of_literal
from codescore.languages.python.run.inherited import bases
from codescore.languages.python.run.nodes import constant, last_name
from codescore.languages.python.run.prepared import prepared
from codescore.languages.shapes import AnyShape, CallShape, IntShape, NullShape, OneOf, RecordShape, Samples, Shape
from codescore.languages.shown import one_of
from codescore.languages.values import Text

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: Special methods that who uses an object calls, by an operator or a built-in function.
_SPECIAL = frozenset(
    f"__{name}__"
    for names in (
        "len getitem setitem delitem contains iter reversed str repr bool call eq ne lt le gt ge hash next int float",
        "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod neg pos invert abs index round",
        "radd rsub rmul rtruediv rfloordiv rmod rpow rand ror rxor trunc floor ceil bytes complex copy",
        "iadd isub imul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift enter exit",
    )
    for name in names.split()
)
#: What `with` ends a block with: nothing, or what failed in it; a text, as no error is plain data.
_LEFT_BY: tuple[Shape, ...] = (OneOf((NullShape(), Samples((Text("failed"),)))), NullShape(), NullShape())
#: What objects of built-in classes show of what they hold, for classes that are made of them.
_INHERITED = {
    "dict": "items", "OrderedDict": "items", "defaultdict": "items", "Counter": "items", "UserDict": "items",
    "list": "__iter__", "deque": "__iter__", "UserList": "__iter__", "set": "__len__", "str": "__str__",
}  # fmt: skip
_ENUMERATIONS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
_PUTTING = ("append", "appendleft", "add", "insert", "extend", "update", "setdefault", "push", "put")
_PLAIN = ("object", "ABC", "Generic", "Protocol")
_UNMADE = ("Exception", "Error", "Warning", "TypedDict", "Protocol")

Reads = Callable[[_Function, ast.ClassDef], Entry]


def class_entry(class_: ast.ClassDef, tree: ast.Module, read: Reads) -> Entry | None:
    """The entry of a class; None where none of its objects can be made or asked anything."""
    line = [class_, *bases(class_, tree)]
    if abstract(class_) or not _makeable(line):
        return None
    for node, owner in _methods(line):  # every method is read before any of them is asked: they share `self`
        read(node, owner)
    make = _make(line, read)
    if make is None:
        return None
    shown, served = _shown(line), _prepared(line, tree)
    members = tuple(_member(node, owner, read) for node, owner in _methods(line) if node.name not in served)
    kept = _kept(line)
    members += tuple(Entry(name, "attribute", owner=class_.name, missed=name not in kept) for name in shown)
    members += tuple(Entry(name, "method", owner=class_.name) for name in _held(line))
    members += (CALLED,) if any(gives_function(node) for node, _ in _methods(line)) else ()
    made = call_shape(class_.name, make)
    own = {member.name for member in members}
    members += tuple(
        Entry(name, "method", (Parameter("other", made),), owner=class_.name)
        for name in _generated(line)
        if name not in own
    )
    fields = {n.attr for one in line for n in ast.walk(one) if isinstance(n, ast.Attribute)}
    members = tuple(_settled(member, made, fields) for member in like_namesakes(members))
    if _below_zero(line):
        make, members = _signed(make), tuple(map(_signed, members))
    keeps = bool(make.parameters) or _keeps(line)
    return replace(sequence_of(class_.name, (_settled(make, made, set()), *members)), keeps=keeps) if members else None


def _prepared(line: list[ast.ClassDef], tree: ast.Module) -> set[str]:
    """The methods that others of the class make ready for, and call; none where one is called from outside of it."""
    methods = {node.name: node for one in reversed(line) for node in one.body if isinstance(node, _Function)}
    if any(last_name(base) not in (*_PLAIN, *(one.name for one in line)) for one in line for base in one.bases):
        return set()
    there = {name for one in line for node in one.body for name in _given(node)}
    telling = {name for name, node in methods.items() if tells(node)}
    found = prepared(methods, there, {*_shown(line)}, telling)
    own = {id(node) for one in line for node in ast.walk(one)}
    outside = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and id(node) not in own}
    return set() if found & outside else found


def _given(node: ast.stmt) -> list[str]:
    """The names that a statement of a class gives something."""
    return [last_name(one) for one in (*getattr(node, "targets", ()), *filter(None, [getattr(node, "target", None)]))]


def _makeable(line: list[ast.ClassDef]) -> bool:
    return not any(last_name(base).endswith(_UNMADE) for one in line for base in one.bases)


def own_classes(tree: ast.Module, read: Reads) -> Iterator[tuple[str, OwnClass]]:
    """The classes whose objects can be made, each with those made of it, in source order: who asks for one of them may
    be asked for by the next.

    An abstract class has no objects but those of the classes that are made of it.
    """
    found: dict[str, tuple[list[Shape], frozenset[str]]] = {}
    for class_ in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        line = [class_, *bases(class_, tree)]
        make = _make(line, read) if _makeable(line) else None
        if make is None:
            continue
        shape = replace(call_shape(class_.name, with_numbers(make)), filling=tuple(_filling(line, read)))
        names = {node.name for one in line for node in one.body if isinstance(node, _Function)} | set(_stored(line))
        found[class_.name] = ([] if abstract(class_) else [shape], frozenset(names))
        for above in line[1:]:
            if above.name in found:
                found[above.name][0].append(shape)
        for name in (one.name for one in line if one.name in found):
            options, members = found[name]
            if options:
                yield name, OwnClass(one_of(options), members)


def _filling(line: list[ast.ClassDef], read: Reads) -> Iterator[CallShape]:
    """The methods that put something into an object: they take something, and change what the object holds."""
    for node, owner in _methods(line):
        if node.name.startswith("_") or _decorators(node) or not any(map(_puts, ast.walk(node))):
            continue
        entry = read(node, owner)
        if entry.parameters:
            yield call_shape(node.name, with_numbers(entry))


def _puts(node: ast.AST) -> bool:
    """Whether something is put into what an object holds: `self.items.append(x)`, `self.stock[name] = n`."""
    match node:
        case ast.Call(ast.Attribute(ast.Attribute(ast.Name("self")), name)):
            return name in _PUTTING
        case ast.Subscript(ast.Attribute(ast.Name("self")), _, ast.Store()):
            return True
    return False


def abstract(class_: ast.ClassDef) -> bool:
    """Whether a method of its own is left to others."""
    return any(last_name(base) == "Protocol" for base in class_.bases) or any(map(_bare, class_.body))


def _bare(node: ast.stmt) -> bool:
    """Whether it is a method that is left to other classes: abstract, or with nothing but a refusal in it."""
    if not isinstance(node, _Function):
        return False
    match [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]:
        case [ast.Raise(exc)] if exc is not None:
            return last_name(exc.func if isinstance(exc, ast.Call) else exc) == "NotImplementedError"
        case [] | [ast.Pass()]:
            return "abstractmethod" in _decorators(node)
    return False


def bare_methods(tree: ast.Module) -> Iterator[str]:
    """The qualified names of the methods of abstract classes: those made of them have them, too."""
    for class_ in (node for node in tree.body if isinstance(node, ast.ClassDef) and abstract(node)):
        yield from (f"{class_.name}.{node.name}" for node in class_.body if isinstance(node, _Function))


def _generated(line: list[ast.ClassDef]) -> list[str]:
    """The comparisons that a class has made for it by what it says: `order=True`, `field(compare=False)`, and of one
    comparison the others."""
    found: list[str] = []
    for one in line:
        asked = {
            w.arg for node in one.decorator_list if isinstance(node, ast.Call) for w in node.keywords if _so(w, True)
        }
        found += ["__lt__", "__eq__"] if "order" in asked else []
        found += ["__le__", "__gt__"] if "total_ordering" in _decorators(one) else []
        left_out = (w for node in ast.walk(one) if isinstance(node, ast.Call) for w in node.keywords if _so(w, False))
        found += ["__eq__"] if any(w.arg == "compare" for w in left_out) else []
    return [*dict.fromkeys(found)]


def _so(keyword: ast.keyword, value: bool) -> bool:
    """Whether a keyword is given just this truth value, as a literal."""
    return isinstance(keyword.value, ast.Constant) and keyword.value.value is value


def _stored(line: list[ast.ClassDef]) -> Iterator[str]:
    """The names of what objects hold, private ones among them."""
    for one in line:
        for node in ast.walk(one):
            match node:
                case ast.AnnAssign(ast.Name(name)) if node in one.body:
                    yield name
                case ast.Attribute(ast.Name("self"), name, ast.Store()):
                    yield name


def _decorators(node: _Function | ast.ClassDef) -> set[str]:
    return {last_name(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list}


def _make(line: list[ast.ClassDef], read: Reads) -> Entry | None:
    """What makes an object; None where only another program could say."""
    for one in line:
        own = next((n for n in one.body if isinstance(n, _Function) and n.name == "__init__"), None)
        if own is not None:
            return read(own, one)
        named = {last_name(base) for base in one.bases}
        if named & set(_ENUMERATIONS):
            values = [of_literal(n.value) for n in one.body if isinstance(n, ast.Assign)]
            given = tuple(value for value in values if value is not None)
            return Entry("__init__", "method", (Parameter("value", Samples(given)),)) if given else None
        if "NamedTuple" in named or "dataclass" in _decorators(one):
            return read(_constructor([*reversed(line)] if "dataclass" in _decorators(one) else [one]), one)
    return Entry("__init__", "method")


def _constructor(classes: list[ast.ClassDef]) -> ast.FunctionDef:
    """The `__init__` that the fields of a class stand for."""
    fields: dict[str, ast.AnnAssign] = {}
    for statement in (s for one in classes for s in one.body if isinstance(s, ast.AnnAssign)):
        if isinstance(statement.target, ast.Name) and "ClassVar" not in ast.unparse(statement.annotation):
            fields[statement.target.id] = statement
    places = [ast.arg("self"), *(ast.arg(name, s.annotation) for name, s in fields.items() if not _unset(s))]
    defaults = [s.value for s in fields.values() if s.value is not None and not _unset(s)]
    arguments = ast.arguments([], places, None, [], [], None, defaults)
    made = ast.FunctionDef("__init__", arguments, [ast.Pass()], [], None, None)
    return ast.fix_missing_locations(ast.copy_location(made, classes[-1]))


def _unset(field: ast.AnnAssign) -> bool:
    """Whether a field is none of the constructor's: `field(init=False)`."""
    words = field.value.keywords if isinstance(field.value, ast.Call) else []
    return any(w.arg == "init" and _so(w, False) for w in words)


def _methods(line: list[ast.ClassDef]) -> Iterator[tuple[_Function, ast.ClassDef]]:
    """The methods that an object has and others may call, each once."""
    seen: set[str] = set()
    for one in line:
        for node in one.body:
            if not isinstance(node, _Function) or not _callable(node):
                continue
            name = f"{node.name}=" if "setter" in _decorators(node) else node.name
            if name not in seen:
                seen.add(name)
                yield node, one


def _callable(node: _Function) -> bool:
    public = node.name in _SPECIAL or not node.name.startswith("_")
    return public and not _decorators(node) & {"deleter", "overload"} and not _bare(node)


def _member(node: _Function, owner: ast.ClassDef, read: Reads) -> Entry:
    entry = read(node, owner)
    decorators = _decorators(node)
    if node.name == "__exit__" and len(entry.parameters) == len(_LEFT_BY):
        pairs = zip(entry.parameters, _LEFT_BY, strict=True)
        entry = replace(entry, parameters=tuple(replace(one, shape=shape) for one, shape in pairs), assumptions=())
    if "setter" in decorators:
        return replace(entry, name=f"{node.name}=", kind="property", tells=False)
    read_only = decorators & {"property", "cached_property"}
    return replace(entry, kind="property" if read_only else "method", tells=tells(node))


def tells(node: _Function) -> bool:
    """Whether a function gives or prints something."""
    for inner in ast.walk(node):
        match inner:
            case ast.Return(value) if value is not None and not (
                isinstance(value, ast.Constant) and value.value is None
            ):
                return True
            case ast.Yield() | ast.YieldFrom():
                return True
            case ast.Call(ast.Name("print")):
                return True
    return False


def gives_function(node: _Function) -> bool:
    """Whether a function gives one of its own that takes no arguments."""
    functions = {n.name: n.args for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n is not node}
    given = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
    taken = [functions.get(last_name(value)) for value in given if isinstance(value, ast.Name)]
    taken += [value.args for value in given if isinstance(value, ast.Lambda)]
    return any(one is not None and not ast.unparse(one) for one in taken)


def _fields(line: list[ast.ClassDef]) -> list[str]:
    """The public attributes of an object, as far as its class names them."""
    found: dict[str, None] = {}
    for one in line:
        for node in ast.walk(one):
            match node:
                case ast.AnnAssign(ast.Name(name)) if node in one.body and "ClassVar" not in ast.unparse(
                    node.annotation
                ):
                    found[name] = None
                case ast.Attribute(ast.Name("self"), name, ast.Store()):
                    found[name] = None
    methods = {node.name for one in line for node in one.body if isinstance(node, _Function)}
    return [name for name in found if not name.startswith("_") and name not in methods]


def _shown(line: list[ast.ClassDef]) -> list[str]:
    """The public attributes that no method tells of, or where none shows anything: they are there to be read.  One that
    gives nothing but yes, no or another constant tells of what it asks about."""
    parts = [part for node in _used(line) if tells(node) for part in ([node] if _tells_more(node) else _asked(node))]
    told = _loaded(parts)
    return [name for name in _fields(line) if name not in told]


def _kept(line: list[ast.ClassDef]) -> set[str]:
    """The attributes that methods look at, where some method shows anything: another class may keep something else."""
    methods = _used(line)
    return _loaded(methods) if any(map(tells, methods)) else set()


def _used(line: list[ast.ClassDef]) -> list[_Function]:
    """The methods of objects that are made."""
    return [node for one in line for node in one.body if isinstance(node, _Function) and node.name != "__init__"]


def _loaded(parts: Iterable[ast.AST]) -> set[str]:
    """The attributes that are looked at."""
    nodes = (n for part in parts for n in ast.walk(part) if isinstance(n, ast.Attribute))
    return {n.attr for n in nodes if isinstance(n.ctx, ast.Load)}


def _tells_more(node: _Function) -> bool:
    """Whether a function gives anything but constants, or prints."""
    given = [n.value for n in ast.walk(node) if isinstance(n, ast.Return) and n.value is not None]
    other = any(isinstance(n, (ast.Yield, ast.YieldFrom)) or _prints(n) for n in ast.walk(node))
    return other or not all(isinstance(value, ast.Constant) for value in given)


def _prints(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "print"


def _asked(node: _Function) -> list[ast.expr]:
    """The conditions of a function, on which it depends what it gives."""
    return [n.test for n in ast.walk(node) if isinstance(n, (ast.If, ast.While, ast.IfExp))]


def _held(line: list[ast.ClassDef]) -> list[str]:
    """What shows the content of an object that is a list, a dictionary or the like itself."""
    names = {last_name(base.value if isinstance(base, ast.Subscript) else base) for one in line for base in one.bases}
    methods = {node.name for one in line for node in one.body if isinstance(node, _Function)}
    return sorted({_INHERITED[name] for name in names if name in _INHERITED} - methods)


def _keeps(line: list[ast.ClassDef]) -> bool:
    """Whether objects keep something: their methods look at more than each other and what they are given."""
    methods = {node.name for one in line for node in one.body if isinstance(node, _Function)}
    names = {"self", "cls", *(one.name for one in line)}
    nodes = [node for one in line for node in ast.walk(one)]
    looked = {
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id in names
    }
    others = {last_name(base) for one in line for base in one.bases} - {one.name for one in line} - set(_PLAIN)
    return bool(looked - methods or others or any(isinstance(n, ast.Global) for n in nodes))


def _below_zero(line: list[ast.ClassDef]) -> bool:
    """Whether a class compares something with a number below zero, as temperatures and balances may be; -1 is a sign
    for what is not there."""
    compared = (n for one in line for n in ast.walk(one) if isinstance(n, ast.Compare))
    numbers = (constant(side) for n in compared for side in (n.left, *n.comparators))
    return any(isinstance(number, (int, float)) and number < -1 for number in numbers)


def _signed(member: Entry) -> Entry:
    """Without what is usually taken for granted of its numbers."""
    return replace(member, assumptions=tuple(one for one in member.assumptions if one.because != USUAL))


def _settled(member: Entry, made: CallShape, fields: set[str]) -> Entry:
    """With another object of the class where its fields are used, and numbers where nothing is known."""

    def settled(parameter: Parameter) -> Shape:
        shape = parameter.shape
        if isinstance(shape, RecordShape) and fields and {name for name, _ in shape.fields} <= fields:
            return made
        if parameter.declared.strip("'\"") in (made.name, "Self") and fields:
            return made
        return IntShape() if isinstance(shape, AnyShape) else shape

    return replace(member, parameters=tuple(replace(p, shape=settled(p)) for p in member.parameters))
