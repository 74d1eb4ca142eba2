"""Nodes of Java and C++ programs that ask whether two nodes are one: lists lead back to themselves then."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.meeting import may_meet
from codescore.languages.shapes import IntShape, RecordShape, SelfShape
from tests.evidence.judging import judged

JAVA_PACES = """\
class Solution {
    boolean circular(ListNode head) {
        ListNode slow = head, fast = head;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) return true;
        }
        return false;
    }
}
"""
JAVA_SEEN = """\
class Solution {
    boolean circular(ListNode head) {
        Set<ListNode> seen = new HashSet<>();
        for (; head != null; head = head.next) if (!seen.add(head)) return true;
        return false;
    }
}
"""
CPP_PACES = """\
class Solution {
public:
    bool circular(ListNode *head) {
        ListNode *slow = head, *fast = head;
        while (fast && fast->next) {
            slow = slow->next;
            fast = fast->next->next;
            if (slow == fast) return true;
        }
        return false;
    }
};
"""
CPP_SEEN = """\
class Solution {
public:
    bool circular(ListNode *head) {
        unordered_set<ListNode*> seen;
        for (; head; head = head->next) if (!seen.insert(head).second) return true;
        return false;
    }
};
"""


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "verdict"),
    [
        ("java", JAVA_SEEN, JAVA_PACES, "equivalent"),
        ("java", JAVA_PACES, JAVA_SEEN, "equivalent"),
        ("java", JAVA_SEEN.replace("Set<ListNode>", "Set<Integer>").replace("add(head)", "add(head.val)"), JAVA_PACES,
         "differs"),
        ("java", JAVA_PACES.replace("return true", "return slow == head"), JAVA_SEEN, "differs"),
        ("cpp", CPP_SEEN, CPP_PACES, "equivalent"),
        ("cpp", CPP_PACES.replace("return true", "return slow == head"), CPP_SEEN, "differs"),
    ],
)  # fmt: skip
def test_lists_that_lead_back(
    session: EvidenceSession, language: str, candidate: str, reference: str, verdict: str
) -> None:
    """Who finds out whether a list does is given such lists."""
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason


LIST = RecordShape("ListNode", (("val", IntShape()), ("next", SelfShape())))
TREE = RecordShape("TreeNode", (("left", SelfShape()), ("right", SelfShape())))


@pytest.mark.parametrize(
    ("shape", "program", "meet"),
    [
        (LIST, "ListNode a = head, b = head; while (a != b) a = a.next;", True),
        (LIST, "ListNode* a = head; ListNode *b; return a == b;", True),
        (LIST, "void f(ListNode* a, ListNode* b) { return a == b; }", True),
        (LIST, "std::map<ListNode*, int> seen;", True),
        (LIST, "ListNode a = head, b = head; return a.val == b.val || a == null || b.val == a;", False),
        (LIST, "List<ListNode> all; int a = 0, b = 0; return a == b;", False),
        (TREE, "TreeNode a = root, b = root; return a == b;", False),
        (RecordShape("Node", (("random", SelfShape()),)), "", True),
    ],
)
def test_where_it_asks(shape: RecordShape, program: str, meet: bool) -> None:
    """Two variables of the class are compared, or its objects are kept in a set; a tree is a tree."""
    assert may_meet(shape, program) == RecordShape(shape.type, shape.fields, linked=meet)
