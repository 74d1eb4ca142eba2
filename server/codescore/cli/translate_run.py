"""`codescore translate run`: all stages of an evaluation, as a recipe has them.

A recipe's settings are options of the stages' own commands: their parsers check them, all before anything is done, and
their `run` does the work, in this process.  What only a person may say (`--allow-network`) is no setting.
Neighbours: `translate.recipe` (the file), `translate_<stage>` (the work).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, name_or_file
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text

if TYPE_CHECKING:
    from codescore.translate.generate import Plan
    from codescore.translate.recipe import Recipe, Settings

COPY = "recipe.toml"
#: Options that are no settings: what only the command line may say, and what is said once for all stages.
_NOT_SETTINGS = frozenset(
    {"--allow-network", "--debug", "--dry-run", "--export", "--help", "--json", "--out", "--show"}
)

_TASKS = ("data", "tasks")  # the one setting that is no option but an argument
_DETAILS = """\
RECIPE is a TOML file with a table for each stage ([data], [prompt], [generate], [extract], [execute], [measure],
[report]); its settings are the options of `codescore translate STAGE`, with _ or - between words. All are checked
before anything is done. Each stage does what is left to do: after a stop, even a kill, the same command goes on. A
recipe gives no leave to send anything: an endpoint needs --allow-network here."""

_EXAMPLE = """\
  codescore translate run recipe.toml --dry-run
  codescore translate run recipe.toml --out results --allow-network"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate run`."""
    parser = add_command(commands, "run", "Run all stages of a recipe.", _DETAILS, _EXAMPLE)
    parser.add_argument("recipe", metavar="RECIPE", type=Path, help="a TOML file")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="the run's folder (default: the recipe's name without .toml)"
    )
    parser.add_argument("--allow-network", action="store_true", help="send prompts to the recipe's endpoint")
    parser.add_argument("--until", metavar="STAGE", default="", help="stop after this stage (default: do all)")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be done and what it may cost; do nothing"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check the recipe, then do its stages, or say what they would do."""
    from codescore.cli import translate_generate
    from codescore.translate import recipe

    found = recipe.read(arguments.recipe)
    folder: Path = arguments.out or arguments.recipe.with_suffix("")
    if folder == arguments.recipe:
        raise InputError(f"{folder} is the recipe itself; name the run's folder with --out")
    stages = _stages(found, folder, arguments)
    if arguments.until and arguments.until not in stages:
        raise InputError(f"--until {arguments.until}: no such stage; {recipe.nearest(arguments.until, stages)}")
    _check_data(found, folder)
    if arguments.dry_run:
        return _dry_run(arguments, stages, folder)
    translate_generate.check(stages["generate"])
    documents: dict[str, Any] = {}
    for name, stage in _until(arguments.until, stages):
        terminal.say(f"{name}:")
        code, documents[name] = _done(stage, as_json=arguments.json)
        if code:
            return code
        if name == "data":  # the folder is there
            write_text(folder / COPY, found.text)
    if arguments.json:
        terminal.print_json({"run": str(folder), "stages": documents})
    return 0


def _until(last: str, stages: dict[str, argparse.Namespace]) -> list[tuple[str, argparse.Namespace]]:
    """The stages up to the last one that is wanted."""
    names = list(stages)
    return list(stages.items())[: names.index(last) + 1 if last else None]


