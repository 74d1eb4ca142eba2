"""Classes of nodes that a Java or C++ program only uses, because the place that it was written for declares them."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.undeclared import nodes_for
from tests.evidence.judging import judged

SHOWN = """\
/**
 * Definition for a binary tree node.
 * public class TreeNode {
 *     int val; // what it holds
 *     TreeNode left;
 *     TreeNode right;
 *     TreeNode(int val) { this.val = val; }
 *     TreeNode(int val, TreeNode left, TreeNode right) {
 *         this.val = val; this.left = left; this.right = right;
 *     }
 * }
 */
"""
JAVA = """\
public class Solution {
    public int deepest(TreeNode root) {
        if (root == null) return 0;
        return 1 + Math.max(deepest(root.left), deepest(root.right));
    }
}
"""
JAVA_ROWS = """\
class Solution {
    public int deepest(TreeNode root) {
        Queue<TreeNode> row = new LinkedList<>();
        if (root != null) row.add(root);
        int found = 0;
        for (; !row.isEmpty(); found++) {
            for (int n = row.size(); n > 0; n--) {
                TreeNode node = row.poll();
                if (node.left != null) row.add(node.left);
                if (node.right != null) row.add(node.right);
            }
        }
        return found;
    }
}
"""
CPP_SHOWN = """\
/*
// Definition for a Node.
class Node {
public:
    int val;
    vector<Node*> children;

    Node() {}
    Node(int _val) : val(_val) {}
    Node(int _val, vector<Node*> _children) {
        val = _val;
        children = _children;
    }
};
*/
"""
CPP = """\
#include <vector>
using namespace std;
class Solution {
public:
    int total(Node* root) {
        if (!root) return 0;
        int sum = root->val;
        for (Node* child : root->children) sum += total(child);
        return sum;
    }
};
"""
CPP_STACK = """\
class Solution {
public:
    int total(Node* root) {
        int sum = 0;
        vector<Node*> left{root};
        while (!left.empty()) {
            Node* node = left.back();
            left.pop_back();
            if (!node) continue;
            sum += node->val;
            left.insert(left.end(), node->children.begin(), node->children.end());
        }
        return sum;
    }
};
"""


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "allowed"),
    [
        ("java", SHOWN + JAVA_ROWS, SHOWN + JAVA, ("equivalent",)),
        ("java", JAVA_ROWS, SHOWN + JAVA, ("equivalent",)),
        ("java", SHOWN + JAVA_ROWS.replace("node.right != null", "node.left == null && node.right != null"),
         SHOWN + JAVA, ("differs",)),
        ("cpp", CPP_SHOWN + CPP_STACK, CPP_SHOWN + CPP, ("equivalent", "conditional")),
        ("cpp", CPP_SHOWN + CPP_STACK.replace("+= node->val", "+= node->val * (left.size() < 2)"), CPP_SHOWN + CPP,
         ("differs",)),
    ],
    ids=["java", "java, custom", "java, wrong", "cpp", "cpp, wrong"],
)  # fmt: skip
def test_nodes_that_comments_show(
    session: EvidenceSession, language: str, candidate: str, reference: str, allowed: tuple[str, ...]
) -> None:
    """They are declared as the comment has them, and inputs are trees of them."""
    verdict = judged(session, language, candidate, reference)
    assert verdict.verdict in allowed, verdict.reason


@pytest.mark.parametrize(("language", "text"), [("java", SHOWN + JAVA), ("cpp", CPP_SHOWN + CPP)])
def test_another_reason_not_to_compile_is_told(session: EvidenceSession, language: str, text: str) -> None:
    """A class that nothing shows is none that the program can do without."""
    broken = text.replace("return 0;", "return zz;")
    verdict = judged(session, language, text, broken)
    assert verdict.verdict == "untested"
    assert "zz" in verdict.reason


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("// class Pair {\n//   int a;\n// }\nint f(Pair p) { return p.a; }", "class Pair { int a; }; "),
        ("// class Pair { int a; }\nint f(int p) { return p; }", ""),
        ("// class Pair { int a; }\nclass Pair { int b; } int f(Pair p) { return p.b; }", ""),
        ("// class Pair { int a; }\nimport some.Pair; class A { int f(Pair p) { return p.b; } }", ""),
        ("// class Pair { int a; int first() { return a; } }\nint f(Pair p) { return p.a; }", ""),
        ("// class Pair { bool is() const; }\nint f(Pair p) { return p.is(); }", ""),
        ("// class Pair { List<Pair> all = new ArrayList<>();\n// Pair(int a) : b(a) {}\n}\nint f(Pair p) {}", ""),
        ("int f(Known k) { return 0; }", "class Known {}; "),
        ("// struct Known { int k; }\nint f(Known k) { return 0; }", "struct Known { int k; }; "),
        ("template <class Known> int f(Known k) { return 0; }", ""),
    ],
)
def test_what_is_taken_for_a_declaration(source: str, found: str) -> None:
    """A class that holds data, which the program uses and declares nowhere else."""
    assert nodes_for(source, {"Known": "class Known {};"}) == found
