"""The list of metrics: complete, explained, cheap to have, and helpful about mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.metrics import Context, Metric, make, metric_class, names
from codescore.metrics.registry import METRICS, require

SERVER = Path(__file__).parents[2] / "server"

#: Every metric that the product promises.
PROMISED = {
    "exact-match",
    "exact-match-whitespace",
    "exact-match-formatted",
    "syntax-rate",
    "bleu",
    "chrf",
    "rouge-l",
    "meteor",
    "edit-similarity",
    "edit-similarity-on-sketches",
    "chrf-on-sketches",
    "weight-bleu",
    "syntax-match",
    "dataflow-match",
    "code-bleu",
    "crystal-bleu",
    "ruby",
    "code-bert-score",
    "embedding-cosine",
    "code-score-r",
    "always-1",
    "always-0",
    "compiles-only",
    "length-ratio",
}


def test_every_promised_metric_is_there() -> None:
    """One registry holds them all."""
    assert set(names()) >= PROMISED


@pytest.mark.parametrize("name", names())
def test_a_metric_explains_itself(name: str) -> None:
    """A title, one sentence, a source; a name that can be typed; listed under its own name."""
    found = metric_class(name)
    assert issubclass(found, Metric)
    assert found.name == name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert found.title
    assert found.source
    assert found.summary.endswith(".")
    assert "\n" not in found.summary
    assert len(found.summary) <= 160


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """The registry alone imports no metric, no array library but numpy, no peer library."""
    program = (
        "import sys, codescore.metrics\n"
        "loaded = {m.split('.')[0] for m in sys.modules}\n"
        "print(sorted(loaded & {'sacrebleu', 'scipy', 'networkx', 'black', 'onnxruntime', 'nltk'}))\n"
        "print([m for m in sys.modules if m.startswith('codescore.metrics.') and m.split('.')[2] in "
        f"{sorted({place.partition(':')[0] for place in METRICS.values()})!r}])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=SERVER)
    assert run.stdout.splitlines() == ["[]", "[]"], run.stderr


@pytest.mark.parametrize(("typed", "meant"), [("blue", "bleu"), ("codebleu", "code-bleu"), ("ROUGE_L", "rouge-l")])
def test_an_unknown_metric_is_refused_with_the_nearest_name(typed: str, meant: str) -> None:
    """A typing error is one line that says what was probably meant."""
    with pytest.raises(InputError, match=f"unknown metric '{typed}'; did you mean {meant}"):
        make([typed], Context())


def test_each_metric_is_made_once_in_the_order_asked_for() -> None:
    """Naming a metric twice changes nothing."""
    assert [metric.name for metric in make(["chrf", "bleu", "chrf"], Context())] == ["chrf", "bleu"]


def test_a_missing_library_is_named_with_its_remedy() -> None:
    """One line says what to install; the same for a tokenisation."""
    with pytest.raises(EnvironmentProblem, match=r"rouge-l needs no_such_library.*reinstall codescore-r"):
        require("rouge-l", ("no_such_library",))


def test_what_a_metric_requires_is_declared() -> None:
    """Every module that a metric names is there to be installed: a dependency, or in the extra `study`."""
    text = (SERVER.parent / "pyproject.toml").read_text(encoding="utf-8")
    declared = text.partition("dependencies = [")[2].partition("train = [")[0]
    for name in names():
        for module in metric_class(name).requires:
            assert f'"{module}' in declared, f"{name} requires {module}"
