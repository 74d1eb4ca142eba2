"""`codescore-train probability`: train, measure and record the probability of being functionally correct."""

from __future__ import annotations

import argparse
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from codescore.embed import ProbabilityModel, load_bundle
from codescore.embed.manifest import MANIFEST_FILE
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.packages import remedy
from codescore.study.measures import auroc
from codescore_train.commands.options import say
from codescore_train.experiments.log import write_json
from codescore_train.export.bundle import write_manifest
from codescore_train.probability import measure, report
from codescore_train.probability.band import answers_of, band_of, told
from codescore_train.probability.choose import choose, out_of_fold, value, variants, within
from codescore_train.probability.data import Floats, Table, rewritten_rows, rows_of, table
from codescore_train.probability.fit import Variant, fit, predict


def run(options: argparse.Namespace) -> int:
    """Make rows, choose and measure out of fold, fit with all rows, write; record where asked."""
    if options.band:
        return _band(options)
    if not options.data:
        raise InputError("give --data to train on, or --band to choose what it cannot say")
    bundle = load_bundle(options.bundle)
    _require([*options.data, *options.transfer])
    kept = options.out / "rows"
    rows = rows_of(options.bundle, options.data, options.limit, kept)
    made = rewritten_rows(options.bundle, options.data, kept)
    main = table([*rows, *made])
    tried = variants(main)
    result, draws = _measured(main, tried, range(1, options.seeds + 1))
    taken, values = choose(main, tried, seed=0)
    mean = np.mean(draws, axis=0)
    parts = _parts(main)
    passed = main.passed.astype(np.float64)
    model = msgspec.structs.replace(fit(main, taken), unsure=measure.unsure(passed[parts["all"]], mean[parts["all"]]))
    result |= {
        "bundle": bundle.label,
        "data": sorted({row.data for row in rows}),
        "rows": len(rows),
        "rewritten": _of_rewritten(main, mean),
        "taken": taken.name,
        "values": {name: round(one, 4) for name, one in values.items()},
        "variants": {one.name: _of_variant(main, one) for one in tried},
        "abstention": {name: measure.decided(passed[part], mean[part], model.unsure) for name, part in parts.items()},
        "reliability": {name: measure.reliability(passed[part], mean[part]) for name, part in parts.items()},
        "transfer": _transfer(options, main, taken, kept),
    }
    model = msgspec.structs.replace(model, training=_training(result))
    report.write(options.out, {**result, "model": msgspec.to_builtins(model)}, model)
    for line in report.missed(result["measures"]):
        say(f"not met: {line}")
    if options.record:
        _record(options.bundle, model, options.version)
    say(f"{options.out / 'notes.md'}: {taken.name}, cannot say between {model.unsure[0]:g} and {model.unsure[1]:g}")
    return 0


def _band(options: argparse.Namespace) -> int:
    """Choose the range in which the recorded probability cannot say, on sets that it was not trained on."""
    manifest = load_bundle(options.bundle).manifest
    if manifest.probability is None:
        raise InputError(f"{options.bundle} has no probability; train one with --data")
    trained = set(manifest.probability.training.get("data", ()))
    sets = answers_of(options.bundle, options.band, options.limit)
    seen = sorted(trained & {one.data for one in sets})
    if seen:
        raise InputError(f"the probability was trained on {', '.join(seen)}; --band wants sets that it has not seen")
    band = band_of(sets)
    result = {"band": list(band), "sets": told(sets, band)}
    options.out.mkdir(parents=True, exist_ok=True)
    write_json(options.out / "band.json", result)
    if options.record:
        training = {**manifest.probability.training, "abstention elsewhere": result["sets"]}
        model = msgspec.structs.replace(manifest.probability, unsure=band, training=training)
        _record(options.bundle, model, options.version)
    say(f"{options.out / 'band.json'}: cannot say between {band[0]:g} and {band[1]:g}")
    return 0


