"""What a language's `language.toml` says, as values: how its code is made up, laid out, and what its signs mean.

Pure: tables in, values out.  Neighbour: `registry` reads the files and makes a `Language` of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Structure:
    """Node types that make up units and what contains them."""

    functions: frozenset[str]
    constructors: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    extends: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ("name", "type")  # fields that name a class or function, the first that is there
    members: frozenset[str] = frozenset()  # say a name of an object: its field `object`, else their first child
    makers: frozenset[str] = frozenset()  # methods that run whenever an object is made
    own: frozenset[str] = frozenset()  # how code names the object or class that it stands in
    exports: frozenset[str] = frozenset()  # statements that give a module's users a function without a name
    public: frozenset[str] = frozenset()  # how statements begin that let a file's users have what is in them, or named
    private: frozenset[str] = frozenset()  # words before the name of a method that only its own class may call
    records: frozenset[str] = (
        frozenset()
    )  # how classes begin whose objects are but their fields; regular expressions, `NAME` in them
    unnamed: frozenset[str] = frozenset()  # what functions are given to beside their owners: no part of their names


@dataclass(frozen=True, slots=True)
class Outside:
    """What stands outside of functions: how statements begin that a main program alone runs (`guards`), types of nodes
    that only inform where they stand alone (`prose`), names by which a program reads its input (`reads`).
    """

    guards: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scopes:
    """How names are bound; the details are captures of `locals.scm`."""

    identifiers: frozenset[str]
    hoisted: bool
    class_is_opaque: bool
    functions_apart: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sketch is laid out on lines."""

    bodies: frozenset[str] = frozenset()
    indents: frozenset[str] = frozenset()
    line_starts: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()
    separators: frozenset[str] = frozenset()
    strings: frozenset[str] = frozenset()
    interpolations: frozenset[str] = frozenset()
    quotes: dict[str, str] = field(default_factory=dict)  # tokens that open a text, each with the one that closes it
    empty_body: str = ""
    patterns: frozenset[str] = frozenset()  # literals without quotes: a space inside is written `\x20`
    shorthands: frozenset[str] = frozenset()  # names that are a key and a value at once: `{a}` is `{a: a}`
    terminated: frozenset[str] = frozenset()  # statements whose last sign, `terminator`, may be left out
    terminator: str = ";"
    heads: frozenset[str] = frozenset()  # fields of bodies that stand on the line on which the body begins


@dataclass(frozen=True, slots=True)
class Operators:
    """What operators mean to each other: families of table 2, the pairs that the equivalences of table 1 exchange.

    `level` is how tightly a binary (or the negating) operator binds, 0 the tightest; `stems` gives for `+=` its `+`,
    `steps` for `++` its `+=`.  A language without this data has empty ones: nothing is then known of its operators.
    """

    families: dict[str, frozenset[str]] = field(default_factory=dict)
    family: dict[str, str] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    mirror: dict[str, str] = field(default_factory=dict)
    opposite: dict[str, str] = field(default_factory=dict)
    stems: dict[str, str] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    negation: str = ""
    ternary: tuple[str, ...] = ()  # the parts of a choice in order: condition, yes, no, and the signs between them
    truth: tuple[str, str] = ("", "")
    constants: frozenset[str] = frozenset()
    operands: frozenset[str] = frozenset()  # keywords that begin or are a value
    assignment: str = ""
    type_brackets: bool = False  # `<` and `>` also enclose arguments of types
    quotes_alike: bool = False  # text reads the same in single and in double quotes


@dataclass(frozen=True, slots=True)
class Control:
    """Keywords (and operators) that steer: loops, branches, the other branch, and what leaves a block.

    `imports` begin statements that only make names known, `annotated` headers whose types only inform,
    `modifiers` change nothing inside a function.
    """

    loops: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()
    otherwise: frozenset[str] = frozenset()
    exits: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    annotated: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Program:
    """What the nodes of a tree mean, for `codescore.program`; empty for a language of which that is not known.

    `nodes` gives for a node's type its kind and the fields (or numbers of children) of its parts; `dropped` nodes say
    nothing of what runs; of declared types only `types` change values.  In `statements` stands an expression for its
    effect; `arguments` are lists of a call.  `log` names what only reports; `numeric` calls give numbers, `symmetric`
    ones take their arguments in any order.  `texts` are calls that give an object's text.
    """

    nodes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()  # nodes that change what the node around them means
    types: frozenset[str] = frozenset()
    statements: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset()
    truths: str = ""  # the type of what is true or false
    both: str = ""
    either: str = ""
    sums: frozenset[str] = frozenset()
    log: frozenset[str] = frozenset()
    numeric: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    pure: frozenset[str] = frozenset()  # functions without effects
    searches: frozenset[str] = frozenset()  # methods that give where something is found, -1 where it is not
    named: frozenset[str] = frozenset()  # nodes of arguments with a name
    consumers: frozenset[str] = frozenset()  # functions that take any collection, a generator too
    copies: frozenset[str] = frozenset()  # types whose objects hold what they are made from
    fresh: frozenset[str] = frozenset()  # functions that give a new collection of their arguments
    boxed: dict[str, str] = field(default_factory=dict)  # types that stand for others, as `Integer` for `int`
    booleans: frozenset[str] = frozenset()  # functions that answer yes or no
    refines: frozenset[str] = frozenset()  # methods whose result can stand for the object
    strict: dict[str, str] = field(default_factory=dict)  # methods that look away from something, and those that do not
    converts: frozenset[str] = frozenset()  # functions whose result can stand for the first argument
    alters: str = (
        ""  # an expression that fails where `{result}` is another value than `{given}`, and else is the result
    )
    optional: frozenset[str] = frozenset()  # calls that can do without their last argument
    places: frozenset[str] = frozenset()  # calls whose arguments are places in something
    remainders: frozenset[str] = frozenset()  # where `%` gives what is negative: that, and calls that never do
    words: dict[str, str] = field(default_factory=dict)  # of loops: what counts, iterates, collects


def sets_of(data: dict[str, Any]) -> dict[str, Any]:
    """Lists as sets, everything else as it is."""
    return {key: frozenset(value) if isinstance(value, list) else value for key, value in data.items()}


def structure_of(data: dict[str, Any]) -> Structure:
    """The table `structure`."""
    labels = {"labels": tuple(data["labels"])} if "labels" in data else {}
    return Structure(**(sets_of(data) | labels))


def operators_of(data: dict[str, Any]) -> Operators:
    """The table `operators`; empty where the language has none."""
    if not data:
        return Operators()
    families = {name: frozenset(members) for name, members in data["families"].items()}
    level = {operator: i for i, row in enumerate(data["precedence"]) for operator in row}
    compound = families.get("assignment", frozenset())
    return Operators(
        families=families,
        family={operator: name for name, members in families.items() for operator in members},
        level=level,
        mirror=data["mirror"],
        opposite=data["opposite"],
        stems={operator: operator[:-1] for operator in compound if operator[:-1] in level},
        steps=data["steps"],
        negation=data["negation"],
        ternary=tuple(data["ternary"].split()),
        truth=(data["truth"][0], data["truth"][1]),
        constants=frozenset(data["constants"]),
        operands=frozenset(data["operands"]),
        assignment=data["assignment"],
        type_brackets=data["type_brackets"],
        quotes_alike=data["quotes_alike"],
    )


def program_of(data: dict[str, Any]) -> Program:
    """The table `program`."""
    values = sets_of(data)
    values["nodes"] = {type_: tuple(rule) for type_, rule in data.get("nodes", {}).items()}
    return Program(**values)
