"""Interfaces and abstract classes that Java programs declare: objects of what is made of them, and functions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.shapes import OneOf, RecordShape, SequenceShape, StandardShape
from tests.evidence.answers import answers
from tests.evidence.java.run import needs_java

pytestmark = needs_java
ANIMALS = """\
import java.util.*;

interface Shape { double area(); default boolean large() { return area() > 4; } }
record Square(double side) implements Shape { public double area() { return side * side; } }
record Box(double width, double height) implements Shape { public double area() { return width * height; } }
interface Rule { boolean allows(int value); }
abstract class Animal {
    protected final String name;
    Animal(String name) { this.name = name; }
    abstract String sound();
    String speak() { return name + " says " + sound(); }
}
class Dog extends Animal { Dog(String name) { super(name); } String sound() { return "woof"; } }
class Cat extends Animal { Cat(String name) { super(name); } String sound() { return "meow"; } }

public class Zoo {
    public static double total(List<Shape> shapes) {
        double sum = 0;
        for (Shape shape : shapes) sum += shape.area();
        return sum;
    }
    public static List<Integer> keep(List<Integer> values, Rule rule) {
        List<Integer> kept = new ArrayList<>();
        for (int value : values) if (rule.allows(value)) kept.add(value);
        return kept;
    }
    public static String chorus(List<Animal> animals) {
        StringBuilder said = new StringBuilder();
        for (Animal animal : animals) said.append(animal.speak()).append("; ");
        return said.toString();
    }
}
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def test_who_asks_for_an_interface_is_given_what_is_made_of_it() -> None:
    runner = by_id("java").runner()
    found = runner.survey(ANIMALS)
    entries: dict[str, Entry] = {entry.name: entry for entry in found.entries}
    assert made(entries["total"]) == ["Square", "Box"]
    assert made(entries["chorus"]) == ["Dog", "Cat"]
    rule = entries["keep"].parameters[1].shape
    assert isinstance(rule, StandardShape)
    assert rule.type.endswith("to bool")
    assert found.bare == {"Animal.speak", "Shape.large"}
    assert {"sound", "speak"} <= {member.name for member in entries["Dog"].members}


def made(entry: Entry) -> list[str]:
    shape = entry.parameters[0].shape
    assert isinstance(shape, SequenceShape)
    assert isinstance(shape.element, OneOf)
    return [one.type for one in shape.element.options if isinstance(one, RecordShape)]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("for (Shape shape : shapes) sum += shape.area();", "for (var one : shapes) sum += one.area();", "equivalent"),
        ("sum += shape.area()", "sum += shape.large() ? shape.area() : 0", "differs"),
        ("if (rule.allows(value))", "if (!rule.allows(value))", "differs"),
        ('name + " says "', '" says " + name', "differs"),
        ('append("; ")', "append(';')", "differs"),
        ("area() > 4", "area() >= 1", "differs"),
    ],
)  # fmt: skip
def test_programs_that_take_them_are_run(session: EvidenceSession, old: str, new: str, wanted: str) -> None:
    candidate = ANIMALS.replace(old, new)
    assert candidate != ANIMALS
    options = Options(budget=1.0, pairs=answers("java", candidate, ANIMALS))
    assert session.judge(candidate, ANIMALS, by_id("java"), options).verdict == wanted
