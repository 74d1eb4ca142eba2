"""Evidence in the editor: off until the user turns it on, then the input on which a function differs, while resting."""

from __future__ import annotations

import pytest

from codescore.evidence import sandbox
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.experiments.arms import design_of
from codescore.experiments.study import Study
from codescore.languages import by_id
from tests.lsp.capture import FUNCTION, person
from tests.lsp.client import VSCODE, Refused, edit
from tests.lsp.needs import BUNDLE_MARKS

REFERENCE = "def largest(a: int, b: int) -> int:\n    if a > b:\n        return a\n    return b\n"
WRONG = REFERENCE.replace("a > b", "a < b")
ON = {"evidence": True, "evidenceSeconds": 1.0}

_ability = sandbox.probe()
needs_wall = pytest.mark.skipif(
    not _ability.works, reason=f"NO SANDBOX, evidence in the editor is not tested: {_ability.detail}"
)
pytestmark = [*BUNDLE_MARKS, needs_wall]


def with_code(code: str):
    return lambda items: any(item.get("code") == code for item in items)


def without_code(code: str):
    return lambda items: not any(item.get("code") == code for item in items)


def opened(client, text: str, reference: str = REFERENCE, name: str = "a.py", unit: str = "largest") -> str:
    uri = client.open((client.root / name).as_uri(), text)
    params = {"uri": uri, "unit": unit, "reference": {"text": reference, "label": "r.py"}}
    client.request("codescore/setReference", params)
    return uri


def test_a_difference_is_shown_with_its_input_and_goes_when_it_is_mended(launch):
    """A wrong operator is shown by an input; the code actions give a test and both sides; mended, all is quiet."""
    client = launch(settings=ON)
    client.start()
    uri = opened(client, WRONG)
    (said,) = [d for d in client.diagnostics(uri, with_code("behaviour-differs")) if d["code"] == "behaviour-differs"]
    assert "largest(" in said["message"]
    assert "r.py#largest" in said["message"]
    assert said["range"] == {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 11}}

    found = client.request("codescore/counterexample", {"uri": uri, "unit": "largest"})
    assert found["input"].startswith("largest(")
    assert found["expected"] != found["got"]
    assert "import largest\n" in found["test"]  # from the file that is open
    space: dict = {}
    exec(REFERENCE + found["test"].partition("import largest\n")[2], space)
    space["test_largest"]()  # the test holds for the reference
    exec(WRONG, space)
    with pytest.raises(AssertionError):
        space["test_largest"]()  # and not for the candidate

    where = {"textDocument": {"uri": uri}, "range": said["range"], "context": {"diagnostics": [said]}}
    actions = client.request("textDocument/codeAction", where)
    mine = {a["command"]["command"]: a for a in actions if a.get("diagnostics")}
    assert {"codescore.copyTest", "codescore.compareOnInput"} <= set(mine)
    assert all(mine[name]["kind"] == "quickfix" for name in ("codescore.copyTest", "codescore.compareOnInput"))
    copied = client.request("workspace/executeCommand", mine["codescore.copyTest"]["command"])
    assert copied == found["test"]
    assert "as a test" in client.take("window/showMessage")["message"]
    both = client.request("workspace/executeCommand", mine["codescore.compareOnInput"]["command"])
    assert both["counterexample"] == found
    assert both["reference"]["unit"] == "largest"
    assert found["input"] in client.take("window/showMessage")["message"]

    hover = client.request(
        "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    )
    assert "when run" in hover["contents"]["value"]

    client.change(uri, edit(1, 9, 10, ">="))  # one operator differs still, and means the same here
    client.diagnostics(uri, without_code("behaviour-differs"))
    told = client.until(
        lambda: "same on all" in hover_text(client, uri) and hover_text(client, uri), "evidence that they are the same"
    )
    assert "branches reached: 100% of the reference" in told
    with pytest.raises(Refused, match="no input is known"):
        client.request("codescore/counterexample", {"uri": uri, "unit": "largest"})
    client.close()


def hover_text(client, uri: str) -> str:
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    found = client.request("textDocument/hover", where)
    return found["contents"]["value"] if found else ""


def test_a_run_that_showed_too_little_takes_the_yes_away(launch):
    """What is only similar has no mark once it was run in vain: as the terminal says, nobody knows."""
    reference = (
        "import hashlib\n\n\ndef rare(n):\n"
        '    if hashlib.md5(str(n).encode()).hexdigest().startswith("00000000"):\n'
        "        n = n * 7 + 1\n        return n // 3\n    return n\n"
    )
    text = (
        "import hashlib\n\n\ndef rare(n):\n    found = hashlib.md5(str(n).encode()).hexdigest()\n    result = n\n"
        '    if found.startswith("00000000"):\n        result = (n * 7 + 1) // 3\n    return result\n'
    )
    client = launch(settings=ON)
    client.start()
    uri = opened(client, text, reference, unit="rare")

    def verdict() -> dict | None:
        said = client.request("codescore/units", {"uri": uri})["units"][0]["verdict"]
        return said if said is not None and said["evidence"] is not None else None

    shown = client.until(verdict, "what running showed")
    assert shown["evidence"] == "insufficient"
    assert (shown["score"], shown["answer"]) == (None, "unknown")
    assert shown["badge"].startswith("?")
    assert shown["badge"].endswith("not enough evidence")
    where = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 5}}
    hover = client.request("textDocument/hover", where)["contents"]["value"]
    assert "but not enough evidence came of running both" in hover
    client.close()


