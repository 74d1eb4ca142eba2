"""Translations run on cases, in every language that has a template: statuses, lines, structures, and hostile ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence import sandbox
from codescore.languages import by_id
from codescore.translate.execute import Executor, prepared
from codescore.translate.program import Uncallable, call_of, program_of, stdin_of
from codescore.translate.records import Case, Execution, Extraction, Key, Params, Task
from tests.translate.hostile import HOSTILE

pytestmark = pytest.mark.sandbox

TYPES = {"python": ("List[int]", "int"), "java": ("int[]", "int"), "cpp": ("vector<int>", "int")}
SUM = Task(
    "sum", (), "", "", "total", {name: Params(types, "int") for name, types in TYPES.items()}, {},
    (Case(1, "1,2,3\n4", "10"), Case(4, "[]\n5", "5")),
)  # fmt: skip
RIGHT = {
    "python": "def total(items, extra):\n    return sum(items) + extra",
    "java": "public static int total(int[] items, int extra) { for (int x : items) extra += x; return extra; }",
    "cpp": "int total(vector<int>& items, int extra) { for (int x : items) extra += x; return extra; }",
}


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    """One for all: rooms are kept warm."""
    if not sandbox.probe().works:
        pytest.skip("NO SANDBOX: nothing was run")
    found = Executor(seconds=2.0)
    yield found
    found.close()


def ran(executor: Executor, language: str, code: str, task: Task = SUM, owner: str = "") -> Execution:
    """What becomes of a code."""
    found = Extraction(Key("m", "text_x", task.id), code, task.entry_point, owner=owner)
    return executor.execute(found, task, prepared(task, task.cases, language))


@pytest.mark.parametrize("language", TYPES)
def test_right_and_wrong_in_every_language(executor: Executor, language: str) -> None:
    """A right program passes all its cases; a wrong one fails the case whose number is told, with what it got."""
    assert ran(executor, language, RIGHT[language]).status == "all_passed"
    wrong = ran(executor, language, RIGHT[language].replace("extra +=", "extra = ").replace(" + extra", ""))
    assert (wrong.status, wrong.failing) == ("wrong_answer", 1)
    assert wrong.expected == "10"
    assert wrong.got in {"3", "6"}


@pytest.mark.parametrize(
    ("language", "code", "status", "line"),
    [
        ("python", "def total(items, extra)\n    return 1", "compilation_failed", None),
        ("java", "public static int total(int[] items, int extra) { return nothing; }", "compilation_failed", None),
        ("java", "public static String total(int[] items, int extra) { return null; }", "compilation_failed", None),
        ("cpp", "int total(vector<int>& items, int extra) {\n  return nothing; }", "compilation_failed", 2),
        ("python", "def total(items, extra):\n    x = 10\n    return x if items else items[0]", "runtime_error", 3),
        ("java", "public static int total(int[] items, int extra) {\n return items[0] + 9; }", "runtime_error", 2),
        ("cpp", "int total(vector<int>& items, int extra) {\n return items.at(0) + 9; }", "runtime_error", None),
        ("python", "import nothing_of_that_name\ndef total(items, extra): return 10", "runtime_error", None),
        ("python", "def total(items): return 10", "runtime_error", None),
    ],
)  # fmt: skip
def test_why_a_translation_fails(executor: Executor, language: str, code: str, status: str, line: int | None) -> None:
    """It does not compile, or it raises; the line is that of the code that was extracted, where it is known."""
    found = ran(executor, language, code)
    assert (found.status, found.line) == (status, line)
    assert found.error
    assert "\n" not in found.error


def test_a_wrong_answer_counts_before_a_signal_and_after_an_exception(executor: Executor) -> None:
    """One status, by precedence, and how many cases passed all the same."""
    task = Task(
        "t", (), "", "", "f", {"python": Params(("int",), "int")}, {}, tuple(Case(n, str(n), "1") for n in (1, 2, 3))
    )
    raising = ran(executor, "python", "def f(n):\n    if n == 3: raise ValueError('no')\n    return n", task)
    assert (raising.status, raising.passed, raising.total, raising.failing) == ("runtime_error", 1, 3, 3)
    dying = ran(executor, "python", "def f(n):\n    import os\n    return n if n < 3 else os._exit(0)", task)
    assert (dying.status, dying.passed, dying.failing) == ("wrong_answer", 1, 2)


def test_nothing_to_call_is_a_status_too(executor: Executor) -> None:
    """Where a call would not compile, or would raise; no program is run."""
    for language, status in (
        ("python", "runtime_error"),
        ("java", "compilation_failed"),
        ("cpp", "compilation_failed"),
    ):
        given = prepared(SUM, SUM.cases, language)
        assert executor.execute(Extraction(Key("m", "text_x", "sum"), "", None), SUM, given).status == status


TREES = Task(
    "trees", (), "", "", "f",
    {
        "python": Params(("ListNode", "Optional[TreeNode]", "str", "List[List[str]]"), "ListNode"),
        "java": Params(("ListNode", "TreeNode", "char", "List<List<String>>"), "ListNode"),
        "cpp": Params(("ListNode*", "TreeNode*", "char", "vector<vector<string>>"), "ListNode*"),
    },
    {},
    (Case(1, '1,2\n5,null,7\n"x"\n[["a\\"b","é"],[]]', "1,2,7,120,5"), Case(2, "\n\ny\n[]", "121,0")),
)  # fmt: skip
STRUCTURED = {
    "python": (
        "def f(head, root, sign, words):\n    letters = sum(map(len, sum(words, []))) + (1 if words else 0)\n"
        "    tail = ListNode(ord(sign), ListNode(letters))\n"
        "    if root:\n        tail = ListNode(root.right.val, tail)\n    if not head:\n        return tail\n"
        "    head.next.next = tail\n    return head"
    ),
    "java": (
        "public static ListNode f(ListNode head, TreeNode root, char sign, List<List<String>> words) {\n"
        "int n = 0; for (List<String> row : words) for (String w : row) n += w.length();\n"
        "ListNode tail = new ListNode(sign, new ListNode(n + (words.isEmpty() ? 0 : 1)));\n"
        "if (root != null) tail = new ListNode(root.right.val, tail);\n"
        "if (head == null) return tail; head.next.next = tail; return head; }"
    ),
    "cpp": (
        "ListNode* f(ListNode* head, TreeNode* root, char sign, vector<vector<string>>& words) {\n"
        "int n = 0; for (auto& row : words) for (auto& w : row) n += w.size();\n"
        "ListNode* tail = new ListNode(sign, new ListNode(n));\n"
        "if (root) tail = new ListNode(root->right->val, tail);\n"
        "if (!head) return tail; head->next->next = tail; return head; }"
    ),
}


@pytest.mark.parametrize("language", TYPES)
def test_structures_characters_and_texts_arrive_as_their_types(executor: Executor, language: str) -> None:
    """Chains, trees, characters, texts with quotes and letters beyond ASCII (which C++ counts in bytes), empty ones."""
    found = ran(executor, language, STRUCTURED[language], TREES)
    assert found.status == "all_passed", found


def test_what_returns_nothing_is_known_by_the_argument_that_it_changes(executor: Executor) -> None:
    """The first list, chain or tree is looked at after the call."""
    params = {"python": Params(("int", "List[int]"), "None"), "java": Params(("int", "int[]"), "void"),
              "cpp": Params(("int", "vector<int>"), "void")}  # fmt: skip
    task = Task("t", (), "", "", "f", params, {}, (Case(1, "7\n1,2", "7,2"),))
    for language, code in {
        "python": "def f(n, items): items[0] = n",
        "java": "public static void f(int n, int[] items) { items[0] = n; }",
        "cpp": "void f(int n, vector<int>& items) { items[0] = n; }",
    }.items():
        assert ran(executor, language, code, task).status == "all_passed"


def test_a_class_is_put_back_where_one_was_taken_off(executor: Executor) -> None:
    """Members use each other, fields and their class's name; functions of C++ may stand below those that use them."""
    java = (
        "int k = 0;\nint total(int[] items, int extra) { return Solution.all(items) + extra + k; }\n"
        "static int all(int[] x) { int s = 0; for (int y : x) s += y; return s; }"
    )
    assert ran(executor, "java", java, owner="Solution").status == "all_passed"
    python = "def total(self, x, extra):\n    return self.all(x) + extra\ndef all(self, x):\n    return sum(x)"
    assert ran(executor, "python", python, owner="Solution").status == "all_passed"
    cpp = (
        "int total(vector<int>& v, int e) { return all(v) + e; }\n"
        "int all(vector<int>& v) { int s = 0; for (int x : v) s += x; return s; }"
    )
    assert ran(executor, "cpp", cpp).status == "all_passed"


