"""C++ programs of several files: what a program includes goes with it, and what defines it; nothing else does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.libraries import of_program
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.cpp.neighbours import neighbours
from codescore.languages.execution import NO_LIBRARIES
from codescore.languages.registry import by_id

ABLE = probe()
CPP = by_id("cpp")
assert CPP is not None
MONEY = """#pragma once
#include <vector>

class Money {
    long cents_;
public:
    explicit Money(long cents) : cents_(cents) {}
    long cents() const { return cents_; }
    Money plus(const Money& other) const { return Money(cents_ + other.cents_); }
};
"""
TOTAL = """#include <vector>
#include "money.h"

long total(const std::vector<long>& prices) {
    Money sum(0);
    for (long price : prices) sum = sum.plus(Money(price));
    return sum.cents();
}
"""
DECLARED = MONEY.replace("{ return Money(cents_ + other.cents_); }", ";")
DEFINED = '#include "money.h"\nMoney Money::plus(const Money& other) const { return Money(cents_ + other.cents_); }\n'
POINT = "#ifndef POINT_H\n#define POINT_H\nstruct Point { int x; int y; };\n#endif\n"
NORM = (
    '#include "point.hpp"\nint norm(const Point& p) {\n    return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y);\n}\n'
)
CART = "#pragma once\nclass Cart {\n    int sum = 0;\npublic:\n    void add(int price);\n    int total() const;\n};\n"
CARTS = '#include "cart.h"\nvoid Cart::add(int price) { sum += price; }\nint Cart::total() const { return sum; }\n'
#: The files of a program, the first of them the one that is judged; a fault beside it.
FORMS = {
    "header": ({"total.cpp": TOTAL, "money.h": MONEY}, ("cents_ + other", "cents_ - other")),
    "declared": (
        {"total.cpp": TOTAL, "money.h": DECLARED, "money.cpp": DEFINED},
        ("cents_ + other", "cents_ - other"),
    ),
    "below": (
        {
            "total.cpp": TOTAL.replace("money.h", "shop/money.h"),
            "shop/money.h": MONEY.replace("#include <vector>", '#include "sum.h"').replace(
                "cents_ + other.cents_", "sum(cents_, other.cents_)"
            ),
            "shop/sum.h": "#pragma once\ninline long sum(long a, long b) { return a + b; }\n",
        },
        ("a + b", "a - b"),
    ),
}


def written(folder: Path, files: dict[str, str]) -> str:
    """Write files; where the first one is."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder / next(iter(files)))


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
class TestRunning:
    """Each side has its own files."""

    @staticmethod
    def judged(candidate: str, reference: str) -> Evidence:
        texts = Path(candidate).read_text("utf-8"), Path(reference).read_text("utf-8")
        options = Options(
            budget=0.3,
            ours=of_program(NO_LIBRARIES, CPP, candidate, texts[0], reference),
            theirs=of_program(NO_LIBRARIES, CPP, reference, texts[1], candidate),
        )
        with EvidenceSession() as session:
            return session.judge(*texts, CPP, options)

    @pytest.mark.parametrize("form", FORMS)
    def test_a_program_of_several_files(self, form: str, tmp_path: Path) -> None:
        files, (right, wrong) = FORMS[form]
        first = next(iter(files))
        reference = written(tmp_path / "theirs", files)
        other = written(tmp_path / "other", {**files, first: files[first].replace("for (long", "for (const long&")})
        faulty = {name: text if name == first else text.replace(right, wrong) for name, text in files.items()}
        assert faulty != files
        found = self.judged(other, reference)
        assert found.verdict == "equivalent", found.reason
        assert self.judged(written(tmp_path / "wrong", faulty), reference).verdict == "differs"
        assert self.judged(reference, written(tmp_path / "wrong", faulty)).verdict == "differs"

    def test_objects_of_a_class_in_a_header_are_made(self, tmp_path: Path) -> None:
        reference = written(tmp_path / "theirs", {"norm.cpp": NORM, "point.hpp": POINT})
        right = NORM.replace("p.x < 0 ? -p.x : p.x", "p.x >= 0 ? p.x : -p.x")
        other = written(tmp_path / "right", {"norm.cpp": right, "point.hpp": POINT})
        wrong = written(tmp_path / "wrong", {"norm.cpp": NORM.replace("p.y < 0", "p.x < 0"), "point.hpp": POINT})
        found = self.judged(other, reference)
        assert found.verdict == "equivalent", found.reason
        assert self.judged(wrong, reference).verdict == "differs"

    def test_methods_of_a_class_that_a_header_declares(self, tmp_path: Path) -> None:
        reference = written(tmp_path / "theirs", {"cart.cpp": CARTS, "cart.h": CART})
        right = CARTS.replace("sum += price", "sum = price + sum")
        other = written(tmp_path / "right", {"cart.cpp": right, "cart.h": CART})
        wrong = written(tmp_path / "wrong", {"cart.cpp": CARTS.replace("sum += price", "sum = price"), "cart.h": CART})
        found = self.judged(other, reference)
        assert found.verdict == "equivalent", found.reason
        assert self.judged(wrong, reference).verdict == "differs"

    @pytest.mark.parametrize("kind", ["outside", "link", "huge", "missing", "broken", "undefined", "reference"])
    def test_what_is_not_given_is_not_there(self, kind: str, tmp_path: Path) -> None:
        """Nobody is called wrong for it, and nobody gets at the program that it is compared with."""
        folder = tmp_path / "ours"
        reference = written(folder, {"answer.cpp": "long twice(long n) { return 2 * n; }\n"})
        text = "inline long doubled(long n) { return 2 * n; }\n"
        if kind in ("outside", "link"):
            (tmp_path / "outside.h").write_text(text)
        if kind == "link":
            (folder / "helper.h").symlink_to(tmp_path / "outside.h")
        given = {"huge": text + "/" * 300_000, "broken": text + "}}}", "undefined": "long doubled(long n);\n"}
        if kind in given:
            (folder / "helper.h").write_text(given[kind])
        named = {"outside": "../outside.h", "reference": "answer.cpp"}.get(kind, "helper.h")
        called = "twice" if kind == "reference" else "doubled"
        mine = f'#include "{named}"\nlong twice(long n) {{ return {called}(n); }}\n'
        found = self.judged(written(folder, {"mine.cpp": mine}), reference)
        assert found.verdict == "environment-failure", found.reason


