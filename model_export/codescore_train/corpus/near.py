"""Near-duplicates among functions: which to drop so that no two of those that stay are too similar.

Similar means: exact Jaccard similarity of the shingle sets, at least a threshold; candidates come from MinHash LSH.
Pure and deterministic.  Neighbours: `minhash` below, `split` decides what to do with the answer.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from codescore_train.corpus.minhash import Hashes, Rows, ShingleSets, band_keys, jaccard
from codescore_train.corpus.progress import Steps, unseen

THRESHOLD = 0.8
_ROWS = 6  # 21 bands: a pair at the threshold is found with probability .998, one at .5 with .28
SLACK = 0.15  # an estimate so far below a threshold (four standard errors of 128 hashes) is not verified


def near_duplicates(
    sets: ShingleSets, signature: Hashes, threshold: float = THRESHOLD, progress: Steps = unseen
) -> Rows:
    """For each set the index of the earlier one that makes it redundant, or -1 if it stays.

    In order, a set goes if one that stays is similar; so no two that stay are (as far as LSH finds them).
    """
    found = np.full(len(sets), -1, np.int64)
    members: defaultdict[int, list[int]] = defaultdict(list)
    documents, starts, groups = _shared_bands(signature)
    for i, document in enumerate(documents.tolist()):
        mine = groups[starts[i] : starts[i + 1]].tolist()
        if candidates := set().union(*(members[group] for group in mine if group in members)):
            rows = np.fromiter(sorted(candidates), np.int64, len(candidates))
            found[document] = _first_similar(document, rows, sets, signature, threshold)
        if found[document] < 0:
            for group in mine:
                members[group].append(document)
        if i % 4096 == 0:
            progress(i, len(documents))
    return found


def _shared_bands(signature: Hashes) -> tuple[Rows, Rows, Rows]:
    """Sets that share a band key with another: their indices, and per set its groups (starts, then the groups)."""
    documents, groups, total = [], [], 0
    for keys in band_keys(signature, _ROWS):
        _, group, counts = np.unique(keys, return_inverse=True, return_counts=True)
        shared = np.flatnonzero(counts[group] > 1)
        documents.append(shared.astype(np.int64))
        groups.append(group[shared].astype(np.int64) + total)
        total += len(counts)
    owners = np.concatenate(documents)
    order = np.argsort(owners, kind="stable")
    distinct, first = np.unique(owners[order], return_index=True)
    return distinct, np.append(first, len(owners)).astype(np.int64), np.concatenate(groups)[order]


def _first_similar(document: int, rows: Rows, sets: ShingleSets, signature: Hashes, threshold: float) -> int:
    """The candidate that looks most similar among those that are similar enough, or -1."""
    size, sizes = len(sets[document]), sets.offsets[rows + 1] - sets.offsets[rows]
    rows = rows[np.minimum(sizes, size) >= threshold * np.maximum(sizes, size)]
    looks: NDArray[np.int64] = np.count_nonzero(signature[rows] == signature[document], axis=1)
    for at in np.argsort(-looks, kind="stable").tolist():
        if looks[at] < (threshold - SLACK) * signature.shape[1]:
            break
        if jaccard(sets[document], sets[int(rows[at])]) >= threshold:
            return int(rows[at])
    return -1
