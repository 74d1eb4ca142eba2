"""A person in a real Neovim who is offered suggestions by a plugin, key by key, and what is recorded of it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from codescore.evidence import sandbox
from codescore.experiments import study
from codescore.experiments.arms import design_of
from codescore.experiments.events import Event
from codescore.experiments.store import Store
from codescore.experiments.study import Study
from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.screen import Editor
from tests.editors.neovim.steps import children, served
from tests.lsp.client import LIMIT
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]

_ability = sandbox.probe()
_SUGGESTER = Path(__file__).parent / "suggester.lua"

#: What a person does with a suggestion: keys, each after the screen has settled, and what is to be recorded of that.
WAYS: dict[str, tuple[list[str], list[str]]] = {
    "whole": (["<Tab>"], ["shown", "accepted whole"]),
    "dismissed": (["<C-]>"], ["shown", "rejected"]),
    "word, then dismissed": (["<C-l>", "<C-]>"], ["shown", "accepted word", "rejected"]),
    "word, then the rest": (["<C-l>", "<Tab>"], ["shown", "accepted word", "accepted whole"]),
    "whole, then undone": (["<Tab>", "<Esc>u"], ["shown", "accepted whole", "edited"]),
    "typed past": (["#"], ["shown", "ignored"]),
    "cursor moved": (["<Left>"], ["shown", "ignored"]),
    "typed along, then whole": (["c", "o", "<Tab>"], ["shown", "accepted whole"]),
    "typed along to its end": (["TEXT"], ["shown", "ignored"]),
    "left": (["<Esc>"], ["shown", "ignored"]),
}


def init(store: Path) -> str:
    server = [sys.executable, "-m", "codescore", "serve"]
    command = "{" + ", ".join(repr(part) for part in server) + "}"
    settings = f"{{ experiment = true, experimentStore = {str(store)!r} }}"
    return f"""
vim.g.codescore = {{ cmd = {command}, settings = {settings}, restart_delay = 50 }}
_G.suggester = dofile({str(_SUGGESTER)!r})
suggester.setup()
vim.lsp.enable('codescore')
_G.pressed = ''
vim.on_key(function(_, typed)
  pressed = pressed .. (typed or '')
end)
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "events.db"
    with Store.create(path) as made:
        study.write(made, Study(name="trial", participant="P01"))
    return path


def recorded(editor: Editor, store: Path, count: int) -> list[Event]:
    """What is recorded, windows aside, once there is as much as is wanted and nothing is waiting."""
    limit = time.monotonic() + LIMIT
    while True:
        # First what waits: what does no more, is there to read.
        waiting = editor.lua("return require('codescore.reports').waiting()")
        with Store.open(store) as opened:
            found = [event for _, event in opened.read() if event.kind not in ("snapshot", "final")]
        if (len(found) >= count and waiting == 0) or time.monotonic() > limit:
            return found


def lives(events: list[Event]) -> list[list[str]]:
    """The kinds of each suggestion's events as they happened; a verdict may be written later than the rest."""
    events = sorted(events, key=lambda event: event.at_ms)
    found: dict[str, list[str]] = {event.suggestion: [] for event in events if event.kind == "shown"}
    for event in events:
        kind = f"accepted {event.extent}" if event.kind == "accepted" else event.kind
        found.setdefault(event.suggestion, []).append(kind)
    return list(found.values())


def play(editor: Editor, texts: dict[str, str], ways: list[str]) -> None:
    """Type each line, wait until the suggestion is drawn and seen, and do what the way says."""
    for name, way in zip(texts, ways, strict=True):
        press(editor, f"<Esc>Go{name} = ")
        quiet(editor, f"compute({name}")
        for key in WAYS[way][0]:
            for one in texts[name] if key == "TEXT" else [key]:
                press(editor, one)
                quiet(editor)


def press(editor: Editor, keys: str) -> None:
    """Type, and wait until Neovim has taken the keys: what it is asked before that may be answered before them."""
    editor.lua("pressed = ''")
    editor.keys(keys)
    limit = time.monotonic() + LIMIT
    same = "return vim.endswith(vim.fn.keytrans(pressed), vim.fn.keytrans(vim.keycode(...)))"
    while not editor.lua(same, keys):  # asked again and again: a wait inside Neovim would hold the keys up
        assert time.monotonic() < limit, f"waited in vain for {keys!r} to be taken"


def quiet(editor: Editor, drawn: str = "") -> None:
    """Wait until a text is on the screen, if one is given, and until what happened was looked at."""
    if drawn:
        editor.sees(drawn)
    editor.lua("vim.cmd.redraw()")
    editor.lua("vim.wait(10)")  # what the key has scheduled
    editor.until_lua("require('codescore.capture').idle()", "everything to be looked at")


