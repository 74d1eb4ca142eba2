"""The methods paragraph of a paper, from a result.  Says only what was done."""

from __future__ import annotations

from typing import Any


def methods(result: dict[str, Any]) -> str:
    """One paragraph of plain text."""
    counts, settings, looks = result["counts"], result["settings"], result["looks"]
    parts = [
        (
            f"We analysed {counts['suggestions']:,} suggestions shown to {counts['participants']:,} participants with "
            f"codescore {result['version']} (seed {settings['seed']}, data SHA-256 {result['data_sha256'][:16]})."
        ),
        f"About the plan: {result['plan']['said']}; {looks['said']}.",
        (
            f"Intervals hold {100 * settings['confidence']:g} % and are expanded percentile intervals (Hesterberg "
            f"2015) of {settings['draws']:,} bootstrap resamples of participants; none is given for fewer than ten "
            "participants or where fewer than five of them have the rarer outcome."
        ),
    ]
    if result["windows"]:
        parts.append(
            f"Accepted code was looked at after {', '.join(map(str, result['windows']))} s; it counts as kept "
            "while the relative Levenshtein distance to what was accepted is at most 0.5, and as functionally kept "
            "while both behave the same on the same inputs. Survival is by Kaplan and Meier; looks that could not be "
            "made are censored."
        )
    if result["comparisons"]:
        unit = result["comparisons"][0]["unit"]
        parts.append(
            "Arms were compared on all suggestions with a decision by the difference of shares, with p from "
            f"{settings['draws']:,} random redraws of the arms (drawn by {unit}), corrected over "
            f"{sum(one['p'] is not None for one in result['comparisons'])} comparisons by Holm's method and judged at "
            f"{looks['threshold']:g}."
        )
    fits = [fit["method"] for fit in result["regression"] if not fit["why"]]
    if fits:
        parts.append(f"Acceptance was regressed by {'; and by '.join(fits)} (the latter in statsmodels).")
    if result["preference"]["strengths"]:
        parts.append("Models were ranked by Bradley-Terry strengths from suggestions shown at once.")
    return " ".join(parts)
