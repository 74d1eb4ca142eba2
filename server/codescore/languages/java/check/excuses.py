"""Which of javac's errors count against a piece of code, and which only its surroundings could decide.

Pure functions over the daemon's diagnostics (`CheckDaemon.java` documents them); `checker.py` states the policy in
words.  Matching goes by diagnostic codes; only where a code does not tell does the English message decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from codescore.languages.java.wraps import Wrap

Error = Mapping[str, Any]

# Names that javac does not know, or may not see in the modules that we have (as in CheckDaemon.java).
_UNRESOLVED = ("cant.resolve", "doesnt.exist", "static.imp.only.classes.and.interfaces", "package.not.visible")
# About the file's name, which nobody told us.
_OF_FILES = frozenset({"class.public.should.be.in.file", "pkg.annotations.sb.in.package-info.java"})
# What an unknown supertype, enclosing class or import can cause.
_OF_SUPERTYPES = frozenset({"method.does.not.override.superclass", "does.not.override.abstract", "not.encl.class",
                            "encl.class.required", "not.def.public.cant.access", "non-static.cant.be.ref",
                            "name.clash.same.erasure.no.override", "name.clash.same.erasure.no.override.1",
                            })  # fmt: skip
# A fragment's methods may have overloads elsewhere (so `this(x)` need not be the constructor it stands in).
_OF_FRAGMENTS = _OF_SUPERTYPES - {"non-static.cant.be.ref"} | {
    "missing.meth.body.or.abstract", "unexpected.mref", "unexpected.lambda", "recursive.ctor.invocation",
    "enum.label.must.be.enum.constant", "enum.label.must.be.known.enum.constant",
    "enum.label.must.be.unqualified.enum"}  # fmt: skip
# Which loop or label is around bare statements is unknown.
_OF_STATEMENTS = frozenset({"break.outside.switch.loop", "cont.outside.loop", "undef.label"})
# What a call, constant or type that could not be resolved can cause elsewhere.
_OF_UNRESOLVED = frozenset({"except.never.thrown.in.try", "ref.ambiguous", "attribute.value.must.be.constant",
                            "recursive.ctor.invocation", "string.const.req", "const.expr.req",
                            "method.does.not.override.superclass", "illegal.parenthesized.expression",
                            "unexpected.mref", "unexpected.lambda"})  # fmt: skip
# Types and overloads: wrong where the expression holds a name that could not be resolved.
_OF_TYPES = ("cant.apply.", "prob.found.req", "incomparable.types", "operator.cant.be.applied", "cant.deref",
             "foreach.not.applicable", "unreported.exception")  # fmt: skip
# What an annotation can generate (constructors, initialisers).
_OF_ANNOTATIONS = frozenset({"var.not.initialized.in.default.constructor", "var.might.not.have.been.initialized"})
# These name types and classes that they are not about.
_INSIDE = ("already.defined", "name.clash.same.erasure", "var.might.")
_STATIC = "static-import"
_STAR = "star-import"
# Contexts of names that can only be types of other files.
_ELSEWHERE = frozenset({"import", _STAR, _STATIC, "supertype", "annotation"})
# What `super.f()` can cause where `Object` stands in for the supertype.
_OF_SUPER = ("unreported.exception", "non-static.cant.be.ref")

# How javac prints a type it could not resolve.
_NO_TYPE = "<any>"
_SYMBOL = re.compile(r"symbol:\s+(\S+) (.+)")
_FROM_JDK = re.compile(r"location: package java\.|^package java\.")
_PACKAGE_CLAUSE = re.compile(r"^\s*package\b", re.MULTILINE)
# A type of the file itself, in the words of cant.apply, prob.found.req and incomparable.types.
_OWN_TYPE = re.compile(
    r"(?:class|interface|enum|record|types:|for|method|constructor) (?!javax?\.)[\w.$]*[A-Z]"
    r"|\((?!javax?\.)[\w.$]*[A-Z][^()]* cannot be converted"
)
_OBJECT = re.compile(r"\bjava\.lang\.Object\.|\bin class java\.lang\.Object\b")
_NEW_GUESS = re.compile(r"constructor (?:\w+ in class )?java\.(?!lang\.)")
_MEMBER_OF_VARIABLE = re.compile(r"[a-z_]\w*\.[a-z_]\w*")
_OF_OBJECT = "of type java.lang.Object"
_CASE = re.compile(r"\bcase\s+(?:[\w$]+\s*,\s*)*$")
_LAMBDA = re.compile(r"->|::")
_WORD = re.compile(r"[\w$]+")


@dataclass(frozen=True, slots=True)
class _Scene:
    """What is unknown around a text, seen from all its errors.  `places` are where names were not found."""

    wrap: Wrap
    fragment: bool
    names: frozenset[str]
    places: tuple[int, ...]
    supertypes_unknown: bool
    annotations_unknown: bool
    members_unknown: bool
    types_unknown: bool


def counted(errors: Iterable[Error], wrap: Wrap, *, fragment: bool) -> list[Error]:
    """The errors that the code itself is to blame for, in javac's order."""
    errors = list(errors)
    scene = _scene([e for e in errors if is_unresolved(e)], wrap, fragment)
    return [e for e in errors if not _excused(e, scene)]


