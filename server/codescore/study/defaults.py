"""What a study does unless told otherwise; imports nothing, so that `--help` is instant."""

from __future__ import annotations

#: Draws of a perturbation, as in the CodeScore-R paper (section 5.3).
SEEDS = 5
#: Larger data sets are not perturbed by seed unless asked, whatever their --limit: it multiplies their cost by fifteen.
PERTURB_AT_MOST = 1800
#: References of a data set that the audit takes.
AUDITED = 100