class TestReading:
    """What is read from the disk; nothing is compiled."""

    def test_what_is_included_is_read_also_by_way_of_others(self, tmp_path: Path) -> None:
        files = {
            "main.cpp": '#include "a.h"\n#include <vector>\n',
            "a.h": '#include "lib/b.hpp"\n#include "main.cpp"\n#include "a.h"\n',
            "a.cpp": '#include "c.h"\n',
            "a.cc": "int main() { return 0; }",
            "c.h": "",
            "lib/b.hpp": '#include "d.h"\n',
            "lib/d.h": "",
            "unused.h": "",
        }
        path = Path(written(tmp_path, files))
        names = [name for name, _ in neighbours(files["main.cpp"], path)]
        assert names == ["main.cpp", "a.h", "lib/b.hpp", "a.cpp", "lib/d.h", "c.h"]

    @pytest.mark.parametrize(
        "named",
        ["../secret.h", "in/../../secret.h", "/etc/hostname", "link.h", "folder/secret.h", "self.h", ".", "fifo.h"],
    )
    def test_nothing_outside_of_the_folder_is_read(self, named: str, tmp_path: Path) -> None:
        """Not by a path, not by a link to a file or a folder, not by one that leads to itself."""
        folder = tmp_path / "inside"
        folder.mkdir()
        (tmp_path / "secret.h").write_text("SECRET")
        (folder / "link.h").symlink_to(tmp_path / "secret.h")
        (folder / "folder").symlink_to(tmp_path)
        (folder / "self.h").symlink_to(folder / "self.h")
        os.mkfifo(folder / "fifo.h")
        assert neighbours(f'#include "{named}"\n', folder / "main.cpp") == ()

    def test_what_is_read_is_bounded(self, tmp_path: Path) -> None:
        """However many files there are, and however large they are."""
        for number in range(100):
            (tmp_path / f"a{number}.h").write_text(f'#include "a{number + 1}.h"\n' + " " * 20_000)
        found = neighbours('#include "a0.h"\n', tmp_path / "main.cpp")
        assert 10 < len(found) <= 41
        assert sum(len(text) for _, text in found) <= 1 << 19
