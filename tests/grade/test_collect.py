"""What is a submission, whose it is, and what is said of things that are none."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from codescore.foundation.errors import InputError
from codescore.grade.collect import Collected, collect
from codescore.grade.exports import read_info, recognised
from codescore.languages import by_id
from tests.grade.classes import write
from tests.grade.test_archives import zipped

PYTHON = by_id("python")
CODE = "def f():\n    return 1\n"


def found(*paths: Path, **options: bool) -> Collected:
    return collect([str(path) for path in paths], PYTHON, **options)


def files_of(collected: Collected) -> dict[str, list[str]]:
    return {one.person.name: [part.path for part in one.parts] for one in collected.submissions}


def test_a_folder_is_a_class(tmp_path: Path) -> None:
    """Each file, each folder and each archive in it is one submission, named by it; several files stay together."""
    files = {"ann.py": CODE, "bob/a.py": CODE, "bob/sub/b.py": CODE, "cid.zip": zipped({"x.py": CODE.encode()})}
    write(tmp_path, {**files, ".git/config": "", "__pycache__/a.py": CODE, "readme.md": "hi", "venv/pyvenv.cfg": ""})
    collected = found(tmp_path)
    assert files_of(collected) == {"ann": ["ann.py"], "bob": ["bob/a.py", "bob/sub/b.py"], "cid": ["cid.zip/x.py"]}
    assert [(one.label, one.reason) for one in collected.not_graded] == [
        ("readme.md", "no Python file (only readme.md)"),
    ]


def test_several_arguments_are_a_submission_each(tmp_path: Path) -> None:
    """What a shell makes of `class/*`: files by themselves, folders and archives as wholes."""
    write(tmp_path, {"ann.py": CODE, "bob/a.py": CODE, "bob/b.py": CODE})
    (tmp_path / "cid.zip").write_bytes(zipped({"x.py": CODE.encode(), "y.py": CODE.encode()}))
    collected = found(tmp_path / "ann.py", tmp_path / "bob", tmp_path / "cid.zip")
    assert files_of(collected) == {"ann": ["ann.py"], "bob": ["a.py", "b.py"], "cid": ["x.py", "y.py"]}


def test_folders_can_be_said_to_be_classes(tmp_path: Path) -> None:
    """With `class_folders` two groups are two classes together."""
    write(tmp_path, {"g1/ann.py": CODE, "g2/bob.py": CODE})
    assert set(files_of(found(tmp_path / "g1", tmp_path / "g2", class_folders=True))) == {"ann", "bob"}


def test_an_archive_is_a_class_without_its_wrapper(tmp_path: Path) -> None:
    """The one folder that packers put around everything is no submission."""
    (tmp_path / "class.zip").write_bytes(
        zipped({"hw1/ann/a.py": CODE.encode(), "hw1/bob/a.py": CODE.encode(), "__MACOSX/._a.py": b"\0"})
    )
    assert files_of(found(tmp_path / "class.zip")) == {"ann": ["ann/a.py"], "bob": ["bob/a.py"]}


def test_moodle_names(tmp_path: Path) -> None:
    """Folders and files of Moodle's export: the name and the number, and a person's files together."""
    write(
        tmp_path,
        {
            "Ann O'Neil_1001_assignsubmission_file_/a.py": CODE,
            "Ann O'Neil_1001_assignsubmission_onlinetext_/onlinetext.html": "<p>",
            "Bob_1002_assignsubmission_file_one.py": CODE,
            "Bob_1002_assignsubmission_file_two.py": CODE,
        },
    )
    collected = found(tmp_path)
    assert [(one.person.name, one.person.id, len(one.parts)) for one in collected.submissions] == [
        ("Ann O'Neil", "1001", 1),
        ("Bob", "1002", 2),
    ]
    assert collected.not_graded == ()


def test_canvas_and_artemis_names() -> None:
    """Names, numbers, lateness and attempts as the platforms write them; other names mean nothing."""
    canvas = recognised("doejane_LATE_123_456789_homework-2.py")
    assert canvas is not None
    assert (canvas.person.name, canvas.person.id, canvas.file) == ("doejane", "123", "homework.py")
    artemis = recognised("CS1-Sorting Things-2501-ga12abc")
    assert artemis is not None
    assert artemis.person.name == "ga12abc"
    for name in ("solution.py", "my_sort_1_2.py", "a-b.py", "test-1.py", "ann", "homework_12.py"):
        assert recognised(name) is None, name


def test_info_csv(tmp_path: Path) -> None:
    """Dodona's `info.csv` names people; the file itself is no submission."""
    info = "filename,full_name,id,status,created_at\nx1.py,Ann Lee,77,correct,2024-01-01\nx2.py,,,wrong,\n"
    write(tmp_path, {"info.csv": "\ufeff" + info, "x1.py": CODE, "x2.py": CODE, "x3.py": CODE})
    collected = found(tmp_path)
    assert [(one.person.name, one.person.id) for one in collected.submissions] == [
        ("Ann Lee", "77"),
        ("x2", ""),
        ("x3", ""),
    ]
    assert dict(collected.submissions[0].person.details)["status"] == "correct"


@pytest.mark.parametrize("data", [b"", b"\0\0", b"\xff\xfe,,,", b'filename\n"' + b"x" * 200_000, b"a;b\n1;2\n"])
def test_an_info_csv_that_is_none_says_nothing(data: bytes) -> None:
    """Whatever stands in it, it is a table of people or nothing."""
    assert read_info(data) == {}


