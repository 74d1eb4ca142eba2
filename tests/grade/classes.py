"""Small classes for tests: one assignment with its reference, and submissions of every kind."""

from __future__ import annotations

from pathlib import Path

REFERENCE = '''\
def count_below(items, limit):
    """How many items are below the limit."""
    total = 0
    for item in items:
        if item < limit:
            total += 1
    return total
'''
RENAMED = (
    "def count_below(xs, most):\n    n = 0\n    for x in xs:\n        if x < most:\n            n += 1\n    return n\n"
)
MUTATED = RENAMED.replace("x < most", "x <= most")
ANOTHER = "def count_below(items, limit):\n    return len([i for i in items if i < limit])\n"
BROKEN = "def count_below(xs, most:\n    return 0\n"
UNRELATED = "def count_below(a, b):\n    import random\n    while True:\n        print(random.choice(a))\n"
TEMPLATE = "def count_below(items, limit):\n    # your code here\n    pass\n"
OTHER_NAME = "def hello(name):\n    print('hello', name)\n\n\ndef bye(name):\n    print('bye', name)\n"

KINDS = {
    "ann": RENAMED, "bob": MUTATED, "cid": BROKEN, "dan": UNRELATED, "eve": REFERENCE, "fay": ANOTHER,
}  # fmt: skip


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Files by their paths below a folder, which is returned."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def assignment(folder: Path, kinds: dict[str, str] = KINDS) -> tuple[Path, Path]:
    """A reference and a folder with a file of each student."""
    write(folder, {"solution.py": REFERENCE})
    return folder / "solution.py", write(folder / "class", {f"{name}.py": text for name, text in kinds.items()})
