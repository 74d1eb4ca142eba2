"""Who copies what he is given before he changes it, and who sorts it: what that says of inputs and of effects."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.copied import copied_first, sorts
from tests.evidence.judging import judged


@pytest.mark.parametrize(
    ("function", "copies", "sorting"),
    [
        ("ordered = list(xs)\nordered.sort()", True, True),
        ("left = xs[:]\nwhile left: left.pop()", True, False),
        ("return sorted(xs)[0]", False, True),
        ("return sorted(xs + ys)", False, False),
        ("seen = set(xs)\nseen.add(1)", False, False),
        ("int[] held = xs.clone(); Arrays.sort(held);", True, True),
        ("List<Integer> held = new ArrayList<>(xs); Collections.sort(held);", True, True),
        ("const held = [...xs]; held[0] = 1;", True, False),
        ("return [...xs].sort((a, b) => a - b)[0]", False, True),
        ("std::vector<int> held = xs; std::sort(held.begin(), held.end());", False, True),
        ("total = sum(xs)", False, False),
    ],
)
def test_what_a_function_does_with_what_it_is_given(function: str, copies: bool, sorting: bool) -> None:
    assert (copied_first(["xs"], function), sorts("xs", function)) == (copies, sorting)


MEDIAN = '''
def median(values):
    """The middle of the sorted values."""
    ordered = list(values)
    ordered.sort()
    return ordered[len(ordered) // 2]


def place(values, x):
    """Where x is in the sorted values, by halving."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low
'''
JAVA = """
class Numbers {
    /** The middle of the sorted values. */
    static int median(int[] values) {
        int[] ordered = values.clone();
        java.util.Arrays.sort(ordered);
        return ordered[ordered.length / 2];
    }
}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "old", "new", "verdict"),
    [
        ("python", MEDIAN, "    ordered.sort()\n", "", "differs"),
        ("python", MEDIAN, "list(values)", "values", "conditional"),
        ("python", MEDIAN, "ordered = list(values)\n    ordered.sort()", "ordered = sorted(values)", "equivalent"),
        ("python", MEDIAN, "(low + high) // 2", "low + (high - low) // 3", "equivalent"),
        pytest.param("java", JAVA, "java.util.Arrays.sort(ordered);", "", "differs", marks=pytest.mark.jdk),
        pytest.param("java", JAVA, "values.clone()", "values", "conditional", marks=pytest.mark.jdk),
    ],
)
def test_the_sorted_values_are_those_that_a_function_sorts(
    session: EvidenceSession, language: str, reference: str, old: str, new: str, verdict: str
) -> None:
    """Who only looks something up is given them in order; a copy says that the caller's list stays as it is."""
    assert old in reference
    assert judged(session, language, reference.replace(old, new), reference).verdict == verdict