def test_a_case_that_cannot_be_given_is_named() -> None:
    """Too few arguments, a type without a converter, a language without a signature: each in a sentence."""
    for language in TYPES:
        with pytest.raises(Uncallable, match="case 1"):
            stdin_of(Case(1, "1,2", "3"), call_of(SUM, language))
    params = {"python": Params(("Dict[str, int]",), "int")}
    with pytest.raises(Uncallable, match="Dict"):
        call_of(Task("t", (), "", "", "f", params, {}), "python")
    with pytest.raises(Uncallable):
        call_of(SUM, "go")


def test_a_programs_lines_are_those_of_the_code() -> None:
    """The code stands in its program line by line, so that a complaint's line can be told as one of it."""
    for language, code in RIGHT.items():
        assert by_id(language)
        program = program_of(code, "total", "", call_of(SUM, language))
        assert program.source.split("\n")[program.offset].strip() == code.split("\n")[0].strip()


@pytest.mark.parametrize(("language", "name"), [(language, name) for language in HOSTILE for name in HOSTILE[language]])
def test_a_hostile_translation_gets_an_honest_status(executor: Executor, language: str, name: str) -> None:
    """It does not pass, whatever it prints, forges, overrides or ends; this machine is not what failed."""
    statuses, code = HOSTILE[language][name]
    found = ran(executor, language, code)
    assert found.status in statuses.split(), found
    assert found.passed < found.total


def test_after_hostile_ones_a_right_one_passes(executor: Executor) -> None:
    """Nothing of them is left in the rooms."""
    for language, code in RIGHT.items():
        assert ran(executor, language, code).status == "all_passed"
