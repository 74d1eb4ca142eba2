"""Hostile archives, read as a student's work and as a package for training: what comes of them, in how much memory."""

from __future__ import annotations

import bz2
import dataclasses
import gzip
import json
import lzma
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codescore.foundation.archives import ArchiveError
from codescore.grade.archives import unpack
from codescore.grade.model import Unreadable
from codescore_train.corpus.packages import LIMITS, members
from tests.foundation.hostile_archives import CODE, HOSTILE, ODD, REFUSED, archive, tarred, zipped

_GUARD = 3 << 30  # bytes of address space: what the machine is kept from, not what is allowed
_SECONDS = 120  # of the processor
_MOST = 260 << 10  # kB that a reader may come to have resident, whatever it reads
_CHILD = f"""
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({_GUARD}, {_GUARD}))
resource.setrlimit(resource.RLIMIT_CPU, ({_SECONDS}, {_SECONDS}))
from tests.foundation.test_archives import CALLERS
from pathlib import Path
read, peak = CALLERS[sys.argv[1]], {{}}
for path in sorted(Path(sys.argv[2]).iterdir()):
    try:
        read(path)
    except Exception as error:
        pass
    peak[path.name] = int(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])
print(json.dumps(peak))
"""


def students(path: Path) -> dict[str, bytes]:
    """The Python files of a submission; raises what says why there are none."""
    found = unpack(path.read_bytes(), "class.zip", lambda name: name.endswith(".py"))
    return {item.path: item.load() for item in found.items}


def training(path: Path) -> dict[str, bytes]:
    """The Python files of a package."""
    return dict(members(path, lambda name: name.endswith(".py")))


CALLERS: dict[str, Callable[[Path], dict[str, bytes]]] = {"students": students, "training": training}
both = pytest.mark.parametrize("read", [students, training])


def written(folder: Path, data: bytes) -> Path:
    path = folder / "archive"
    path.write_bytes(data)
    return path


@both
@pytest.mark.parametrize(
    "pack",
    [
        lambda: zipped([("p/a.py", CODE), ("p/notes.pdf", b"%PDF"), ("p/good.py", CODE)]),
        lambda: tarred(("p/a.py", CODE), ("p/notes.pdf", b"%PDF"), ("p/good.py", CODE)),
        lambda: gzip.compress(tarred(("p/a.py", CODE), ("p/good.py", CODE))),
        lambda: bz2.compress(tarred(("p/a.py", CODE), ("p/good.py", CODE))),
        lambda: lzma.compress(tarred(("p/a.py", CODE), ("p/good.py", CODE))),
    ],
)
def test_every_kind_is_read(
    tmp_path: Path, read: Callable[[Path], dict[str, bytes]], pack: Callable[[], bytes]
) -> None:
    """Wanted files come out of zip and tar, plain or compressed, in their order, whatever the archive is called."""
    assert list(read(written(tmp_path, pack())).items()) == [("p/a.py", CODE), ("p/good.py", CODE)]


@both
@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_archive_is_refused(tmp_path: Path, read: Callable[[Path], dict[str, bytes]], name: str) -> None:
    """Bombs, lies and damage end in one exception with the reason, never in one of a library's."""
    with pytest.raises((Unreadable, ArchiveError)) as raised:
        read(written(tmp_path, archive(name)))
    assert re.search(REFUSED[name][1], str(raised.value)), raised.value


@pytest.mark.parametrize("pack", [lambda files: tarred(*files), zipped])
def test_too_many_entries_are_refused(tmp_path: Path, pack: Callable[..., bytes]) -> None:
    """Files are counted in both kinds, also those that nobody wants; folders are files here."""
    limits = dataclasses.replace(LIMITS, entries=10)
    for count in (10, 11):
        path = written(tmp_path, pack([(f"{k}.py", b"") for k in range(count)]))
        if count > limits.entries:
            with pytest.raises(ArchiveError, match="more than 10 files"):
                list(members(path, lambda name: name == "0.py", limits))
        else:
            assert list(members(path, lambda name: name == "0.py", limits)) == [("0.py", b"")]


@both
@pytest.mark.parametrize("name", ODD)
def test_an_odd_entry_is_passed_over(tmp_path: Path, read: Callable[[Path], dict[str, bytes]], name: str) -> None:
    """Links, devices and holes give nothing, wherever they point and whatever they claim to hold."""
    assert read(written(tmp_path, archive(name))) == {"good.py": CODE}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_entry_costs_a_student_itself_and_a_package_everything(tmp_path: Path, name: str) -> None:
    """A student's other files are graded all the same; a package with such an entry is not trained on."""
    path = written(tmp_path, archive(name))
    assert students(path) == {"good.py": CODE}
    with pytest.raises(ArchiveError):
        training(path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to see how much memory was used")
@pytest.mark.parametrize("caller", CALLERS)
def test_no_archive_takes_much_memory(tmp_path: Path, caller: str) -> None:
    """None of them makes a reader hold more than an honest archive of its size could."""
    names = [*REFUSED, *ODD, *HOSTILE]
    for number, name in enumerate(names):
        (tmp_path / f"{number:03}").write_bytes(archive(name))
    argv = [sys.executable, "-c", _CHILD, caller, str(tmp_path)]
    root = Path(__file__).parents[2]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr
    peaks = json.loads(done.stdout)
    too_much = {names[int(number)]: kb >> 10 for number, kb in peaks.items() if kb > _MOST}
    assert not too_much, f"resident MB after each, the first is to blame: {too_much}"


@both
def test_an_honest_archive_of_a_class_is_read(tmp_path: Path, read: Callable[[Path], dict[str, bytes]]) -> None:
    """Thousands of small files, long paths, and zips stored within a zip are ordinary things."""
    files = {f"class/{'very-long-folder-name/' * 6}student-{k}/work.py": b"x = %d\n" % k * 20 for k in range(3000)}
    assert read(written(tmp_path, zipped(files.items()))) == files
    assert read(written(tmp_path, tarred(*files.items()))) == files