def test_a_hundred_suggestions_are_recorded_as_they_went(work, start, store):
    """Every way of taking, leaving or losing a suggestion gives exactly its events, also when the server dies."""
    (work / "mine.py").write_text("half = 1\n")
    editor = start(work / "mine.py", init=init(store))
    served(editor)
    ways = [list(WAYS)[k % len(WAYS)] for k in range(100)]
    names = [f"v{k}" for k in range(100)]
    texts = {name: f"compute({name}, half) + {k % 7}" for k, name in enumerate(names)}
    editor.lua("suggester.texts = ...", texts)
    some = list(texts.items())
    play(editor, dict(some[:1]), ways[:1])
    recorded(editor, store, 2)  # from here on the server follows: before, it does not know that it should
    play(editor, dict(some[1:60]), ways[1:60])
    os.kill(children(editor)[0], signal.SIGKILL)
    play(editor, dict(some[60:]), ways[60:])
    served(editor)
    expected = [WAYS[way][1] for way in ways]
    events = recorded(editor, store, sum(map(len, expected)) - 5)
    found = lives(events)

    def told(life: list[str], k: int) -> list[str]:
        return [kind for kind in life if k < 60 or kind != "edited"]  # while no server runs nobody sees edits

    differing = [
        (way, told(should, k), told(life, k))
        for k, (way, should, life) in enumerate(zip(ways, expected, found, strict=False))
        if told(life, k) != told(should, k)
    ]
    assert not differing, differing[:3]
    assert len(found) == 100
    assert {(e.provider, e.participant) for e in events if e.kind == "shown"} == {("copilot.lua", "P01")}
    # What came in the moments before the server died may be told afterwards, when nobody knows its cause any more.
    before = [e.suggestion for e in sorted(events, key=lambda e: e.at_ms) if e.kind == "shown"][:50]
    assert {e.cause for e in events if e.kind == "edited" and e.suggestion in before} == {"undo"}


def test_the_arm_decides_what_is_seen(work, start, store):
    """`hidden` takes the badges of functions away, too; `badge` shows the suggestion's own."""
    with Store.open(store) as opened:
        study.write(opened, Study(participant="P01", design=design_of(["badge", "hidden"], "suggestion", 3)))
    half = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
    (work / "ref.py").write_text(half)
    (work / "mine.py").write_text("# codescore: reference=ref.py\n" + half + "x = 1\n")
    editor = start(work / "mine.py", init=init(store))
    editor.sees("def half(n):", "✓ 1.00")
    arms = []
    for name in ("total", "n", "i", "k"):
        editor.lua("suggester.texts = ...", {name: "n + 1"})
        editor.keys(f"<Esc>:2<CR>o{name} = ")
        row = len(arms)
        events = [e for e in recorded(editor, store, 2 * row + 1) if e.kind == "shown"]
        arms.append(events[row].arm)
        if arms[-1] == "hidden":
            editor.until(lambda s: "✓" not in str(s) and "✗" not in str(s), "no badge at all")
            assert events[row].badge is False
        else:
            editor.sees("suggestion: ")
            assert events[row].badge is True
        editor.keys("<C-]><Esc>dd")
        recorded(editor, store, 2 * row + 2)
    assert sorted(arms) == ["badge", "badge", "hidden", "hidden"]


@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX, the arm evidence is not shown: {_ability.detail}")
def test_the_arm_of_evidence_shows_what_running_showed(work, start, store):
    """The function that the suggestion makes is run beside its reference: the badge says that it differs."""
    with Store.open(store) as opened:
        design = design_of(["badge", "evidence"], "suggestion", 3)
        study.write(opened, Study(participant="P01", design=design, execute=True))
    half = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
    (work / "ref.py").write_text(half)
    (work / "mine.py").write_text("# codescore: reference=ref.py\n" + half)
    ours = init(store).replace("experiment = true", "experiment = true, evidence = true, evidenceSeconds = 1")
    editor = start(work / "mine.py", init=ours)
    editor.sees("def half(n):", "✓ 1.00")
    seen = []
    for number in range(4):
        editor.lua("suggester.texts = ...", {"total": "n + 1"})
        editor.keys("<Esc>:3<CR>ototal = ")
        events = [e for e in recorded(editor, store, 2 * number + 1) if e.kind == "shown"]
        seen.append((events[number].arm, events[number].verdict.behaviour))
        editor.sees("suggestion: ", "✗ differs" if seen[-1][0] == "evidence" else ".")
        editor.keys("<C-]><Esc>dd")
        recorded(editor, store, 2 * number + 2)
    assert sorted(seen, key=str) == [("badge", None)] * 2 + [("evidence", "differs")] * 2


def test_without_the_setting_nothing_is_watched(work, start, tmp_path):
    """No provider of decorations, no events, nothing kept."""
    (work / "mine.py").write_text("half = 1\n")
    editor = start(work / "mine.py", init=init(tmp_path / "none.db").replace("experiment = true", "experiment = false"))
    served(editor)
    editor.lua("suggester.texts = ...", {"v0": "compute(v0)"})
    editor.keys("Gov0 = ")
    quiet(editor, "compute(v0)")
    editor.keys("<Tab>")
    quiet(editor, "v0 = compute(v0)")
    assert editor.lua("return require('codescore.reports').waiting()") == 0
    assert not (tmp_path / "none.db").exists()
