"""Small functions with operators, branches and loops, for tests that rewrite and mutate."""

from __future__ import annotations

from codescore.sketch import SketchText


def spelled(text: str) -> SketchText:
    """The sketch of a text without spaces in its tokens."""
    lines = [(len(line) - len(line.lstrip(" ")), tuple(line.split())) for line in text.split("\n")]
    return SketchText([(indent // 4, tokens) for indent, tokens in lines if tokens])


PYTHON = (
    """\
def search(values: list, wanted: int) -> int:
    low = 0
    high = len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low
""",
    """\
def lengths(text: str) -> list:
    result = []
    count = 0
    last = None
    for letter in text:
        if letter != last:
            if last is not None:
                result.append((last, count))
            count = 0
            last = letter
        count += 1
    if count > 0:
        result.append((last, count))
    return result
""",
    """\
def balanced(text: str) -> bool:
    depth = 0
    for i in range(len(text)):
        if text[i] == '(':
            depth += 1
        elif text[i] == ')':
            depth = depth - 1
        if depth < 0:
            return False
    return depth == 0
""",
)
JAVA = (
    """\
class A {
  int search(int[] values, int wanted) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (values[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
""",
    """\
class B {
  boolean balanced(String text) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '(') {
        depth += 1;
      } else {
        depth = depth - 1;
      }
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0;
  }
}
""",
    """\
class C {
  int area(int a, int b, boolean full) {
    int total = 0;
    if (full && a > b) {
      total = a * b;
    } else {
      total = a + b;
    }
    while (total > 100) {
      total -= a;
    }
    return total >= 0 ? total : 0;
  }
}
""",
)