def test_what_is_likelier_not_the_same_has_no_mark(launch):
    """Similar enough for a score of 1, and yet the model thinks that it is probably wrong: nothing was run."""
    reference = (
        "class LRU:\n    def __init__(self, size):\n        self.size = size\n        self.data = {}\n\n"
        "    def get(self, key):\n        if key not in self.data:\n            return None\n"
        "        value = self.data.pop(key)\n        self.data[key] = value\n        return value\n"
    )
    text = reference.partition("        if key")[0] + "        return self.data.get(key)\n"
    client = launch()
    client.start()
    uri = opened(client, text, reference, unit="LRU.get")

    def verdict() -> dict | None:
        units = client.request("codescore/units", {"uri": uri})["units"]
        return next((one["verdict"] for one in units if one["name"] == "LRU.get"), None)

    shown = client.until(verdict, "the verdict")
    assert shown["probability"] < 0.5
    assert (shown["score"], shown["answer"], shown["decided_by"]) == (None, "unknown", "similarity")
    assert shown["badge"].endswith("likelier not")
    where = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 9}}
    assert "but more likely it does something else" in client.request("textDocument/hover", where)["contents"]["value"]
    client.close()


def test_nothing_runs_until_the_user_turns_it_on(launch):
    """By default, and where only the workspace's own file asks for it, no program is run."""
    client = launch()
    (client.root / "codescore.toml").write_text("[settings]\nevidence = true\n")
    client.start()
    text = WRONG
    uri = opened(client, text)
    client.diagnostics(uri, with_code("below-threshold"))
    client.until(lambda: client.request("codescore/status", None)["quiescent"], "a server at rest")
    assert "when run" not in hover_text(client, uri)
    with pytest.raises(Refused, match="no input is known"):
        client.request("codescore/counterexample", {"uri": uri, "unit": "largest"})
    client.close()


def test_an_edit_elsewhere_runs_nothing_and_a_helper_counts(launch):
    """What was found stands while other functions are edited; a change in a helper that is called is run anew."""
    client = launch("vscode", capabilities=VSCODE, settings=ON)
    client.start()
    helper = "def larger(a, b):\n    return a > b\n\n\n"
    mine = (
        helper
        + "def largest(a: int, b: int) -> int:\n    return a if larger(a, b) else b\n\n\ndef other():\n    return 1\n"
    )
    uri = opened(client, mine)
    place = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 5}}

    def said() -> str:
        found = client.request("textDocument/hover", place)
        return found["contents"]["value"] if found else ""

    client.until(lambda: "same on all" in said(), "evidence that they are the same")
    client.change(uri, edit(9, 11, 12, "2"))
    client.until(lambda: "same on all" in said(), "the same evidence after an edit elsewhere")
    client.change(uri, edit(1, 13, 14, "<"))
    client.diagnostics(uri, with_code("behaviour-differs"))
    client.close()


