"""`codescore experiment`: which suggestions do people keep, do they still do what was suggested, did the score know?

Only names its actions; each is a file of its own, `experiment_<action>`.
"""

from __future__ import annotations

from codescore.cli import (
    experiment_analyse,
    experiment_collect,
    experiment_erase,
    experiment_export,
    experiment_grade,
    experiment_import,
    experiment_init,
    experiment_plan,
    experiment_send,
    experiment_show,
    experiment_status,
    experiment_summary,
)
from codescore.cli.arguments import Commands, Parser, add_command

_DETAILS = """\
What happens to suggestions is recorded in one file on this machine, and only after `experiment init`. No code is kept
unless you choose so. `show`, `export` and `erase` show, hand over and delete everything; only `send` sends anything.
server/codescore/experiments/EXPERIMENTS.md walks through a study."""

_EXAMPLE = """\
  codescore experiment plan --participants 40 --suggestions 50 --effect 0.05
  codescore experiment init --study pilot --participant P01
  codescore experiment import continue ~/.continue/dev_data/0.2.0/autocomplete.jsonl
  codescore experiment summary"""

_ACTIONS = (
    experiment_init, experiment_status, experiment_show, experiment_import, experiment_export, experiment_summary,
    experiment_analyse, experiment_plan, experiment_erase, experiment_grade, experiment_send, experiment_collect,
)  # fmt: skip


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment` and its actions."""
    summary = "Record which suggestions people keep, and analyse it."
    parser = add_command(commands, "experiment", summary, _DETAILS, _EXAMPLE)
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    for action in _ACTIONS:
        action.configure(actions)
