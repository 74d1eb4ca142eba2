"""Each invariant can fail: violations put into a copy of the sources, each of which its rule must name.

A seed is text added to a module (or put in the place of other text); one copy of the sources holds all
seeds; each rule then has to name its own among its offences.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture import rules
from tests.architecture.rules import Rule

ROOT = Path(__file__).parents[2]
SERVER, TRAIN = "server/codescore", "model_export/codescore_train"
EXECUTED = rules.candidate_code_is_never_executed


@dataclass(frozen=True, slots=True)
class Seed:
    """A violation: where, what is added (in place of `instead_of`, if given), and what the offence must say."""

    rule: Rule
    path: str
    text: str
    says: str
    instead_of: str = ""


def _late(code: str) -> str:
    """The code inside a function, where a look at the module's head would miss it."""
    return f"\n\ndef _seeded() -> None:\n    {code}\n"


SEEDS = [
    # Arrows: upwards, sideways, in circles, hidden in functions, and to libraries of other stages.
    Seed(rules.arrows, f"{SERVER}/engine/match.py", _late("import pygls"), "match -> pygls"),
    Seed(rules.arrows, f"{SERVER}/grade/record.py", _late("from lsprotocol import types"), "-> lsprotocol"),
    Seed(rules.arrows, f"{SERVER}/engine/compare.py", _late("import onnxruntime"), "-> onnxruntime"),
    Seed(rules.arrows, f"{SERVER}/syntax/parse.py", _late("import codescore_train.recipe"), "codescore_train"),
    Seed(rules.arrows, f"{SERVER}/score/judge.py", _late("import torch"), "codescore.score.judge -> torch"),
    Seed(rules.arrows, f"{SERVER}/engine/session.py", _late("from codescore.lsp import state"), "codescore.lsp"),
    Seed(rules.arrows, f"{SERVER}/lsp/state.py", _late("from codescore.cli import terminal"), "codescore.cli"),
    Seed(rules.arrows, f"{SERVER}/engine/explain.py", _late("from ..lsp import settings"), "codescore.engine.explain"),
    Seed(rules.arrows, f"{SERVER}/references/read.py", _late("from codescore import evidence"), "codescore.references"),
    Seed(rules.arrows, f"{SERVER}/evidence/shrink.py", _late("from codescore import embed"), "evidence.shrink"),
    Seed(rules.arrows, f"{SERVER}/study/record.py", _late("from codescore.grade import record"), "study.record"),
    Seed(
        rules.arrows, f"{SERVER}/reports/tables.py", _late("from codescore.metrics import registry"), "reports.tables"
    ),
    Seed(rules.arrows, f"{SERVER}/foundation/text.py", _late("from codescore import languages"), "foundation.text"),
    Seed(rules.arrows, f"{SERVER}/syntax/parse.py", _late("from codescore.syntax import document"), "codescore.syntax"),
    Seed(rules.arrows, f"{SERVER}/attic/__init__.py", '"""A stage of no layer."""\n', "codescore.attic"),
    Seed(rules.relative_imports, f"{SERVER}/score/judge.py", _late("from . import late"), "score/judge.py"),
    Seed(rules.relative_imports, f"{TRAIN}/recipe.py", _late("from .train import loop"), "recipe.py"),
    Seed(rules.constants_have_one_value, f"{SERVER}/evidence/far.py", "\n_MOST, _LATE = 3, 4\n", "_MOST two values"),
    # Purity: files, clocks, processes and the network by whatever name.
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/sketch/emit.py", "\nimport pathlib\n", "sketch/emit.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/sketch/scopes.py", _late("open('x')"), "sketch/scopes.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/syntax/parse.py", _late("import time"), "syntax/parse.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/engine/compare.py", _late("Path('x').read_text()"), "compare.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/metrics/bleu.py", _late("open('x')"), "metrics/bleu.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/metrics/chrf.py", _late("import socket"), "metrics/chrf.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/score/judge.py", _late("import subprocess"), "score/judge.py"),
    Seed(rules.pure_stages_touch_nothing, f"{SERVER}/rewrite/__init__.py", _late("p.write_bytes(b'')"), "rewrite/"),
    Seed(rules.network, f"{SERVER}/engine/session.py", _late("import urllib.request"), "engine/session.py"),
    Seed(rules.network, f"{SERVER}/embed/installed.py", _late("import http.client"), "embed/installed.py"),
    Seed(rules.network, f"{SERVER}/references/git.py", _late("import socket"), "references/git.py"),
    Seed(rules.network, f"{SERVER}/experiments/store.py", _late("import socket"), "experiments/store.py"),
    Seed(rules.network, f"{SERVER}/experiments/collector/outbox.py", _late("import http.client"), "outbox.py"),
    Seed(rules.network, f"{SERVER}/translate/generate.py", _late("import http.client"), "translate/generate.py"),
    Seed(rules.network, f"{SERVER}/grade/serve.py", _late("import http.server"), "grade/serve.py"),
    Seed(
        rules.arrows,
        f"{SERVER}/lsp/state.py",
        _late("from codescore.experiments.collector import outbox"),
        "codescore.experiments.collector",
    ),
    # Nothing that is read can run.
    Seed(rules.pickles, f"{SERVER}/embed/bundle.py", "\nimport pickle\n", "embed/bundle.py"),
    Seed(rules.pickles, f"{SERVER}/embed/vectors.py", _late("np.load('x', allow_pickle=True)"), "embed/vectors.py"),
    Seed(
        rules.shapes_are_built_once, f"{SERVER}/study/dataset.py", _late("msgspec.convert(1, int)"), "study/dataset.py"
    ),
    Seed(rules.shapes_are_built_once, f"{SERVER}/grade/run.py", _late("msgspec.json.decode(b'', type=int)"), "run.py"),
    Seed(rules.shapes_are_built_once, f"{SERVER}/lsp/state.py", _late("msgspec.json.Decoder(int)"), "state.py"),
    Seed(EXECUTED, f"{SERVER}/check/problems.py", _late("exec('x')"), "problems.py"),
    Seed(
        EXECUTED,
        f"{SERVER}/evidence/compare.py",
        _late("builtins.exec('x')"),
        "compare.py",
    ),
    Seed(EXECUTED, f"{SERVER}/grade/run.py", _late("import runpy"), "grade/run.py"),
    Seed(
        EXECUTED,
        f"{SERVER}/evidence/session.py",
        _late("subprocess.run([sys.executable, '-c', text])"),
        "evidence/session.py",
    ),
    Seed(
        EXECUTED,
        f"{SERVER}/metrics/papers/run_match.py",
        _late("compile('x', 'x', 'exec')"),
        "metrics/papers/run_match.py",
    ),
    Seed(rules.dynamic_imports, f"{SERVER}/score/probability.py", _late("import_module('torch')"), "probability.py"),
    Seed(
        rules.dynamic_imports, f"{SERVER}/engine/model.py", _late("importlib.import_module('torch')"), "engine/model.py"
    ),
    # Languages: ids, names, file endings, node types.
    Seed(rules.language_leaks, f"{SERVER}/engine/checking.py", _late("return x == 'python'"), "'python'"),
    Seed(rules.language_leaks, f"{SERVER}/engine/calls.py", _late("return x.name == 'Python'"), "'Python'"),
    Seed(rules.language_leaks, f"{SERVER}/grade/collect.py", _late("return x.endswith('.py')"), "'.py'"),
    Seed(rules.language_leaks, f"{SERVER}/score/judge.py", _late("return n == 'function_definition'"), "definition"),
    Seed(rules.language_leaks, f"{TRAIN}/pairs/variants.py", _late("return x == 'java'"), "'java'"),
    # Values and versions.
    Seed(
        rules.golden_sketches_keep_their_version,
        f"{SERVER}/languages/python/examples/body.py.sketches",
        "for var_1 in items:",
        "python/body.py",
        instead_of="for var_1 in items :",
    ),
    Seed(
        rules.values_are_frozen,
        f"{SERVER}/score/judge.py",
        "\n@dataclass(slots=True)\nclass Seeded:\n    x: int\n",
        "Seeded",
    ),
    Seed(
        rules.workers_get_snapshots,
        f"{SERVER}/lsp/model.py",
        "\ndef _step(state: State) -> None:\n    state.bundle = None\n\n\n"
        "async def _seeded(state: State) -> None:\n    await state.schedule.scores.run(Priority.ASKED, _step, state)\n",
        "_step(state: State)",
    ),
    Seed(rules.sizes, f"{SERVER}/text_less.py", "x = 1\n", "text_less.py"),
    Seed(rules.sizes, f"{SERVER}/score/judge.py", "\n# on and on" * 400, "score/judge.py"),
]