def test_a_hostile_candidate_harms_nobody(launch):
    """Code that deletes and writes files when it runs does so behind the wall: nothing here is touched."""
    client = launch(settings=ON)
    client.start()
    victim = client.root / "victim.txt"
    victim.write_text("still here")
    attack = (
        "import os\n\n\ndef largest(a: int, b: int) -> int:\n"
        f"    for path in ({str(victim)!r}, '/tmp/codescore-was-here'):\n"
        "        try:\n            os.remove(path)\n        except OSError:\n            pass\n"
        "        try:\n            open(path, 'w').write('gone')\n        except OSError:\n            pass\n"
        "    return a + b\n"
    )
    uri = opened(client, attack)
    client.diagnostics(uri, with_code("behaviour-differs"))
    assert victim.read_text() == "still here"
    client.close()


def test_what_a_rule_assumes_is_outside_the_task(launch):
    """Two searches that differ on unsorted lists only are the same where the workspace's rule says sorted."""
    reference = (
        "def has(xs: list[int], n: int) -> bool:\n    for x in xs:\n        if x == n:\n            return True\n"
        "    return False\n"
    )
    candidate = reference.replace(
        "    for x in xs:\n", "    for x in xs:\n        if x > n:\n            return False\n"
    )
    client = launch(settings=ON)
    (client.root / "r.py").write_text(reference)
    rule = '[[rule]]\nfiles = "*.py"\nreference = "r.py"\n'
    (client.root / "codescore.toml").write_text(rule)
    client.start()
    uri = client.open((client.root / "a.py").as_uri(), candidate)
    client.diagnostics(uri, with_code("behaviour-differs"))
    (client.root / "codescore.toml").write_text(rule + 'assume = "xs == sorted(xs)"\n')
    changed = {"uri": (client.root / "codescore.toml").as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    client.diagnostics(uri, without_code("behaviour-differs"))
    client.until(lambda: "same on all" in hover_text(client, uri), "evidence that they are the same on sorted lists")
    client.close()


def test_a_rule_says_which_differences_count(launch):
    """Two functions that differ in order alone are the same where a rule of the workspace says `no-order`."""
    reference = "def ordered(xs: list[int]) -> list[int]:\n    return sorted(xs)\n"
    candidate = "def ordered(xs: list[int]) -> list[int]:\n    return sorted(xs)[::-1]\n"
    client = launch(settings=ON)
    (client.root / "r.py").write_text(reference)
    rule = '[[rule]]\nfiles = "*.py"\nreference = "r.py"\n'
    (client.root / "codescore.toml").write_text(rule)
    client.start()
    uri = client.open((client.root / "a.py").as_uri(), candidate)
    found = client.diagnostics(uri, with_code("behaviour-differs"))
    assert any("gives another order only where xs has several items" in one["message"] for one in found)
    (client.root / "codescore.toml").write_text(rule + 'count = ["no-order"]\n')
    changed = {"uri": (client.root / "codescore.toml").as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    client.diagnostics(uri, without_code("behaviour-differs"))
    client.until(lambda: "in order, which does not count" in hover_text(client, uri), "that order does not count")
    client.close()


SLOW = """\
def moving_average(xs: list[float], k: int) -> list[float]:
    result = []
    if k <= 0:
        return result
    i = 0
    while i + k <= len(xs):
        total = 0
        for x in xs[i : i + k]:
            total += x
        result.append(total / k)
        i += 1
    return result
"""
SHORT = (
    "def moving_average(xs: list[float], k: int) -> list[float]:\n"
    "    return [sum(xs[i : i + k]) / k for i in range(len(xs) - k + 1)] if k > 0 else []\n"
)
FOLLOWING = VSCODE | {"experimental": {"codescore": {"verdicts": True}}}


def told(client, uri: str, wanted) -> dict:
    """The verdict on the one unit, once it is as wanted."""

    def ask():
        verdict = client.request("codescore/units", {"uri": uri})["units"][0]["verdict"]
        return verdict if verdict is not None and wanted(verdict) else None

    return client.until(ask, "a verdict by running")


def test_what_was_run_decides_badge_and_squiggle(launch):
    """Equal when run: a tick, no squiggle and no low probability, however unlike the text; different: a cross."""
    client = launch(settings=ON)
    client.start()
    uri = opened(client, SHORT, SLOW, unit="moving_average")
    same = told(client, uri, lambda v: v["decided_by"] == "execution")
    assert (same["score"], same["answer"], same["evidence"]) == (1, "right", "equivalent")
    assert same["similarity"] < same["threshold"]
    assert same["badge"].startswith("✓ same on ")
    assert same["probability"] is None or same["probability"] >= 0.5
    client.diagnostics(uri, lambda items: items == [])
    hover = client.request(
        "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}}
    )
    first, second = [line for line in hover["contents"]["value"].splitlines() if line][:2]
    assert "does what its reference does" in first
    assert second.startswith("- when run: the same on all")

    client.change(uri, edit(1, 64, 65, "2"))  # `+ 1` becomes `+ 2`
    wrong = told(client, uri, lambda v: v["current"] and v["answer"] == "wrong" and v["decided_by"] == "execution")
    assert (wrong["score"], wrong["badge"]) == (0, "✗ differs")
    assert wrong["probability"] is None or wrong["probability"] < 0.5
    assert "moving_average(" in wrong["reason"]
    assert "probability" not in hover_text(client, uri)  # an input says more
    copied = client.request("workspace/executeCommand", {"command": "codescore.copyVerdict", "arguments": [
        {"uri": uri, "unit": "moving_average"}]})  # fmt: skip
    assert "score 0, " in copied
    assert client.take("window/showMessage")["message"].endswith(copied)
    client.diagnostics(uri, lambda items: [item["code"] for item in items] == ["behaviour-differs"])
    client.close()


ACCOUNT = """class Account:
    def __init__(self, owner: str, balance: int = 0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount: int) -> int:
        self.balance += amount
        self.history.append(amount)
        return self.balance

    def withdraw(self, amount: int) -> int:
        self.balance -= amount
        self.history.append(-amount)
        return self.balance

    def undo(self) -> bool:
        if not self.history:
            return False
        self.balance -= self.history.pop()
        return True
"""


def test_of_the_methods_of_a_class_the_one_at_fault_is_told(launch):
    """As the terminal says it of each: what differs comes of one; the others do the same, also those not touched."""
    wrong = ACCOUNT.replace("self.history.append(-amount)", "self.history.append(amount)")
    client = launch(settings=ON)
    client.start()
    uri = client.open((client.root / "a.py").as_uri(), wrong)
    client.request("codescore/setReference", {"uri": uri, "reference": [{"text": ACCOUNT, "label": "r.py"}]})

    def told_of_all() -> dict | None:
        units = client.request("codescore/units", {"uri": uri})["units"]
        said = {one["name"]: one["verdict"]["evidence"] for one in units if one["verdict"] is not None}
        return said if said.get("Account.undo") else None

    shown = client.until(told_of_all, "what running showed")
    with EvidenceSession() as session:
        language = by_id("python")
        names = ("Account.deposit", "Account.withdraw", "Account.undo")
        pairs = tuple((name, name) for name in names)
        found = session.judge(wrong, ACCOUNT, language, Options(budget=1.0, pairs=pairs))
    terminal = {one.pair[1]: one.verdict for one in found.units}
    assert {name: shown[name] for name in names} == terminal
    assert set(terminal.values()) == {"equivalent", "differs"}
    lines = {"behaviour-differs": 11}
    client.diagnostics(uri, lambda items: {i["code"]: i["range"]["start"]["line"] for i in items} == lines)
    client.close()


def test_one_of_several_references_is_enough_when_run(launch):
    """Who differs from the most similar reference and does what another does is right, and that one is named."""
    client = launch(settings=ON)
    client.start()
    close = SHORT.replace("+ 1)", "+ 2)")
    uri = client.open((client.root / "a.py").as_uri(), SHORT)
    references = [{"text": SLOW, "label": "slow.py"}, {"text": close, "label": "close.py"}]
    client.request("codescore/setReference", {"uri": uri, "reference": references})
    found = told(client, uri, lambda v: v["decided_by"] == "execution" and v["answer"] == "right")
    assert found["reference"] == "slow.py#moving_average"
    client.close()


def test_the_arm_of_evidence_runs_what_is_suggested(launch, tmp_path):
    """Beside the reference, before it is shown: the badge says what was seen, and the event; in other arms nothing."""
    one, events, badges = suggested(launch, tmp_path, ON)
    assert sorted(e.arm for e in events) == ["badge"] * 2 + ["evidence"] * 2
    for event in events:
        said = badges[event.suggestion]
        assert (event.badge, event.verdict.against, event.verdict.score) == (True, "reference", 0)
        assert event.verdict.behaviour == ("differs" if event.arm == "evidence" else None)
        assert ("evidence" in event.verdict.signature) == (event.arm == "evidence")
        assert ("badge" in said["verdict"]) == (event.arm == "evidence")
        if event.arm == "evidence":
            assert said["verdict"]["badge"].startswith("✗ ")
            assert "half(" in said["verdict"]["reason"]
    one.client.close()


def test_nothing_suggested_is_run_where_the_user_has_not_said_so(launch, tmp_path):
    """The study may ask for it: without the user's own setting the event says why there is nothing."""
    one, events, badges = suggested(launch, tmp_path, {})
    mine = [e for e in events if e.arm == "evidence"]
    assert {(e.verdict.behaviour, e.verdict.behaviour_reason) for e in mine} == {(None, "execution is not turned on")}
    assert not any("badge" in badges[e.suggestion]["verdict"] for e in mine)
    one.client.close()


def suggested(launch, tmp_path, settings):
    """Four wrong suggestions in a function that has a reference: their events, and what the editor was told."""
    study = Study(name="arms", participant="p1", design=design_of(["badge", "evidence"], "suggestion", 7), execute=True)
    one = person(launch, tmp_path, study, **settings)
    one.open(FUNCTION)
    given = {"text": FUNCTION, "label": "given.py"}
    one.client.request("codescore/setReference", {"uri": one.uri, "unit": "half", "reference": given})
    place = {"start": {"line": 3, "character": 8}, "end": {"line": 3, "character": 14}}
    for number in range(4):
        one.tell("shown", f"s{number}", told={"badge": True}, text="s -= k", range=place, **one.where())
    events = one.events(lambda e: len(e) == 4)
    badges = {}
    while len(badges) < 4:
        badge = one.client.take("codescore/badge")
        badges[badge["suggestion"]] = badge
    return one, events, badges


def test_what_programs_import_lies_in_the_workspace(launch, tmp_path):
    """A module beside the file and a library that codescore.toml names are there; one outside is refused, and told."""
    client = launch(settings=ON)
    for folder, name, text in (
        (client.root, "beside", "def larger(a, b):\n    return a > b\n"),
        (client.root / "common", "shared", "def first(a, b):\n    return a\n"),
        (tmp_path / "outside", "secret", "def first(a, b):\n    return a\n"),
    ):
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(text)
    (client.root / "link").symlink_to(tmp_path / "outside")
    rules = client.root / "codescore.toml"
    rules.write_text('[settings]\nlibrary = "common"\n')
    client.start()
    head = "from beside import larger\nfrom {} import first\n\n\n"
    body = "def largest(a: int, b: int) -> int:\n    return first(a, b) if larger(a, b) else {}\n"
    uri = opened(client, head.format("shared") + body.format("a"))
    (said,) = [d for d in client.diagnostics(uri, with_code("behaviour-differs")) if d["code"] == "behaviour-differs"]
    assert "largest(" in said["message"]

    rules.write_text('[settings]\nlibrary = "link"\n')
    change = {"uri": rules.as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    client.change(uri, edit(1, 5, 11, "secret"))
    client.until(
        lambda: "link lies outside the workspace" in client.request("codescore/status", None)["message"], "a notice"
    )
    client.diagnostics(uri, without_code("behaviour-differs"))
    client.close()


def test_a_quiet_badge_is_of_what_is_shown(launch):
    """Unlike in text and the same when run: nothing to see, as in editors that draw badges themselves."""
    client = launch("vscode", capabilities=FOLLOWING, settings={**ON, "badges": "lens", "badgeDetail": "quiet"})
    client.start()
    uri = opened(client, SHORT, SLOW, unit="moving_average")
    told(client, uri, lambda v: v["answer"] == "right" and v["decided_by"] == "execution")
    assert client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) == []
    client.close()


def badges_told(client, uri: str) -> list[str]:
    """Every badge of the one unit that the client was sent, in order, each once where it came again."""
    said: list[str] = []
    for message in client.inbox:
        params = message.get("params")
        if message["method"] == "codescore/verdicts" and params["uri"] == uri:
            new = [unit["verdict"]["badge"] for unit in params.get("units", [])]
            said += [badge for badge in new if said[-1:] != [badge]]
    return said


def told_by_run(client, uri: str) -> None:
    client.take("codescore/verdicts", lambda p: any(u["verdict"]["evidence"] for u in p.get("units", [])))


def test_a_verdict_that_a_run_may_change_says_so_until_it_ended(launch):
    """The similarity is shown with `running` beside it, then what running showed: two badges, and one refresh each."""
    client = launch("vscode", capabilities=FOLLOWING, settings={**ON, "badges": "lens"})
    client.start()
    uri = opened(client, SHORT, SLOW, unit="moving_average")
    waiting = told(client, uri, lambda v: v["running"])
    assert waiting["decided_by"] == "similarity"
    assert waiting["badge"].endswith(" · running")
    hover = client.request(
        "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}}
    )
    assert "- running: both programs" in hover["contents"]["value"]
    (lens,) = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert "· running ·" in lens["command"]["title"]
    told_by_run(client, uri)
    ended = told(client, uri, lambda v: not v["running"])
    assert badges_told(client, uri) == [waiting["badge"], ended["badge"]]
    assert "running" not in ended["badge"]
    assert "running: both" not in hover_text(client, uri)

    def asked() -> int:
        return sum(one["method"] == "workspace/codeLens/refresh" for one in client.inbox)

    client.wait(lambda: asked() >= 3, "a refresh for the settings, and one for each badge")
    assert asked() == 3
    client.close()


def test_typing_elsewhere_leaves_the_mark_and_what_needs_no_run_loses_it(launch):
    """A run that is put off by typing is still to come; a text that is its reference's own needs none."""
    client = launch(capabilities=FOLLOWING, settings=ON)
    client.start()
    uri = opened(client, SHORT + "\n\ndef other():\n    return 1\n", SLOW, unit="moving_average")
    told(client, uri, lambda v: v["running"])
    client.change(uri, edit(5, 11, 12, "2"))
    told_by_run(client, uri)
    first, last = badges_told(client, uri)  # nothing in between: no edit took it away
    assert first.endswith("running")
    assert "running" not in last

    everything = {"text": SLOW.replace("total / k", "total // k")}
    client.change(uri, everything)
    told(client, uri, lambda v: v["running"])
    client.change(uri, {"text": SLOW})
    same = told(client, uri, lambda v: v["current"] and v["similarity"] == 1)
    assert (same["running"], same["badge"]) == (False, "✓ 1.00")
    client.close()


def test_a_run_that_cannot_be_done_is_not_announced_for_ever(launch):
    """In a language that is not run the mark goes when that turns out, and does not come back at every pause."""
    client = launch(capabilities=FOLLOWING, settings=ON)
    client.start()
    text = "int total(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n"
    uri = client.open((client.root / "a.c").as_uri(), text, "c")
    given = {"text": text.replace("<", "<="), "label": "r.c"}
    client.request("codescore/setReference", {"uri": uri, "unit": "total", "reference": given})
    client.until(lambda: "cannot be run" in client.request("codescore/status", None)["message"], "a notice")
    assert not told(client, uri, lambda v: not v["running"])["badge"].endswith("running")
    client.change(uri, {"text": text.replace("s += i", "s += i + 1")})
    told(client, uri, lambda v: v["current"])
    client.until(lambda: client.request("codescore/status", None)["quiescent"], "a server at rest")
    assert sum(badge.endswith("running") for badge in badges_told(client, uri)) <= 1
    client.close()
