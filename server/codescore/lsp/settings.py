"""Options as sent become settings as resolved, here and nowhere else.

`Settings` is the schema: types, bounds, defaults and descriptions.  The editors' own settings files and the tables of
the documentation are generated from it.  An option that is wrong falls back to what it would be if it were not there,
and a message says so.  `TRUSTED` names what only the user may set; `PROJECT` what a workspace's `codescore.toml` may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from codescore.foundation import shapes

SECTION = "codescore"

Badges = Literal["off", "lens", "hints", "both", "line"]
Detail = Literal["full", "quiet"]
Problems = Literal["all", "referenced", "off"]
_Fraction = Annotated[float, Meta(ge=0, le=1)]
_Name = Annotated[str, Meta(min_length=1, max_length=4096)]
Severity = Literal["error", "warning", "information", "hint"]


class Settings(Struct, frozen=True, rename="camel"):
    """What governs the server; every field has a default."""

    threshold: Annotated[
        _Fraction | None,
        Meta(description="Similarity that a function must exceed to score 1. Empty: as the model's bundle says."),
    ] = None
    pooling: Annotated[
        _Name | None,
        Meta(description="Which of the model's vectors are compared. Empty: as the model's bundle says."),
    ] = None
    bundle: Annotated[
        _Name | None,
        Meta(description="Folder of the model bundle. Empty: the one chosen with `codescore model use`."),
    ] = None
    badges: Annotated[
        Badges,
        Meta(
            description="Show the score of every compared function: above it (lens), beside it (hints), or both; "
            "line leaves it to the editor, which draws it at the end of the line."
        ),
    ] = "off"
    badge_detail: Annotated[
        Detail, Meta(description="Badges on all compared functions (full), or only where one does not score 1 (quiet).")
    ] = "full"
    problems: Annotated[
        Problems,
        Meta(description="Report code that does not compile: all, in functions with a reference, or none."),
    ] = "all"
    severity: Annotated[
        Severity, Meta(description="How loudly a function whose similarity is below the threshold is reported.")
    ] = "warning"
    allow_outside_references: Annotated[
        bool,
        Meta(description="Let comments and codescore.toml name references and libraries outside the workspace."),
    ] = False
    max_file_bytes: Annotated[
        int, Meta(ge=1_000, le=50_000_000, description="Files larger than this are neither checked nor scored.")
    ] = 1_000_000
    evidence: Annotated[
        bool,
        Meta(
            description="When typing rests, run compared functions beside their references in a sandbox and report "
            "an input on which they differ. Your code is executed, without network, files or other processes."
        ),
    ] = False
    evidence_seconds: Annotated[
        float, Meta(ge=0.2, le=60, description="Seconds for finding inputs, for each pair of functions.")
    ] = 2.0
    library: Annotated[
        _Name | None,
        Meta(
            description="Modules, packages and folders of them that programs may import when they are run, with `:` "
            "between them (`;` on Windows); in the workspace, unless allowOutsideReferences is on."
        ),
    ] = None
    environment: Annotated[
        _Name | None,
        Meta(
            description="A virtual environment whose packages programs may import when they are run; in the workspace, "
            "unless allowOutsideReferences is on."
        ),
    ] = None
    experiment: Annotated[
        bool,
        Meta(
            description="Record what happens to inline suggestions, for an experiment, in a file on this machine that "
            "`codescore experiment init` made. Nothing is sent anywhere."
        ),
    ] = False
    experiment_store: Annotated[
        _Name | None,
        Meta(description="The file that suggestions are recorded in. Empty: where `codescore experiment init` put it."),
    ] = None
    pause: Annotated[
        int,
        Meta(ge=0, le=10_000, description="Milliseconds without typing before code is compiled and scored."),
    ] = 80


#: Not from a workspace: they decide what may be read and what is loaded.  Clients declare them machine-scoped.
TRUSTED = frozenset({"bundle", "allowOutsideReferences", "evidence", "experiment", "experimentStore"})
#: What the `[settings]` of a `codescore.toml` may say; the client's own settings go first.
PROJECT = frozenset({"threshold", "pooling", "library", "environment"})

_FIELDS = {field.encode_name: field for field in msgspec.structs.fields(Settings)}


@dataclass(frozen=True, slots=True)
class Resolved:
    """Settings, and what had to be ignored on the way, one line each."""

    settings: Settings
    complaints: tuple[str, ...] = ()


def resolve(*layers: tuple[str, object], allowed: Iterable[str] | None = None) -> Resolved:
    """Settings from layers of options as sent, each with its name for messages; later layers go first.

    None stands for an option that is not set.  `allowed` limits the options that are listened to.
    """
    known = set(_FIELDS) if allowed is None else set(allowed)
    values: dict[str, Any] = {}
    complaints: list[str] = []
    for origin, options in layers:
        if options is None:
            continue
        if not isinstance(options, Mapping):
            complaints.append(f"{origin}: options are an object of names and values, not {options!r:.60}")
            continue
        for name, value in options.items():
            if name not in known:
                complaints.append(f"{origin}: there is no option {str(name)!r:.60} here")
            elif value is not None:
                problem = _take(values, str(name), value)
                complaints += [f"{origin}: {name} {problem}; it is ignored"] if problem else []
    return Resolved(shapes.convert(values, Settings), tuple(complaints))


def of_project(options: object, origin: str) -> Resolved:
    """What a workspace's configuration may set; the rest is complained about."""
    return resolve((origin, options), allowed=PROJECT)


def overlaid(base: Settings, over: Settings) -> Settings:
    """`over`, with `base` where `over` has the default."""
    default = Settings()
    changes = {
        f.name: getattr(base, f.name)
        for f in msgspec.structs.fields(Settings)
        if getattr(over, f.name) == getattr(default, f.name)
    }
    return msgspec.structs.replace(over, **changes)


def with_project(sent: Settings, options: object, origin: str) -> Settings:
    """The client's settings with what a workspace's configuration adds; `options` None: it adds nothing."""
    return sent if options is None else overlaid(of_project(options, origin).settings, sent)


def schema() -> dict[str, Any]:
    """JSON schema of every option by its name, with defaults, for generators."""
    (_,), parts = msgspec.json.schema_components([Settings])
    properties: dict[str, Any] = parts["Settings"]["properties"]
    for option in properties.values():
        for one in (option, *option.get("anyOf", ())):
            # Python keeps one of two equal types, whichever is made first: 0 or 0.0, by the order of imports.
            one |= {key: int(one[key]) for key in ("minimum", "maximum") if key in one and one[key] == int(one[key])}
    return properties


def _take(values: dict[str, Any], name: str, value: object) -> str | None:
    """Take in a value, or say what is wrong with it."""
    try:
        values[name] = shapes.convert(value, _FIELDS[name].type)
    except msgspec.ValidationError as error:
        return f"is wrong ({error})"
    return None