class _Section(Parser):
    """The parser of a stage's command, for a table of a recipe."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"[{self.prog.rpartition(' ')[2]}] {message.replace('--', '')}; see `{self.prog} --help`")


def _stages(found: Recipe, folder: Path, ours: argparse.Namespace) -> dict[str, argparse.Namespace]:
    """The arguments of each stage, checked.  Raises InputError."""
    from codescore.cli import translate
    from codescore.translate.recipe import STAGES

    if not isinstance(found.settings("data").get("tasks"), str):
        raise InputError(f"{found.path}: [data] needs tasks, the file of tasks")
    root = Parser(prog="codescore translate")
    sections: type[Parser] = _Section
    commands = root.add_subparsers(parser_class=sections)
    checked: dict[str, argparse.Namespace] = {}
    for stage in STAGES:
        translate.configure_stage(stage, commands)
        parser = commands.choices[stage]
        try:
            settings = {name: value for name, value in found.settings(stage).items() if (stage, name) != _TASKS}
            words = _words(parser, settings, found.path.parent)
            first = [str(found.path.parent / str(found.settings("data")["tasks"])), f"--out={folder}"]
            checked[stage] = parser.parse_args([*(first if stage == "data" else [str(folder)]), *words])
        except InputError as error:
            raise InputError(f"{found.path}: {'' if str(error).startswith('[') else f'[{stage}] '}{error}") from None
        checked[stage].json = ours.json
    checked["generate"].allow_network, checked["generate"].named = ours.allow_network, False
    return checked


def _words(parser: argparse.ArgumentParser, settings: Settings, base: Path) -> list[str]:
    """Settings as words of a command line; paths start at `base`."""
    from codescore.translate.recipe import nearest

    options = {name: one for name, one in parser._option_string_actions.items() if name not in _NOT_SETTINGS}
    words: list[str] = []
    for name, value in settings.items():
        option = f"--{name.replace('_', '-')}"
        action = options.get(option)
        if action is None:
            if option in _NOT_SETTINGS:
                raise InputError(f"{name} is no setting: it is said on the command line alone")
            known = [one[2:].replace("-", "_") for one in options if one.startswith("--")]
            raise InputError(f"there is no setting {name}; {nearest(name.replace('-', '_'), known)}")
        words += _option(action, option, value, base)
    return words


def _option(action: argparse.Action, option: str, value: object, base: Path) -> list[str]:
    name = option[2:].replace("-", "_")
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise InputError(f"{name} is either true or false")
        return [option] if value else []
    if isinstance(value, tuple) and action.metavar == "LIST":  # names with commas
        value = ",".join(str(one) for one in value)
    several = isinstance(value, tuple)
    if isinstance(value, bool) or (several and not isinstance(action, argparse._AppendAction)):
        raise InputError(f"{name} takes one value: {action.help}")
    values = value if isinstance(value, tuple) else (value,)
    return [f"{option}={base / str(one) if _is_path(action, base, one) else one}" for one in values]


def _is_path(action: argparse.Action, base: Path, value: object) -> bool:
    return action.type is Path or (action.type is name_or_file and (base / str(value)).is_file())


def _check_data(found: Recipe, folder: Path) -> None:
    """Tasks that a run has stay in it, so that another choice of tasks needs another folder.  Raises InputError."""
    from codescore.translate import recipe

    copy = folder / COPY
    if copy.is_file() and recipe.read(copy).settings("data") != found.settings("data"):
        raise InputError(f"{folder} was made with another [data] ({copy}); name another folder with --out")


def _done(stage: argparse.Namespace, *, as_json: bool) -> tuple[int, Any]:
    """The exit code of a stage, and what it says as data."""
    if not as_json:
        return stage.run(stage), None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code: int = stage.run(stage)
    return code, json.loads(said.getvalue() or "null")


def _dry_run(arguments: argparse.Namespace, stages: dict[str, argparse.Namespace], folder: Path) -> int:
    """What would be done: tasks and prompts that there would be, questions that are left, what they may cost."""
    from codescore.cli.translate_generate import plan_json, plan_line

    tasks, prompts, planned, who = _planned(stages, folder)
    if arguments.json:
        terminal.print_json({"run": str(folder), "tasks": tasks, "prompts": prompts, "plan": plan_json(planned)})
        return 0
    print(f"{terminal.counted(tasks, 'task')} and {terminal.counted(prompts, 'prompt')} in {folder}")
    print(plan_line(planned, who))
    later = ", ".join(name for name in stages if name not in ("data", "prompt", "generate"))
    print(f"then {later}, of {terminal.counted(prompts, 'sample')} at most; nothing was done")
    return 0


def _planned(stages: dict[str, argparse.Namespace], folder: Path) -> tuple[int, int, Plan, str]:
    from codescore.cli import translate_data, translate_generate, translate_prompt
    from codescore.translate import generate
    from codescore.translate.prompt import prompts
    from codescore.translate.store import FILE, Run

    tasks = translate_data.tasks_of(stages["data"])
    made = list(prompts(tasks, translate_prompt.asking(stages["prompt"])))
    missing = made
    if (folder / FILE).is_file():
        with Run.open(folder) as store:
            missing = [one for one in made if not generate.is_answered(store, one)]
    stages["generate"].dry_run = True
    with translate_generate.teller_of(stages["generate"], folder) as teller:
        who = translate_generate.asked_of(stages["generate"], teller)
        return len(tasks), len(made), generate.plan(missing, teller), who
