"""Area under the ROC curve by ranks, as the whole product measures it."""

from __future__ import annotations

from codescore.study.measures import auroc, mid_ranks

__all__ = ["auroc", "mid_ranks"]
