"""The study: arms drawn in balance and recorded once, sealed labels, and a plan that shows whether it was changed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.experiments import study as studies
from codescore.experiments.arms import arm_of, design_of, drawn, key_of
from codescore.experiments.events import Rejected
from codescore.experiments.store import Store
from codescore.experiments.study import Study
from codescore.foundation.errors import InputError

ARMS = ("badge", "hidden", "threshold=0.7", "evidence")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path / "s.db")


@given(st.integers(2, 4), st.integers(1, 4), st.integers(0, 2**40), st.integers(1, 200))
def test_arms_are_balanced_at_every_moment(arms: int, repeats: int, seed: int, units: int) -> None:
    """After any number of units no two arms differ by more than the repeats of one block."""
    design = design_of(ARMS[:arms], "suggestion", seed, repeats=repeats)
    counts = Counter(drawn(design, position, "p1") for position in range(units))
    assert max(counts.values()) - min(counts.get(arm, 0) for arm in design.arms) <= repeats
    whole = Counter(drawn(design, position, "p1") for position in range(design.block * 3))
    assert set(whole.values()) == {3 * repeats}


def test_the_draw_follows_from_the_seed_and_the_stratum() -> None:
    """The same on every machine, another one for another seed or participant."""
    design = design_of(ARMS, "suggestion", 7)
    sequence = [drawn(design, n, "p1") for n in range(64)]
    assert sequence == [drawn(design, n, "p1") for n in range(64)]
    assert sequence[:8] == [
        "evidence", "hidden", "badge", "hidden", "threshold=0.7", "badge", "evidence", "threshold=0.7",
    ]  # fmt: skip
    assert sequence != [drawn(design, n, "p2") for n in range(64)]
    assert sequence != [drawn(design_of(ARMS, "suggestion", 8), n, "p1") for n in range(64)]


def test_an_arm_is_drawn_once_and_recorded(store: Store) -> None:
    """Asking again for a suggestion gives its arm again; the store counts them; strata are drawn apart."""
    study = Study(participant="p1", design=design_of(("badge", "hidden"), "suggestion", 3))
    first = [studies.assign(store, study, participant=None, suggestion=f"s{n}") for n in range(8)]
    again = [studies.assign(store, study, participant=None, suggestion=f"s{n}") for n in range(8)]
    assert first == again
    assert store.assigned() == {"badge": 4, "hidden": 4}
    assert studies.assign(store, Study(), participant="p1", suggestion="s") is None
    store.close()


def test_participants_keep_their_arm(store: Store) -> None:
    """Drawn by participant, every suggestion of one has the same arm, and participants are balanced."""
    study = Study(design=design_of(("badge", "hidden"), "participant", 3))
    found = {}
    for person in (f"p{n}" for n in range(8)):
        arms = {studies.assign(store, study, participant=person, suggestion=f"{person}-{n}") for n in range(3)}
        assert len(arms) == 1
        found[person] = arms.pop()
    assert store.assigned() == {"badge": 4, "hidden": 4}
    with pytest.raises(InputError, match="no participant is named"):
        studies.assign(store, study, participant=None, suggestion="s")
    store.close()


def test_a_roster_lets_every_machine_draw_the_same_arms(tmp_path: Path) -> None:
    """Each participant has a store of their own and knows only their own place; the arms are balanced all the same."""
    roster = tmp_path / "roster.txt"
    roster.write_text("\n".join(f"p{n}" for n in range(8)) + "\n")
    design = design_of(("badge", "hidden"), "participant", 3)
    found = []
    for n in range(8):
        study = Study(participant=f"p{n}", design=design, position=studies.position_in(roster, f"p{n}"))
        with Store.create(tmp_path / f"{n}.db") as store:
            arm = studies.assign(store, study, participant=None, suggestion="s")
            assert arm == studies.assign(store, study, participant=None, suggestion="t")
            assert arm is not None
            found.append(arm.label)
    assert found == [drawn(design, n) for n in range(8)]
    assert Counter(found) == {"badge": 4, "hidden": 4}
    with pytest.raises(InputError, match="no p9 in it"):
        studies.position_in(roster, "p9")
    roster.write_text("p1\np1\n")
    with pytest.raises(InputError, match="twice"):
        studies.position_in(roster, "p1")


def test_sealed_arms_are_recorded_as_letters() -> None:
    """Labels do not tell the arm; the editor still knows what to do."""
    design = design_of(ARMS, "suggestion", 1, sealed=True)
    assert set(key_of(design).values()) == set("ABCD")
    arm = arm_of(design, "threshold=0.7")
    assert (arm.kind, arm.threshold) == ("threshold", 0.7)
    assert arm.label in "ABCD"
    assert len({tuple(key_of(design_of(ARMS, "suggestion", seed, sealed=True)).values()) for seed in range(20)}) > 5


@pytest.mark.parametrize("arms", [[], ["badge"], ["badge", "badge"], ["badge", "loud"], ["badge", "threshold=1.5"]])
def test_a_design_that_no_editor_can_follow_is_refused(arms: list[str]) -> None:
    """Two or more different arms, each one known."""
    with pytest.raises(InputError, match="arm"):
        design_of(arms, "suggestion", 0)


def test_a_design_does_not_change_under_way(store: Store) -> None:
    """Before the first draw it may; afterwards it may not; other facts may."""
    study = Study(participant="p1", design=design_of(("badge", "hidden"), "suggestion", 3))
    studies.write(store, study)
    studies.write(store, Study(design=design_of(("badge", "hidden"), "suggestion", 4)))
    studies.write(store, study)
    studies.assign(store, study, participant="p1", suggestion="s")
    with pytest.raises(InputError, match="design stays"):
        studies.write(store, Study(participant="p1", design=design_of(("badge", "hidden"), "suggestion", 5)))
    studies.write(store, Study(participant="p1", design=study.design, level="lengths"))
    assert studies.read(store).level == "lengths"
    store.close()


def test_a_plan_that_was_changed_is_found_out(store: Store, tmp_path: Path) -> None:
    """Unchanged, changed, missing and never registered; an amendment is added and says how late it was."""
    plan = tmp_path / "plan.md"
    plan.write_text("Hypothesis: people keep more of what scores high.\n")
    assert studies.checked(store, plan).state == "none"
    studies.register(store, plan, 5)
    found = studies.checked(store, plan)
    assert (found.state, [r.events for r in found.registrations]) == ("unchanged", [0])
    assert "before the first event" in found.said
    plan.write_text("Hypothesis: people keep less of what scores high.\n")
    assert studies.checked(store, plan).state == "changed"
    assert studies.checked(store, tmp_path / "other").state == "missing"
    store.append([Rejected(id="e", suggestion="s", at_ms=1)])
    studies.register(store, plan, 6)
    found = studies.checked(store, plan)
    assert (found.state, [r.events for r in found.registrations]) == ("unchanged", [0, 1])
    assert "after 1 events" in found.said
    store.close()


def test_erasing_takes_arms_and_facts_along(store: Store) -> None:
    """Nothing that names a participant stays: not the draw, not the study's own participant."""
    study = Study(participant="ann-0815", design=design_of(("badge", "hidden"), "suggestion", 3))
    studies.write(store, study)
    for n in range(5):
        studies.assign(store, study, participant="ann-0815", suggestion=f"suggestion-{n}-of-ann")
    store.append(
        [Rejected(id=f"e{n}", suggestion=f"suggestion-{n}-of-ann", at_ms=1, participant="ann-0815") for n in range(5)]
    )
    store.erase("ann-0815")
    assert studies.read(store).participant is None
    assert store.assigned() == {}
    store.close()
    for file in store.path.parent.iterdir():
        assert b"ann-0815" not in file.read_bytes()
        assert b"of-ann" not in file.read_bytes()
