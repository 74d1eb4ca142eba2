"""What models are asked: templates filled in, and everything recorded that decides an answer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from codescore.foundation.errors import InputError
from codescore.translate import prompt
from codescore.translate.prompt import Asking, Sampling, Template, checked, prompts, template
from codescore.translate.records import Direction, Params, Prompt, Task
from codescore.translate.store import Run

PYTHON = "def add(numbers: List[int], n: int) -> int:\n    return sum(numbers) + n"
JAVA = "static int add(int[] numbers, int n) { for (int x : numbers) n += x; return n; }"
ADD = Task(
    "add", (), "easy", "", "add",
    {"python": Params(("List[int]", "int"), "int"), "java": Params(("int[]", "int"), "int"),
     "cpp": Params(("vector<int>", "int"), "int")},
    {"python": PYTHON, "java": JAVA}, description="Add n and $all numbers.",
)  # fmt: skip
TWICE = replace(
    ADD, id="twice", entry_point="twice", gold={"python": "def twice(): ...", "java": "int twice() {}"}, description=""
)


def only(direction: str, **settings: object) -> Prompt:
    asking = Asking(("m",), (Direction.parse(direction),), **settings)  # type: ignore[arg-type]
    return next(prompts([ADD, TWICE], asking))


@pytest.mark.parametrize(
    ("direction", "told"),
    [
        (
            "java_python",
            ["Java code into Python", f"```java\n{JAVA}\n```", "List[int], int", "Python 3.10", "```python"],
        ),
        ("python_java", [f"```python\n{PYTHON}\n```", "int[], int", "OpenJDK 17", "```java", "static method"]),
        ("python_c++", ["Python code into C++", "vector<int>, int", "C++20", "```cpp", "free function"]),
        (
            "text_python",
            ["Write Python code", "Description:\nAdd n and $all numbers.", "List[int], int", "Python 3.10"],
        ),
    ],
)
def test_what_a_prompt_asks(direction: str, told: list[str]) -> None:
    """Languages, the source, types as given, the version that runs it, code only, no comments, the name, one block."""
    text = only(direction).text
    for part in [*told, "add", "types exactly as they are given", "code only", "no comments", "Keep the name add"]:
        assert part in text
    assert "${" not in text


def test_everything_is_recorded() -> None:
    """Text, its digest, the template's digest, and all settings; each sample has a seed of its own."""
    sampling = Sampling(temperature=0.5, top_p=0.9, max_tokens=77, samples=2, seed=40)
    asking = Asking(("a", "b"), (Direction.parse("java_python"),), sampling)
    made = list(prompts([ADD, TWICE], asking))
    assert [(str(one.key), one.settings["seed"]) for one in made[:3]] == [
        ("a, java_python, task add, sample 0", 40),
        ("a, java_python, task add, sample 1", 41),
        ("b, java_python, task add, sample 0", 40),
    ]
    assert len(made) == 8
    assert made[0].sha256 == hashlib.sha256(made[0].text.encode()).hexdigest()
    assert made[0].settings == {
        "temperature": 0.5, "top_p": 0.9, "max_tokens": 77, "n": 2, "seed": 40, "template": "translate",
        "template_sha256": template("translate").sha256, "answer": "block", "shots": [],
    }  # fmt: skip
    assert only("java_python", sampling=Sampling(seed=None)).settings["seed"] is None


def test_an_answer_as_json() -> None:
    """The JSON variant asks for an object instead of a block, in its examples, too."""
    made = only("java_python", form="json", shots=1)
    assert '{"code": "..."}' in made.text
    assert json.dumps({"code": "def twice(): ..."}) in made.text
    assert "fenced" not in made.text


def test_examples_are_other_tasks() -> None:
    """Solved tasks stand before the question, never the task that is asked for, and are recorded."""
    first, second = prompts([ADD, TWICE], Asking(("m",), (Direction.parse("java_python"),), shots=3))
    assert (first.settings["shots"], second.settings["shots"]) == (["twice"], ["add"])
    assert "```python\ndef twice(): ...\n```" in first.text
    assert PYTHON not in first.text
    assert PYTHON in second.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("${SC} costs 5 $", "write $$"),
        ("${SC} ${PARAM}", "did you mean ${PARAMS}?"),
        ("${SC} ${sl}", "did you mean ${SL}?"),
        ("${TL} only", "put ${SC} where it belongs"),
    ],
)
def test_a_template_of_ones_own_is_checked(text: str, said: str) -> None:
    """What a template cannot mean is said in one line."""
    with pytest.raises(InputError) as raised:
        checked(Template("mine.txt", text))
    assert said in str(raised.value)


def test_a_template_from_a_file(tmp_path: Path) -> None:
    """A user's own template is used as it is, and named with its digest."""
    file = tmp_path / "mine.txt"
    file.write_text("From ${SL} to ${TL} for $$1:\n${SC}\n", encoding="utf-8")
    made = only("java_python", template=template(str(file)))
    assert made.text == f"From Java to Python for $1:\n{JAVA}\n"
    assert made.settings["template"] == "mine.txt"
    file.write_bytes(b"\xff${SC}")
    for name in (str(file), str(tmp_path / "none.txt"), "answer-json/../x", str(tmp_path)):
        with pytest.raises(InputError):
            template(name)


def test_tasks_that_lack_something_are_named(tmp_path: Path) -> None:
    """A task without what a direction needs is left out and counted; what is the same is not made anew."""
    asking = Asking(("m",), tuple(Direction.parse(one) for one in ("text_python", "cpp_python", "java_python")))
    with Run.create(tmp_path) as run:
        run.put_tasks([ADD, TWICE])
        done = prompt.record(run, asking)
        assert (done.new, done.same) == (3, 0)
        assert done.left_out == {"text_python: no description": 1, "c++_python: no program in C++": 2}
        assert prompt.record(run, asking).same == 3


@pytest.mark.parametrize(
    "wrong",
    [
        Sampling(temperature=2.5),
        Sampling(top_p=1.5),
        Sampling(max_tokens=0),
        Sampling(samples=0),
        Sampling(temperature=float("nan")),
        Sampling(parameters={"messages": []}),
        Sampling(parameters={"seed": 1}),
    ],
)
def test_settings_without_sense(wrong: Sampling) -> None:
    """Settings that no server could mean anything by are refused, and what a request says by itself."""
    with pytest.raises(InputError):
        prompt.checked_sampling(wrong)


def test_settings_of_other_servers() -> None:
    """What a model refuses can be left out, what it wants be added: both are recorded and make another question."""
    asked = replace(Sampling(), max_tokens=None, parameters={"max_completion_tokens": 9})
    made, plain = only("java_python", sampling=asked), only("java_python")
    assert made.sent == plain.sent | {"max_tokens": None, "parameters": {"max_completion_tokens": 9}}
    assert made.asked != plain.asked
    assert prompt.parameter("top_k=40") == ("top_k", 40)
    assert prompt.parameter("effort=low") == ("effort", "low")
    for text in ("top_k", "=1", "a b=1"):
        with pytest.raises(InputError):
            prompt.parameter(text)
