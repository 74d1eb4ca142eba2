"""`codescore translate`: how well do models translate code? Tasks, prompts, answers, code, runs, measures, pages.

Names its stages only; each is a module of its own with `configure` and `run`, `translate_<stage>`, found by its name.
What several stages share is in modules of other names.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import codescore.cli
from codescore.cli.arguments import Commands, Parser, add_command

#: Stages in the order in which they are shown; what is not named here comes after them.
_ORDER = ("run", "data", "prompt", "generate", "extract", "execute", "measure", "replay", "report", "serve", "export")

_DETAILS = """\
All stages work on one run folder. Each records a row a sample, does only what is left to do, and may be stopped at any
moment: the same command goes on. Model output runs in the sandbox only. Nothing is sent anywhere unless `generate` is
told to.
server/codescore/translate/TRANSLATION.md walks through an evaluation."""

_EXAMPLE = """\
  codescore translate data tasks.jsonl.gz --check-gold
  codescore translate replay --tasks tasks.jsonl.gz --answers answers.jsonl.gz --out replay"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate` and its stages."""
    parser = add_command(commands, "translate", "Evaluate models that translate code.", _DETAILS, _EXAMPLE)
    actions = parser.add_subparsers(metavar="STAGE", dest="action", required=True)
    for name in stages():
        configure_stage(name, actions)


def configure_stage(name: str, actions: Commands[Parser]) -> None:
    """The arguments of one stage."""
    import_module(f"codescore.cli.translate_{name}").configure(actions)


def stages() -> list[str]:
    """The names of the stages, in the order in which they are shown."""
    prefix = "translate_"
    modules = [module.name for module in iter_modules(codescore.cli.__path__)]
    found = [name.removeprefix(prefix) for name in modules if name.startswith(prefix)]
    order = {name: place for place, name in enumerate(_ORDER)}
    return sorted(found, key=lambda name: (order.get(name, len(order)), name))
