"""Classes in files beside a Java program: put behind it, so that it is one text that compiles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.languages.java.bundling import bundled

MONEY = """package shop;

import java.util.Objects;

public final class Money {
    private final long cents;
    public Money(long cents) { this.cents = cents; }
    public long cents() { return cents; }
    public Money plus(Money other) { return new Money(cents + other.cents); }
    @Override public boolean equals(Object o) { return o instanceof Money m && m.cents == cents; }
    @Override public int hashCode() { return Objects.hash(cents, Rounding.HALF); }
}
"""
ROUNDING = "package shop;\n\npublic enum Rounding { HALF, DOWN }\n"
PRICES = """package shop;

import java.util.List;

public class Prices {
    public static Money total(List<Money> prices) {
        Money sum = new Money(0);
        for (Money price : prices) sum = sum.plus(price);
        return sum;
    }
}
"""


def shop(folder: Path, prices: str = PRICES) -> Path:
    folder.mkdir()
    for name, text in (("Money", MONEY), ("Rounding", ROUNDING), ("Prices", prices), ("Unused", "class Unused { }")):
        (folder / f"{name}.java").write_text(text)
    return folder / "Prices.java"


def test_what_a_program_names_is_put_behind_it_and_its_lines_stay(tmp_path: Path) -> None:
    """Also what those classes name; their imports stand on the program's first line, and one class is public."""
    path = shop(tmp_path / "shop")
    made = bundled(PRICES, path)
    assert made.splitlines()[1 : len(PRICES.splitlines())] == PRICES.splitlines()[1:]
    assert made.splitlines()[0] == "package shop; import java.util.Objects;"
    assert made.count("package ") == 1
    assert made.count("public class") == 1
    assert "\nfinal class Money {" in made
    assert "\nenum Rounding {" in made
    assert "Unused" not in made


def test_what_is_not_named_not_there_or_hidden_is_left(tmp_path: Path) -> None:
    """Names in comments and texts are none; a link leads nowhere, and never to what must not be seen."""
    path = shop(tmp_path / "shop")
    plain = 'class Prices { /* Money */ String s = "Rounding"; List<Other> o; }'
    assert bundled(plain, path) == plain
    named = "class Prices { Money m; Secret s; }"
    (tmp_path / "Secret.java").write_text("class Secret { }")
    (tmp_path / "shop" / "Secret.java").symlink_to(tmp_path / "Secret.java")
    assert "class Secret" not in bundled(named, path)
    assert bundled(named, path, (tmp_path / "shop" / "Money.java").resolve()) == named
    own = "class Prices { Money m; }\nclass Money { }"
    assert bundled(own, path) == own


@pytest.mark.sandbox
def test_objects_of_a_class_beside_a_program_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A project with a file for each class is run: one method right in another way, one wrong."""
    reference = shop(tmp_path / "reference")
    by_cents = PRICES.replace("sum = sum.plus(price)", "sum = new Money(sum.cents() + price.cents())")
    first = PRICES.replace("new Money(0)", "prices.isEmpty() ? new Money(0) : prices.get(0)")
    for name, text, verdict in (("right", by_cents, "equivalent"), ("wrong", first, "differs")):
        assert main(["evidence", "--json", str(shop(tmp_path / name, text)), str(reference)]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["verdict"] == verdict, found["reason"]