def _copy(folder: Path) -> Path:
    """The sources with the violations in them."""
    for part in (SERVER, TRAIN):
        ignored = shutil.ignore_patterns("__pycache__", "*.onnx", "*.gz")
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    for name in ("pyproject.toml", rules.RECORD):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for seed in SEEDS:
        path = folder / seed.path
        path.parent.mkdir(exist_ok=True)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if seed.instead_of:
            assert seed.instead_of in text, seed
        path.write_text(text.replace(seed.instead_of, seed.text) if seed.instead_of else text + seed.text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def broken_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of the sources with every violation in it."""
    return _copy(tmp_path_factory.mktemp("seeded"))


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_every_seeded_violation_is_caught(rule: Rule, broken_house: Path) -> None:
    """Each violation is named by its rule; a rule without a seed would be a rule that nobody saw fail."""
    seeds = [seed for seed in SEEDS if seed.rule is rule]
    assert seeds, f"{rule.__name__} has no seeded violation"
    found = rule(broken_house)
    missed = [seed for seed in seeds if not any(seed.says in line for line in found)]
    assert not missed, f"missed: {[(seed.path, seed.text.strip()) for seed in missed]}\n" + "\n".join(found)


def test_there_are_enough_seeds() -> None:
    """Forty ways to break the house, none of them twice."""
    assert len({(seed.path, seed.text) for seed in SEEDS}) == len(SEEDS) >= 40
