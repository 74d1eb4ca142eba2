"""All questions asked of one study's data, as one document that a page or another program reads.

Pure: the same data, seed and settings give the same document.  Knows no store and no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from codescore import __version__
from codescore.experiments.analysis import comparison, preference, ranking, regression, survival
from codescore.experiments.analysis.data import MEASURES, SIGNALS, Data
from codescore.experiments.analysis.intervals import How, share
from codescore.study.significance import holm

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats
    from codescore.experiments.analysis.looks import Allowed
    from codescore.experiments.arms import Unit
    from codescore.experiments.study import Checked

FORMAT = 1


def analysed(data: Data, allowed: Allowed, checked: Checked, how: How, unit: Unit | None = None) -> dict[str, Any]:
    """The document.  `unit`: what the design drew; None leaves it to the data."""
    return {
        "format": FORMAT,
        "version": __version__,
        "signature": f"experiment-analysis|v:{__version__}|seed:{how.seed}|bs:{how.draws}|data:{data.sha256[:16]}",
        "settings": asdict(how),
        "data_sha256": data.sha256,
        "plan": msgspec.to_builtins(checked),
        "looks": msgspec.to_builtins(allowed) | {"threshold": allowed.threshold},
        "counts": _counts(data),
        "windows": list(data.windows),
        "acceptance": asdict(share(data.accepted, data.people, how)),
        "retention": [_retention(data, window, how) for window in data.windows],
        "deciles": {name: _deciles(data, name, how) for name in SIGNALS[:2]},
        "auroc": _aurocs(data, how),
        "calibration": {
            name: asdict(ranking.calibration(data.signals["probability"], values, data.people, how))
            for name, values in _outcomes(data).items()
        },
        "survival": _survival(data, how),
        "regression": [asdict(fit) for fit in regression.fitted(data.accepted, _terms(data), data.people)],
        "comparisons": [asdict(one) for one in _comparisons(data, allowed, how, unit)],
        "preference": asdict(preference.preferred(data.rows, how)),
    }


def _counts(data: Data) -> dict[str, int]:
    return {
        "suggestions": len(data.rows),
        "participants": data.participants,
        "decided": int((~np.isnan(data.accepted)).sum()),
        "accepted": int((data.accepted == 1).sum()),
        "anonymous_left_out": data.anonymous,
        "censored_looks": data.censored,
        **{f"with_{name}": int((~np.isnan(values)).sum()) for name, values in data.signals.items()},
    }


def _outcomes(data: Data) -> dict[str, Floats]:
    """What a signal may have known: accepted; and of that, at the longest window: still in code, doing the same."""
    return {
        "accepted": data.accepted,
        "kept": data.given_accepted("still_in_code"),
        "functionally kept": data.given_accepted("same_behaviour"),
    }


def _retention(data: Data, window: int, how: How) -> dict[str, Any]:
    shares = {name: asdict(share(data.left[name][window], data.people, how)) for name in MEASURES}
    return {"window_s": window, **shares}


def _deciles(data: Data, signal: str, how: How) -> list[dict[str, Any]]:
    asked: dict[str, Floats] = {"accepted": data.accepted}
    for measure in MEASURES:
        asked |= {f"{measure}_{window}": data.left[measure][window] for window in data.windows}
    tables = {
        name: ranking.binned(data.signals[signal], values, data.people, how)
        for name, values in asked.items()
        if name == "accepted" or not np.isnan(values).all()
    }
    return [
        {
            "low": one.low, "high": one.high, "mean": one.mean,
            **{name: asdict(bins[at].rate) for name, bins in tables.items()},
        }
        for at, one in enumerate(tables["accepted"])
    ]  # fmt: skip


def _aurocs(data: Data, how: How) -> list[dict[str, Any]]:
    return [
        {"signal": signal, "outcome": name, **asdict(ranking.auroc(data.signals[signal], values, data.people, how))}
        for signal in SIGNALS
        for name, values in _outcomes(data).items()
    ]


def _survival(data: Data, how: How) -> dict[str, Any]:
    """Curves of all, and of each arm where there are several."""
    groups: dict[str, Any] = {"all": np.ones(len(data.rows), dtype=bool)}
    if len(data.arms) > 1:
        groups |= {f"arm {name}": data.arm == at for at, name in enumerate(data.arms)}
    return {
        measure: {
            name: [asdict(step) for step in survival.curve(_within(data.left[measure], inside), data.people, how)]
            for name, inside in groups.items()
        }
        for measure in ("still_in_code", "same_behaviour")
    }


def _within(left: Mapping[int, Floats], inside: Floats) -> dict[int, Floats]:
    return {window: np.where(inside, values, np.nan) for window, values in left.items()}


def _terms(data: Data) -> dict[str, Floats]:
    """What acceptance is regressed on: what the score said, the arm, the length."""
    known = [name for name in SIGNALS[:2] if not np.isnan(data.signals[name]).all()]
    terms = {name: data.signals[name] for name in known[:1]}  # a probability is made of the similarity
    terms["evidence: same"] = data.signals["evidence"]
    for at, name in enumerate(data.arms[1:], 1):
        terms[f"arm {name} against {data.arms[0]}"] = np.where(data.arm < 0, np.nan, data.arm == at)
    chars = [np.nan if row.offered_chars is None else float(np.log1p(row.offered_chars)) for row in data.rows]
    terms["length, logarithm"] = np.array(chars, dtype=np.float64)
    return terms


def _comparisons(data: Data, allowed: Allowed, how: How, unit: Unit | None) -> list[comparison.Comparison]:
    """Every pair of arms in every outcome of all suggestions: comparing accepted ones only would undo the draw."""
    every = np.where(data.accepted == 1, 1.0, np.nan)  # accepting is keeping
    outcomes = {"accepted": every} | {
        f"accepted and {name}": values for name, values in _outcomes(data).items() if name != "accepted"
    }
    drawn = unit or comparison.unit_of(data.arm, data.people)
    found = []
    for first, second in combinations(range(len(data.arms)), 2):
        arm = np.where(data.arm == first, 0, np.where(data.arm == second, 1, -1))
        names = (data.arms[first], data.arms[second])
        found += [
            comparison.compared(data.accepted, kept, arm, data.people, how, names=names, unit=drawn, title=title)
            for title, kept in outcomes.items()
            if title == "accepted" or not np.isnan(kept).all()
        ]
    tested = [at for at, one in enumerate(found) if one.p is not None]
    for at, p in zip(tested, holm([found[at].p or 0.0 for at in tested]), strict=True):
        found[at] = replace(found[at], p_holm=p, significant=p < allowed.threshold)
    return found