def is_unresolved(error: Error) -> bool:
    """Whether the error is a name that javac does not know."""
    code: str = error["code"]
    return code.startswith(_UNRESOLVED)


def _scene(unresolved: list[Error], wrap: Wrap, fragment: bool) -> _Scene:
    contexts = {e["context"] for e in unresolved}
    # An unresolved `import a.*` changes nothing by itself.
    named = [e for e in unresolved if e["context"] != _STAR]
    return _Scene(
        wrap, fragment,
        names=frozenset(_name(e, wrap) for e in named),
        places=tuple(e["start"] for e in named),
        supertypes_unknown="supertype" in contexts,
        annotations_unknown="annotation" in contexts,
        members_unknown=not contexts.isdisjoint({"supertype", "annotation", _STATIC}),
        types_unknown=_STAR in contexts or bool(_PACKAGE_CLAUSE.search(wrap.written(0, wrap.length))),
    )  # fmt: skip


def _excused(error: Error, scene: _Scene) -> bool:
    code: str = error["code"]
    if code in _OF_FILES:
        return True
    if is_unresolved(error):
        return _name_excused(error, scene)
    if scene.names and _follows(error, scene):
        return True
    if scene.fragment and scene.wrap.kind != "file":
        return _fragment_excused(error, scene)
    if scene.supertypes_unknown and code in _OF_SUPERTYPES:
        return True
    if scene.annotations_unknown and code in _OF_ANNOTATIONS:
        return True
    return scene.members_unknown and code.startswith(_OF_TYPES) and bool(_OWN_TYPE.search(error["message"]))


def _fragment_excused(error: Error, scene: _Scene) -> bool:
    code, message = error["code"], error["message"]
    if code in _OF_FRAGMENTS or (scene.wrap.kind == "statements" and code in _OF_STATEMENTS):
        return True
    if code.startswith("cant.apply.") and _OBJECT.search(message):
        return True
    # `new Vector(3.0, 4.0)`: a class of the project, of the same name as one that we imported.
    if code.startswith("cant.apply.") and scene.wrap.guesses and _NEW_GUESS.search(message):
        return True
    if code.startswith(_OF_SUPER) and _written(error, scene.wrap).startswith("super"):
        return True
    # The class around it, and not a class inside it, whose name would follow.
    return not code.startswith(_INSIDE) and bool(re.search(rf"\b{re.escape(scene.wrap.name)}\b(?!\.[A-Z])", message))


def _follows(error: Error, scene: _Scene) -> bool:
    """Whether an error may only be there because some name could not be resolved."""
    code, message = error["code"], error["message"]
    if code in _OF_UNRESOLVED or code.startswith("name.clash.") or _NO_TYPE in message:
        return True
    if code.startswith(_OF_SUPER) and _written(error, scene.wrap).startswith("super"):
        return True
    if not code.startswith(_INSIDE) and not scene.names.isdisjoint(_WORD.findall(message)):
        return True
    if not code.startswith(_OF_TYPES):
        return False
    if any(error["start"] <= at < error["end"] for at in scene.places):
        return True
    # What a lambda takes and gives is inferred from types elsewhere.
    return "inference variable" in message or bool(_LAMBDA.search(_written(error, scene.wrap)))


def _name_excused(error: Error, scene: _Scene) -> bool:
    """Whether an unresolved name may well be declared in a file that we do not see."""
    if _FROM_JDK.search(error["message"]):
        return False
    if scene.fragment or error["context"] in _ELSEWHERE:
        return True
    if _is_type(error, scene.wrap):
        # `Scanner` without its import, or `integer x`: nobody's class in another file.
        return scene.types_unknown or not (error["known"] or _name(error, scene.wrap)[:1].islower())
    if scene.members_unknown:
        return True
    # Its type may have been inferred, or be an enum, from a name that could not be resolved.
    return len(scene.names) > 1 and (_OF_OBJECT in error["message"] or _is_case_label(error, scene.wrap))


def _is_type(error: Error, wrap: Wrap) -> bool:
    """Whether the name stands for a type or package: by javac's word for it, else by where and how it is written."""
    if not error["code"].startswith("cant.resolve"):
        return not _MEMBER_OF_VARIABLE.fullmatch(_written(error, wrap))
    symbol = _SYMBOL.search(error["message"])
    if symbol is None or symbol[1] == "class":
        return symbol is not None
    return symbol[1] == "variable" and error["context"] == "qualifier" and symbol[2][:1].isupper()


def _is_case_label(error: Error, wrap: Wrap) -> bool:
    """Whether the name is the constant of a `case`, which is looked up in an enum that may be unresolved."""
    at = wrap.inside(error["start"])
    return bool(_CASE.search(wrap.written(max(0, at - 200), at)))


def _name(error: Error, wrap: Wrap) -> str:
    """The simple name that was not found."""
    symbol = _SYMBOL.search(error["message"])
    written = symbol[2] if symbol else _written(error, wrap)
    return re.split(r"[(<]", written, maxsplit=1)[0].rpartition(".")[2]


def _written(error: Error, wrap: Wrap) -> str:
    """The code that the error is about."""
    return wrap.written(wrap.inside(error["start"]), wrap.inside(error["end"]))