@pytest.mark.parametrize(
    "name",
    [
        "it's.py",
        'a"b.py',
        "two\nlines.py",
        "emoji😀.py",
        "x" * 252 + ".py",
        "<script>alert(1)</script>.py",
        "-o.py",
        " .py",
    ],
)
def test_odd_names_are_read(tmp_path: Path, name: str) -> None:
    """Quotes, newlines, emoji, length, markup: read like any other, and shown on one line."""
    write(tmp_path, {name.replace("/", "∕"): CODE})
    (one,) = found(tmp_path).submissions
    assert "\n" not in one.label
    assert len(one.label) <= 121


def test_a_name_that_is_no_utf8(tmp_path: Path) -> None:
    """A name in another encoding is shown with replacements, and its file is read."""
    path = os.fsencode(tmp_path) + b"/stra\xdfe.py"
    with open(path, "wb") as file:
        file.write(CODE.encode())
    (one,) = found(tmp_path).submissions
    assert one.label == "stra\ufffde.py"


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Loops and links to elsewhere are listed; a link that the teacher names is followed."""
    real = write(tmp_path / "class", {"ann.py": CODE})
    (real / "loop").symlink_to(real)
    (real / "passwd.py").symlink_to("/etc/passwd")
    (real / "gone.py").symlink_to("nowhere")
    collected = found(real)
    assert set(files_of(collected)) == {"ann"}
    assert {one.reason for one in collected.not_graded} == {"it is a link; links are not followed"}
    assert len(collected.not_graded) == 3
    (tmp_path / "here").symlink_to(real)
    assert set(files_of(found(tmp_path / "here"))) == {"ann"}


def test_pipes_are_never_opened(tmp_path: Path) -> None:
    """A named pipe would wait for ever."""
    write(tmp_path, {"ann.py": CODE})
    os.mkfifo(tmp_path / "pipe.py")
    assert [one.reason for one in found(tmp_path).not_graded] == ["not a regular file"]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.py": b"\0\1\2"}, "it is binary or UTF-16 (a zero byte at offset 0); give it source text in UTF-8"),
        ({"a.py": b"x" * (2 << 20)}, "it is larger than 1 MB; it is data, not code that somebody wrote"),
        ({"a.java": "class A {}"}, "Java code, and the reference is Python"),
        ({"a/report.pdf": "%PDF"}, "no Python file (only report.pdf)"),
        ({"a.rar": b"Rar!"}, "a.rar is packed in a way that is not read here; have it packed as zip"),
        ({"a.zip": b"nothing"}, "the archive is broken (it is neither a zip nor a tar); have it packed again"),
        ({"a.zip": zipped({"note.txt": b"hi"})}, "no Python file (only note.txt)"),
    ],
)
def test_what_cannot_be_graded_has_a_reason(tmp_path: Path, files: dict[str, str | bytes], reason: str) -> None:
    """Each kind of thing that is no submission is listed with what is wrong with it."""
    collected = found(write(tmp_path, files))
    assert collected.submissions == ()
    assert [one.reason for one in collected.not_graded] == [reason]


def test_a_bad_file_among_good_ones_is_noted(tmp_path: Path) -> None:
    """A submission with one unreadable file is graded by the others, and says so."""
    (one,) = found(write(tmp_path, {"ann/a.py": CODE, "ann/b.py": b"\0", "ann/c.txt": "x"})).submissions
    assert [part.path for part in one.parts] == ["ann/a.py"]
    assert one.notes == ("b.py: it is binary or UTF-16 (a zero byte at offset 0); give it source text in UTF-8",)
    assert one.aside == ("ann/c.txt",)


def test_an_empty_folder_is_an_empty_class(tmp_path: Path) -> None:
    """Nothing is found, and nothing is wrong."""
    assert found(tmp_path) == Collected((), ())


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    """A mistyped path is the teacher's, and an error."""
    with pytest.raises(InputError, match="no such file"):
        found(tmp_path / "nowhere")


def test_a_deep_folder_ends(tmp_path: Path) -> None:
    """Folders within folders are read to a depth, and what lies deeper is listed."""
    write(tmp_path, {"ann/" + "d/" * 30 + "deep.py": CODE, "bob.py": CODE})
    collected = found(tmp_path)
    assert set(files_of(collected)) == {"bob"}
    assert "folders deep" in collected.not_graded[0].reason


def test_a_large_archive_of_a_student(tmp_path: Path) -> None:
    """An archive may be larger than a source may be; what is in it is read all the same."""
    noise = random.Random(0).randbytes(3 << 20)
    packed = zipped({"photo.png": noise, "a.py": CODE.encode()})
    write(tmp_path, {"class/ann.zip": packed, "class/bob.py": CODE})
    (tmp_path / "class.zip").write_bytes(zipped({"ann.zip": packed, "bob.py": CODE.encode()}))
    for place in ("class", "class.zip"):
        assert set(files_of(found(tmp_path / place))) == {"ann", "bob"}


def test_many_large_archives_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All archives of a class together may hold so much; those beyond are listed."""
    monkeypatch.setattr("codescore.grade.collect.MOST_UNPACKED", 1 << 20)
    text = b"".join(b"v%d = %d\n" % (k, k * k) for k in range(30_000))
    assert len(text) < 1 << 20
    write(tmp_path, {f"s{k}.zip": zipped({"a.py": text}) for k in range(4)})
    collected = found(tmp_path)
    assert set(files_of(collected)) == {"s0"}
    assert {one.label for one in collected.not_graded} == {"s1.zip", "s2.zip", "s3.zip"}
    assert all("unpacks to more than" in one.reason for one in collected.not_graded)
