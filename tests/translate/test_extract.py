"""Code out of answers: which block, which functions, which one is called."""

from __future__ import annotations

import json
import re

import pytest

from codescore.translate.data import read_tasks
from codescore.translate.extract import extract
from codescore.translate.recorded import read_answers
from codescore.translate.records import Answer, Extraction, Key, Params, Task
from tests.translate.tasks import data_file

TASK = Task(
    "1", (), "", "", "addUp", {name: Params(("x", "y"), "int") for name in ("python", "java", "cpp")}, {},
)  # fmt: skip
PYTHON = "def addUp(a, b):\n    return a + b"


def of(answer: str, direction: str = "java_python") -> Extraction:
    return extract(Answer(Key("m", direction, "1"), answer), TASK)


@pytest.mark.parametrize(
    "answer",
    [
        PYTHON,
        f"Here it is:\n\n```python\n{PYTHON}\n```\nIt adds.",
        f"```py\n{PYTHON}\n```",
        f"```\n{PYTHON}\n```",
        f"~~~python3\n{PYTHON}\n~~~",
        f"```python\n{PYTHON}",
        f"```python\n{PYTHON}\n```\n```",
        "  ```python\n  def addUp(a, b):\n      return a + b\n  ```",
        f"```java\nint addUp(int a, int b) {{ return 0; }}\n```\n```python\n{PYTHON}\n```",
        f"Use it so:\n```python\nprint(addUp(1, 2))\n```\nThe code:\n```python\n{PYTHON}\n```",
        json.dumps(f"```python\n{PYTHON}\n```"),
        json.dumps({"code": PYTHON}),
        f"Sure!\n\n{PYTHON}\n\nThat is all there is to it.",
        f"[[[\n{PYTHON}\n]]]",
        f"```python\r\n{PYTHON}\r\n```".replace("\n", "\r\n"),
        f"```python\nfrom typing import List\nimport math, sys\n\n# adds\n{PYTHON}  # done\n\nprint(addUp(1, 2))\n```",
        '```py\ndef addUp(a, b):\n    """Adds."""\n    return a + b\n\nif __name__ == "__main__":\n    addUp(1)\n```',
        f"```python\n{PYTHON}\n\ndef main():\n    print(addUp(1, 2))\n\nmain()\n```",
        f"```python\nclass ListNode:\n    def __init__(self):\n        pass\n\n{PYTHON}\n```",
    ],
)
def test_the_function_is_found_in_whatever_stands_around_it(answer: str) -> None:
    """Fences, their languages, JSON, words, examples, comments, imports, main programs: the same code remains."""
    found = of(answer)
    assert (found.code, found.entry) == (PYTHON, "addUp")


@pytest.mark.parametrize(
    ("answer", "entry", "how"),
    [
        ("def add_up(a, b): return help_(a)\ndef help_(a): return a", "add_up", "style"),
        ("def total(a, b): return help_(a)\ndef help_(a): return a", "total", "no other"),
        ("def one(a): return a\ndef two(a, b): return b", "two", "arguments"),
        ("def one(a, c): return a\ndef two(a, b): return b", "one", "several"),
        ("def again(n): return again(n - 1)", "again", "no other"),
        ("def other(a, b): return addUp(a, b)\ndef addUp(a, b): return 1", "addUp", "name"),
    ],
)
def test_the_entry_is_what_no_other_function_uses(answer: str, entry: str, how: str) -> None:
    """By name, by name in another style, as the only root, by its number of arguments; what is ambiguous is said."""
    found = of(f"```python\n{answer}\n```")
    assert found.entry == entry
    assert how in found.how
    assert any("ambiguous" in note for note in found.notes) is (how in ("arguments", "several"))


def test_what_the_entry_needs_is_kept_and_nothing_else() -> None:
    """Unknown imports, constants, classes, itself, then the functions that it reaches; no second solution."""
    text = (
        "import numpy as np\nMOD = 7\nSEEN = {}\nclass Pair:\n    pass\n"
        "def help_(a):\n    return Pair(), np.int64(a % MOD)\n"
        "def addUp(a, b):\n    return help_(a)\ndef other(a, b):\n    return SEEN\n"
    )
    found = of(f"```python\n{text}```")
    assert [line.split("(")[0] for line in found.code.split("\n") if not line.startswith(" ")] == [
        "import numpy as np", "MOD = 7", "class Pair:", "def addUp", "def help_",
    ]  # fmt: skip
    assert "left out: other" in found.notes


