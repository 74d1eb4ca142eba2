"""References stay inside the workspace: a workspace's comments and rules are hostile until the user says otherwise."""

from __future__ import annotations

import os
import socket

import pytest

from codescore.foundation.intake import MAX_UNCHOSEN_BYTES
from codescore.references import Reader
from codescore.references.read import Refused, locate


@pytest.fixture
def root(tmp_path):
    (tmp_path / "outside.py").write_text("secret = 1\n")
    root = tmp_path / "work"
    (root / "sub").mkdir(parents=True)
    (root / "in.py").write_text("x = 1\n")
    (root / "sub" / "link.py").symlink_to("../../outside.py")
    (root / "sub" / "inner.py").symlink_to("../in.py")
    (root / "sub" / "out").symlink_to(tmp_path)
    (tmp_path / "work-twin").mkdir()
    (tmp_path / "work-twin" / "t.py").write_text("")
    return root


@pytest.mark.parametrize("spec", ["../in.py", "inner.py", "./../sub/inner.py", "../sub/../in.py"])
def test_inside_is_found(root, spec):
    """Relative paths and symbolic links that stay inside are followed."""
    assert locate(spec, root / "sub", root, allow_outside=False) == (root / "in.py").resolve()


@pytest.mark.parametrize(
    "spec",
    [
        "../../outside.py",
        "link.py",
        "out/outside.py",
        "/etc/passwd",
        "../../../../../../../../etc/passwd",
        "../../work-twin/t.py",
        "//host/share/x.py",
    ],
)
def test_outside_is_refused(root, spec):
    """Absolute paths, `..`, links and folders that merely begin alike do not lead outside."""
    refused = locate(spec, root / "sub", root, allow_outside=False)
    assert isinstance(refused, Refused)
    assert "outside the workspace" in refused.reason
    assert "your own settings" in refused.remedy


def test_user_may_allow_outside(root):
    """The user's own setting opens the way."""
    found = locate("link.py", root / "sub", root, allow_outside=True)
    assert found == (root.parent / "outside.py").resolve()


@pytest.mark.parametrize("spec", ["", "a\0b", "x" * 5000, "sub", "~/x.py", "$HOME/x.py"])
def test_absurd_paths_are_values(root, spec):
    """Whatever is written as a path, the answer is a value; nothing is expanded."""
    found = locate(spec, root, root, allow_outside=False)
    assert isinstance(found, Refused) or isinstance(Reader().read(found), Refused)


def test_loops_are_values(root):
    """A link to itself is refused, not followed for ever."""
    (root / "loop").symlink_to("loop")
    assert isinstance(locate("loop", root, root, allow_outside=False), Refused)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_only_regular_files_are_opened(root):
    """A pipe, a socket or a folder is never opened (opening a pipe would hang)."""
    os.mkfifo(root / "pipe.py")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(root / "s.py"))
    server.close()
    for name in ("pipe.py", "s.py", "sub"):
        refused = Reader().read(root / name)
        assert isinstance(refused, Refused)
        assert "not a regular file" in refused.reason


def test_a_link_that_appears_after_locating_is_not_followed(root):
    """The file that was checked is the file that is opened: a link put in its place is refused."""
    path = locate("in.py", root, root, allow_outside=False)
    path.unlink()
    path.symlink_to(root.parent / "outside.py")
    assert isinstance(Reader().read(path), Refused)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"a\0b", "binary"),
        (b"x" * (MAX_UNCHOSEN_BYTES + 1), "larger than 1 MB"),
    ],
)
def test_only_small_text_is_accepted(root, data, reason):
    """A file that is not text, or too large, is refused by name."""
    (root / "bad.py").write_bytes(data)
    refused = Reader().read(root / "bad.py")
    assert isinstance(refused, Refused)
    assert reason in refused.reason
    assert "bad.py" in refused.reason


def test_byte_order_mark_is_dropped(root):
    """A byte order mark is no code."""
    (root / "bom.py").write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert Reader().read(root / "bom.py") == b"x = 1\n"


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_unreadable_is_a_value(root):
    """A file without permission is refused with the reason."""
    (root / "in.py").chmod(0)
    refused = Reader().read(root / "in.py")
    assert isinstance(refused, Refused)
    assert "Permission denied" in refused.reason
