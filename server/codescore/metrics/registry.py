"""Every metric by name: one explicit list, each imported only when asked for.

Importing this module imports no metric: `codescore --help` and the language server stay fast.  To add a metric write
its file and add its line.  Neighbours: `metric` says what one is, `compute` runs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.packages import remedy
from codescore.metrics.metric import Context, Metric
from codescore.metrics.tokens import check_name

#: name -> `module:class`, in the order in which metrics are listed.
METRICS: dict[str, str] = {
    "exact-match": "exact_match:ExactMatch",
    "exact-match-whitespace": "exact_match:ExactMatchWhitespace",
    "exact-match-tokens": "exact_match:ExactMatchTokens",
    "exact-match-formatted": "exact_match:ExactMatchFormatted",
    "syntax-rate": "syntax_rate:SyntaxRate",
    "bleu": "bleu:Bleu",
    "chrf": "chrf:Chrf",
    "rouge-l": "rouge_l:RougeL",
    "meteor": "meteor:Meteor",
    "edit-similarity": "edit_similarity:EditSimilarity",
    "weight-bleu": "weight_bleu:WeightBleu",
    "syntax-match": "syntax_match:SyntaxMatch",
    "dataflow-match": "dataflow_match:DataflowMatch",
    "code-bleu": "code_bleu:CodeBleu",
    "code-bleu-1-1-4-4": "code_bleu:CodeBleuSyntax",
    "code-bleu-compatible": "papers.code_bleu_compatible:CodeBleuCompatible",
    "crystal-bleu": "crystal_bleu:CrystalBleu",
    "ruby": "ruby:Ruby",
    "code-bert-score": "code_bert_score:CodeBertScore",
    "code-bert-score-f3": "code_bert_score:CodeBertScoreF3",
    "embedding-cosine": "embedding_cosine:EmbeddingCosine",
    "code-score-r": "code_score_r:CodeScoreR",
    "probability": "code_score_r:Probability",
    "same-task": "code_score_r:SameTask",
    "edit-similarity-on-sketches": "on_sketches:EditSimilarityOnSketches",
    "chrf-on-sketches": "on_sketches:ChrfOnSketches",
    "evidence": "evidence:EvidenceMetric",
    "run-match": "papers.run_match:RunMatch",
    "compiles-only": "syntax_rate:CompilesOnly",
    "length-ratio": "constants:LengthRatio",
    "always-1": "constants:AlwaysOne",
    "always-0": "constants:AlwaysZero",
}


def names() -> tuple[str, ...]:
    """Every name, in listing order."""
    return tuple(METRICS)


def metric_class(name: str) -> type[Metric]:
    """The class of a metric.  Raises InputError with the nearest name for an unknown one."""
    place = METRICS.get(name)
    if place is None:
        plain = {_letters(known): known for known in METRICS}
        close = [plain[found] for found in get_close_matches(_letters(name), plain, n=1, cutoff=0.5)]
        hint = f"did you mean {close[0]}? " if close else ""
        raise InputError(f"unknown metric {name!r}; {hint}`codescore metrics --list` shows all")
    module, _, attribute = place.partition(":")
    found: type[Metric] = getattr(import_module(f"codescore.metrics.{module}"), attribute)
    return found


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def make(wanted: Sequence[str], context: Context) -> list[Metric]:
    """The metrics of these names, each once, in the order asked for.

    Raises InputError for an unknown metric or tokenisation, EnvironmentProblem for a missing library.
    """
    check_name(context.tokens)
    classes = {name: metric_class(name) for name in dict.fromkeys(wanted)}
    for name, found in classes.items():
        require(name, found.requires)
    if context.tokens == "13a":
        require("tokenisation 13a", ("sacrebleu",))
    return [found(context) for found in classes.values()]


def require(what: str, modules: Sequence[str], extra: str = "study") -> None:
    """Raise EnvironmentProblem, with the extra that brings it, unless every module can be imported."""
    for module in modules:
        if find_spec(module) is None:
            raise EnvironmentProblem(f"{what} needs {module}, which is not installed; {remedy(module, extra)}")
