"""`codescore experiment plan`: before a study, what it could find."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, number
from codescore.cli.experiment_store import whole
from codescore.foundation.errors import InputError

_DETAILS = """\
Two arms, a two-sided test of the difference, participants as clusters. Suggestions of one participant resemble each
other: --icc says how much (0: not at all; acceptance rates: often .05 to .2). Where participants are drawn into arms
(--by participant) that costs dearly: the variance grows by 1 + ((1 + cv²) m - 1) ICC. Where suggestions are drawn, each
participant is their own control, and the variance shrinks by 1 - ICC, if the effect is the same for everybody.
--baseline is the share in the first arm; --sd instead plans for a mean that is no share."""

_EXAMPLE = """\
  codescore experiment plan --participants 40 --suggestions 50 --baseline 0.3 --effect 0.05
  codescore experiment plan --participants 40 --suggestions 50 --by participant --icc 0.1 --effect 0.05"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment plan`."""
    parser = add_command(commands, "plan", "Power and detectable effect before starting.", _DETAILS, _EXAMPLE)
    parser.add_argument("--participants", metavar="N", type=whole, required=True, help="in both arms together")
    parser.add_argument("--suggestions", metavar="M", type=_number, required=True, help="of each, over the study")
    parser.add_argument("--by", choices=("suggestion", "participant"), default="suggestion", help="what is drawn")
    parser.add_argument("--baseline", metavar="P", type=_number, default=0.3, help="share in the first arm (0.3)")
    parser.add_argument("--effect", metavar="D", type=_number, help="the difference that matters, e.g. 0.05")
    parser.add_argument("--icc", metavar="R", type=_number, default=0.1, help="intraclass correlation (0.1)")
    parser.add_argument("--cv", metavar="C", type=_number, default=0.0, help="variation of suggestions a person (0)")
    parser.add_argument("--sd", metavar="S", type=_number, help="standard deviation, for a mean that is no share")
    parser.add_argument("--alpha", metavar="A", type=_number, default=0.05, help="error rate of the study (0.05)")
    parser.add_argument("--comparisons", metavar="K", type=whole, default=1, help="tests that share alpha (1)")
    parser.add_argument("--power", metavar="B", type=_number, default=0.8, help="power that is wanted (0.8)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compute and print."""
    from codescore.experiments.power import Plan, find
    from codescore.metrics.registry import require

    require("codescore experiment plan", ("scipy",), "experiments")
    plan = Plan(
        participants=arguments.participants, per_participant=arguments.suggestions, baseline=arguments.baseline,
        icc=arguments.icc, cv=arguments.cv, unit=arguments.by, alpha=arguments.alpha,
        comparisons=arguments.comparisons, sd=arguments.sd,
    )  # fmt: skip
    if not 0 < arguments.power < 1:
        raise InputError(f"--power {arguments.power:g} must lie between 0 and 1")
    found = find(plan, arguments.effect, arguments.power)
    if arguments.json:
        facts = {"design_effect": plan.design_effect, "degrees_of_freedom": plan.freedom, "wanted": arguments.power}
        terminal.print_json({"plan": asdict(plan), **facts, **asdict(found)})
        return 0
    each = plan.participants * plan.per_participant / 2
    print(f"{plan.participants:,} participants, {each:,.0f} suggestions an arm, drawn by {plan.unit}")
    print(f"design effect {plan.design_effect:.2f}: worth {each / plan.design_effect:,.0f} unrelated suggestions each")
    wanted = f"{100 * arguments.power:g} %"
    if found.detectable is None:
        print(f"no rise is found with {wanted} power: more participants or suggestions are needed")
    else:
        print(f"smallest rise found with {wanted} power: {found.detectable:.4f}")
    if found.power is not None:
        print(f"power for a difference of {arguments.effect:g}: {100 * found.power:.1f} %")
        enough = "more than 100,000" if found.participants is None else f"{found.participants:,}"
        print(f"participants for {wanted} power: {enough}")
    return 0


def _number(text: str) -> float:
    value = number(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value
