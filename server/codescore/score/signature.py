"""The signature that every score carries: all that must be equal for two scores to be comparable.  Pure."""

from __future__ import annotations

from codescore import __version__, program
from codescore.score.judge import Settings
from codescore.sketch import VERSION

METRIC = "CodeScore-R"


def signature(language: str, settings: Settings, bundle: str | None, checker: str) -> str:
    """E.g. `CodeScore-R|lang:python|pool:cls|thr:0.5|sketch:1|bundle:name@0.1.0#1a2b3c4d|check:python 3.11|v:0.1.0`."""
    return "|".join(
        (
            METRIC,
            f"lang:{language}",
            f"pool:{settings.pooling}",
            f"thr:{settings.threshold:g}",
            f"sketch:{VERSION}",
            *([f"program:{program.VERSION}"] if settings.late is not None else []),
            f"bundle:{bundle or 'none'}",
            f"check:{checker}",
            f"v:{__version__}",
        )
    )
