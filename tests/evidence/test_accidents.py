"""Who just fails where two parameters do not belong together may be right: a reference goes on there by accident."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

LARGEST = """\
import heapq

def largest(nums: list[int], k: int) -> int:
    heap = []
    for num in nums:
        heapq.heappush(heap, num)
        if len(heap) > k:
            heapq.heappop(heap)
    return heap[0]
"""
SORTED = """\
def largest(nums: list[int], k: int) -> int:
    return sorted(nums, reverse=True)[k - 1]
"""
ASKED = LARGEST.replace("    heap = []\n", "    if k > len(nums):\n        return min(nums)\n    heap = []\n")
LARGEST_JAVA = """\
import java.util.*;

class Largest {
    static int largest(int[] nums, int k) {
        PriorityQueue<Integer> heap = new PriorityQueue<>();
        for (int num : nums) {
            heap.offer(num);
            if (heap.size() > k) heap.poll();
        }
        return heap.peek();
    }
}
"""
SORTED_JAVA = """\
import java.util.*;

class Largest {
    static int largest(int[] nums, int k) {
        int[] sorted = nums.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - k];
    }
}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [("python", LARGEST, SORTED), ("java", LARGEST_JAVA, SORTED_JAVA)],
)
def test_what_only_fails_elsewhere(session: EvidenceSession, language: str, reference: str, candidate: str) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "conditional", found.reason
    assert "unless k has no number outside of" in found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        (SORTED, ASKED),  # the reference says what is so there
        (SORTED.replace("k - 1", "k"), LARGEST),
        (SORTED.replace("sorted(nums", "sorted(set(nums)"), LARGEST),
        ("def largest(nums, k):\n    return 0 if k > len(nums) else sorted(nums)[-k]\n", LARGEST),  # an answer
    ],
)
def test_what_does_something_else(session: EvidenceSession, candidate: str, reference: str) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == "differs", found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        (  # the reference makes the number fit
            "def largest(nums, k):\n    k = min(k, len(nums))\n    return sorted(nums, reverse=True)[:k]\n",
            "def largest(nums, k):\n    nums = sorted(nums)\n    return [nums[-1 - i] for i in range(k)]\n",
        ),
        (  # and the lists
            "import itertools\n\ndef add(a, b):\n    return [*map(sum, itertools.zip_longest(a, b, fillvalue=0))]\n",
            "def add(a, b):\n    return [a[i] + b[i] for i in range(len(a))]\n",
        ),
        (  # nothing is looked for beyond a list there
            "def top(a, b):\n    return max(a, default=0) + max(b)\n",
            "def top(a, b):\n    return max(a) + max(b)\n",
        ),
    ],
)
def test_what_a_reference_deals_with_is_no_accident(session: EvidenceSession, reference: str, candidate: str) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == "differs", found.reason
