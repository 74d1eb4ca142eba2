"""Answers become projects: blocks, class names, libraries, whatever the answer is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.languages import by_id
from codescore.languages.java.build.coordinates import MAX_BYTES, MAX_DEPTH, MAX_LIBRARIES, pom, read_coordinates
from codescore.languages.java.build.project import project_of
from codescore.translate.security.evaluate import blocks

_LIBRARY = "<dependency><groupId>g</groupId><artifactId>{}</artifactId><version>1</version></dependency>"


def files(answer: str) -> dict[str, str]:
    return dict(project_of(blocks(answer)).files)


def test_a_file_is_named_after_its_public_class() -> None:
    """Else after its first, in the folder of its package."""
    assert list(files("```java\nclass A {}\npublic class B {}\n```")) == ["B.java"]
    assert list(files("```java\npackage a.b;\ninterface A {}\n```")) == ["a/b/A.java"]
    assert list(files("```java\nint x = 1;\n```")) == ["Main.java"]


def test_several_blocks_and_several_public_classes_are_several_files() -> None:
    """Each with the imports of its block; a class that is given twice counts once."""
    found = files(
        "```java\nimport java.util.List;\npublic class A {}\nclass H {}\npublic class B { List<A> f; }\n```\n"
        "~~~Java\npublic class C {}\n~~~\n```java\npublic class A { int again; }\n```"
    )
    assert list(found) == ["A.java", "B.java", "C.java"]
    assert "class H" in found["A.java"]
    assert "again" not in found["A.java"]
    assert found["B.java"].startswith("import java.util.List;")


def test_an_answer_without_fences_is_code_as_a_whole() -> None:
    """And a fence that never ends holds the rest."""
    assert list(files("public class A {}")) == ["A.java"]
    assert list(files("text\n```java\npublic class A {")) == ["A.java"]


def test_words_are_no_code() -> None:
    """An answer that only talks has nothing to build."""
    project = project_of(blocks("I cannot translate that; it is unsafe."))
    assert (dict(project.files), len(project.notes)) == ({}, 1)


def test_blocks_of_other_languages_are_left_out_and_said() -> None:
    """A shell command is no class."""
    project = project_of(blocks("```bash\nmvn package\n```\n```java\nclass A {}\n```"))
    assert list(project.files) == ["A.java"]
    assert "'bash'" in project.notes[0]


def test_libraries_go_into_the_manifest() -> None:
    """From a fragment, from a list, and from a whole pom; those of plugins are none of the program's."""
    whole = f"<?xml version='1.0'?><project><build><plugins><plugin>{_LIBRARY.format('no')}</plugin></plugins></build>"
    whole += f"<dependencies>{_LIBRARY.format('a')}</dependencies></project>"
    answer = f"```java\nclass A {{}}\n```\n```xml\n{whole}\n```\n```\n{_LIBRARY.format('b')}\n```"
    project = project_of(blocks(answer))
    assert project.libraries == ("g:a:1", "g:b:1")
    names = [one.text for one in ElementTree.fromstring(project.manifest).iter() if one.tag.endswith("artifactId")]
    assert names == ["translation", "a", "b"]


@pytest.mark.parametrize(
    "xml",
    [
        "<!DOCTYPE d [<!ENTITY a 'x'>]>" + _LIBRARY.format("&a;"),
        "<!DOCTYPE d SYSTEM 'file:///etc/passwd'>" + _LIBRARY.format("a"),
        "<!DOCTYPE l [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" + _LIBRARY.format("&b;"),
        _LIBRARY.format("&undefined;"),
        "<a>" * (MAX_DEPTH + 5) + _LIBRARY.format("a") + "</a>" * (MAX_DEPTH + 5),
        "".join(_LIBRARY.format(f"a{k}") for k in range(MAX_LIBRARIES + 1)),
        "<dependency>" + " " * MAX_BYTES + "</dependency>",
        "</answer><answer>" + _LIBRARY.format("a") + "<",
        "\0\ud800",
    ],
)
def test_hostile_xml_is_not_read_and_that_is_said(xml: str) -> None:
    """Entities, document types, depth, number, size, brokenness."""
    libraries, notes = read_coordinates(xml)
    assert libraries == []
    assert len(notes) == 1


@pytest.mark.parametrize(
    "name", ["${env.HOME}", "../a", "a b", "a</artifactId><scope>system</scope>", "<![CDATA[<x/>]]>", "é"]
)
def test_a_value_that_is_no_coordinate_is_left_out(name: str) -> None:
    """Nothing of an answer reaches the manifest but plain names."""
    libraries, notes = read_coordinates(_LIBRARY.format(name))
    assert libraries == []
    assert notes
    assert name not in pom(libraries)


def test_a_library_of_the_answers_own_disk_is_left_out() -> None:
    """`systemPath` names a file."""
    xml = _LIBRARY.format("a").replace("</dependency>", "<systemPath>/etc/passwd</systemPath></dependency>")
    assert read_coordinates(xml)[0] == []


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="`~java xml<>/{}()\n\"'dependency&;class A public package.import$\\\0é", max_size=200))
def test_every_answer_has_a_project(answer: str) -> None:
    """Pure and total; no path leaves the project's folder."""
    project = project_of(blocks(answer))
    assert all(not path.startswith("/") and ".." not in path.split("/") for path in project.files)
    ElementTree.fromstring(project.manifest)


def test_a_language_without_a_builder_has_none() -> None:
    """It is an optional part of a language's folder."""
    language = by_id("python")
    assert language is not None
    assert language.builder() is None
