"""Files and progress: whole or not at all; a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.files import replacing, replacing_folder
from codescore_train.cli import main
from codescore_train.progress import Progress


def test_a_file_that_fails_half_way_leaves_the_former_one(tmp_path: Path) -> None:
    """The old content stays and nothing temporary remains."""
    path = tmp_path / "a"
    path.write_text("old")

    def half() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half")
            raise ValueError

    with pytest.raises(ValueError):
        half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """Success replaces everything; failure replaces nothing."""
    path = tmp_path / "b"
    with replacing_folder(path) as folder:
        (folder / "one").write_text("1")
    with replacing_folder(path) as folder:
        (folder / "two").write_text("2")

    def half() -> None:
        with replacing_folder(path) as folder:
            (folder / "three").write_text("3")
            raise ValueError

    with pytest.raises(ValueError):
        half()
    assert [p.name for p in path.iterdir()] == ["two"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_named_in_one_line(tmp_path: Path) -> None:
    """ENOSPC becomes an EnvironmentProblem that names the file."""
    with pytest.raises(EnvironmentProblem, match=r"no space left to write .*model"), replacing(tmp_path / "model"):
        raise OSError(errno.ENOSPC, "No space left on device")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_on_a_terminal_and_lines_elsewhere() -> None:
    """No control characters in a log; the last state is always shown."""
    for stream, bar in ((Terminal(), True), (io.StringIO(), False)):
        with Progress("stage", 4, stream) as progress:
            for done in range(1, 5):
                progress.update(done, "note")
        assert ("\r" in stream.getvalue()) == bar
        assert "stage" in stream.getvalue()
        assert "4/4" in stream.getvalue()


@pytest.mark.parametrize("stage", ["tokenizer", "pairs", "train", "export", "all", "verify", "evaluate"])
def test_every_stage_explains_itself(stage: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--help exits 0 with text on stdout."""
    with pytest.raises(SystemExit) as ended:
        main([stage, "--help"])
    assert ended.value.code == 0
    assert stage in capsys.readouterr().out


def test_bad_usage_exits_2() -> None:
    """An unknown stage and a missing option."""
    for arguments in (["frobnicate"], ["train"], []):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