def _require(data: list[Path]) -> None:
    """What is found missing at the end of a long run had better be found at its start."""
    for name in ("scipy", "matplotlib"):
        if find_spec(name) is None:
            raise EnvironmentProblem(f"{name} is not installed; {remedy(name)}")
    for path in data:
        if not path.is_file():
            raise InputError(f"no data set at {path}")


def _measured(rows: Table, tried: list[Variant], seeds: range) -> tuple[dict[str, Any], list[Floats]]:
    """Measures out of fold of choosing and fitting together, and the predictions of each seed."""
    taken: Counter[str] = Counter()

    def train(part: Table) -> ProbabilityModel:
        chosen, _ = choose(part, tried, seed=0)
        taken[chosen.name] += 1
        return fit(part, chosen)

    draws = []
    for seed in seeds:
        say(f"folds of seed {seed} of {len(seeds)}")
        draws.append(out_of_fold(rows, train, seed))
    found = {
        name: measure.measures(rows.part(part), [draw[part] for draw in draws]) for name, part in _parts(rows).items()
    }
    return {"measures": found, "seeds": list(seeds), "taken in folds": dict(taken.most_common())}, draws


def _parts(rows: Table) -> dict[str, Any]:
    """Each language's rows, then all of them."""
    names = sorted(set(rows.language.tolist()))
    return {**{name: (rows.language == name) & rows.written for name in names}, "all": rows.written}


def _of_rewritten(rows: Table, scores: Floats) -> dict[str, Any]:
    """How far references rewritten and references with one operator replaced are told apart, by language."""
    found = {}
    for name in sorted(set(rows.language.tolist())):
        mine = (rows.language == name) & ~rows.written & rows.sound
        right, wrong = scores[mine & rows.passed], scores[mine & ~rows.passed]
        found[name] = {
            "rewritten": [len(right), round(float(right.mean()), 4)],
            "one operator replaced": [len(wrong), round(float(wrong.mean()), 4)],
            "AUROC": round(auroc(scores[mine], rows.passed[mine]), 4),
        }
    return found


def _of_variant(rows: Table, variant: Variant) -> dict[str, Any]:
    scores = out_of_fold(rows, lambda part: fit(part, variant), seed=1)
    each = {
        name: (round(within(rows.part(part), scores[part]), 4), round(auroc(scores[part], rows.passed[part]), 4))
        for name, part in _parts(rows).items() if name != "all"
    }  # fmt: skip
    features = [*variant.terms, *variant.about_reference]
    return {"features": len(features), "names": features, "by language": each, "value": round(value(rows, scores), 4)}


def _transfer(options: argparse.Namespace, main: Table, taken: Variant, kept: Path) -> list[dict[str, Any]]:
    """Trained on the main data and measured on each other set, and the reverse."""
    if not options.transfer:
        return []
    others = table(rows_of(options.bundle, options.transfer, options.transfer_limit, kept))
    model = fit(main, taken)
    names = sorted(set(others.data.tolist()))
    found = [_pair(main, others.part(others.data == name), model) for name in names]
    model = fit(others, taken)
    found += [_pair(others, main.part(part), model) for name, part in _parts(main).items() if name != "all"]
    return found


def _pair(trained: Table, tested: Table, model: ProbabilityModel) -> dict[str, Any]:
    return {
        "trained on": sorted(set(trained.data[trained.written].tolist())),
        "measured on": ", ".join(sorted(set(tested.data.tolist()))),
        "pairs": len(tested),
        "measures": measure.measures(tested, [predict(model, tested)]),
    }


def _training(result: dict[str, Any]) -> dict[str, Any]:
    """What the manifest says of it."""
    kept = ("data", "rows", "taken", "seeds", "measures", "abstention", "rewritten")
    return {"interval": "95 %, bootstrap over tasks: [value, low, high], out of fold"} | {
        name: result[name] for name in kept
    }


def _record(folder: Path, model: ProbabilityModel, version: str) -> None:
    manifest = load_bundle(folder).manifest
    manifest = msgspec.structs.replace(manifest, probability=model, version=version or manifest.version)
    write_manifest(manifest, folder / MANIFEST_FILE)
    load_bundle(folder)  # what was written is what the product takes