def test_a_class_around_the_functions_is_taken_off_and_named() -> None:
    """Java's methods become static functions; Python's and C++'s keep their class by name."""
    java = of(
        "```java\nimport java.util.*;\npublic class Solution {\n    // adds\n"
        "    private int help(int a) { return a; }\n    public int addUp(int a, int b) { return help(a) + b; }\n"
        "    public static void main(String[] x) { }\n}\n```",
        "python_java",
    )
    assert java.code == (
        "public static int addUp(int a, int b) { return help(a) + b; }\npublic static int help(int a) { return a; }"
    )
    assert (java.entry, java.owner) == ("addUp", "Solution")
    cpp = of(
        "```cpp\n#include <vector>\nusing namespace std;\nclass Solution {\npublic:\n    int k = 1;\n"
        "    int addUp(int a, int b) { return a + b * k; }\n};\nint main() { return 0; }\n```",
        "java_c++",
    )
    assert cpp.code == "int k = 1;\nint addUp(int a, int b) { return a + b * k; }"
    assert (cpp.entry, cpp.owner) == ("addUp", "Solution")
    python = of("```python\nclass Solution:\n    def addUp(self, a, b):\n        return a + b\n```")
    assert (python.code, python.owner) == ("def addUp(self, a, b):\n    return a + b", "Solution")


@pytest.mark.parametrize("direction", ["java_python", "python_java", "python_c++"])
@pytest.mark.parametrize(
    "answer",
    ["", "   \n", "I cannot do that.", "```\n```", "```python", "\x00\x01", "def addUp(", "{" * 3000, "(" * 3000,
     "class A { class B { int addUp(int a", '"\\ud800 ```', "```java\npublic class {{{ int addUp\n```", "é" * 50],
)  # fmt: skip
def test_any_text_is_an_answer(answer: str, direction: str) -> None:
    """Nothing raises; what has no function has no entry, unless the wanted name stands in broken code."""
    found = of(answer, direction)
    assert found.entry in (None, "addUp") or found.entry in found.code


def test_a_text_that_is_given_back_is_no_prose() -> None:
    """Only a text that is a statement by itself is left out."""
    code = "def addUp(a, b):\n    if a:\n        return 'yes'\n    return 'no'"
    assert of(f"```python\n{code}\n```").code == code


def test_words_that_say_who_may_call_a_function_are_none_of_cpp() -> None:
    """They come along from the source; a fence may be closed behind the last brace."""
    found = of("```cpp\npublic static int addUp(int a, int b) { return a + b; }```", "java_c++")
    assert (found.code, found.entry) == ("int addUp(int a, int b) { return a + b; }", "addUp")
    functions = ("int addUp(int a, int b) { return help(a) + b; }", "int help(int a) { return a; }")
    two = "\n\n".join(f"public static {function}" for function in functions)
    found = of(f"```cpp\n{two}\n```", "java_c++")
    assert "public" not in found.code
    assert found.how == "name"


def test_broken_code_stays_broken() -> None:
    """What does not parse is not mended by leaving the broken part out."""
    found = of("```python\ndef addUp(a, b):\n    if a:\n    return a\n  else:\n    return b\n```")
    assert "else:" in found.code
    assert found.entry == "addUp"


@pytest.mark.data
def test_recorded_answers_give_the_recorded_functions() -> None:
    """A sample of the published answers: the same entry in all but 3 %, the same code but for order in 9 of 10."""
    tasks = {task.id: task for task in read_tasks(data_file("tasks.jsonl.gz")).tasks}
    entries = codes = count = 0
    for number, one in enumerate(read_answers(data_file("answers.jsonl.gz"))):
        if number % 12:
            continue
        found = extract(Answer(one.key, one.text), tasks[one.key.task])
        count += 1
        entries += found.entry == one.entry
        codes += words(found.code) == words(one.extracted or "")
    assert count == 300
    assert entries >= 0.97 * count
    assert codes >= 0.9 * count


def words(code: str) -> list[str]:
    """The words of a code, in any order, without those that say who may call it."""
    return sorted(set(re.findall(r"\w+", code)) - {"public", "static", "private"})
