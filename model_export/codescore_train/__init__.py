"""ConCE training of a CodeScore-R bundle: corpus, tokenizer, pairs, train, export, verify; one command each.

Imports `codescore` (one sketch, one tokenizer for training and serving) and is never imported by it.
"""

from __future__ import annotations

import codescore  # noqa: F401  (first: it keeps the libraries of training silent)
