"""Configuration snippets for other editors: each is at least well-formed; Emacs and Kakoune really read theirs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from codescore.languages import known_languages
from codescore.lsp.settings import resolve
from tests.lsp.client import LIMIT
from tests.lsp.conftest import isolated
from tests.lsp.needs import bundle

SNIPPETS = Path(__file__).parents[3] / "editors" / "other"
ELPA = Path("/usr/share/emacs/site-lisp/elpa")
EDITORS = [one.editors for one in known_languages() if one.shipped]


def names(editor: str) -> set[str]:
    """What an editor calls our languages."""
    return {name for one in EDITORS for name in one[editor]}


REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
WRONG = "# codescore: reference=ref.py\n" + REFERENCE.replace("total", "s").replace("+=", "-=").replace("(n)", "(k)")

_NO_EMACS = pytest.mark.skipif(shutil.which("emacs") is None, reason="NO EMACS: apt-get install emacs-nox elpa-eglot")
_NO_KAKOUNE = pytest.mark.skipif(shutil.which("kak") is None, reason="NO KAKOUNE: apt-get install kakoune")


def accepted(settings: object) -> None:
    """The server takes these settings without complaint."""
    assert resolve(("snippet", settings)).complaints == ()


def emacs(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Emacs without anybody's configuration, with Debian's packages (each `elpa/NAME-VERSION`)."""
    loads = [flag for folder in sorted(ELPA.glob("*-[0-9]*")) for flag in ("-L", str(folder))]
    return subprocess.run(
        ["emacs", "-Q", "--batch", *loads, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=2 * LIMIT,
        check=False,
    )


def test_the_snippets_name_the_languages_that_the_server_knows():
    """They are generated, and not out of date."""
    command = [sys.executable, str(SNIPPETS / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_helix():
    """One server, beside Helix's own, for the languages that we know, with settings that the server takes."""
    read = tomllib.loads((SNIPPETS / "helix-languages.toml").read_text())
    server = read["language-server"]["codescore"]
    assert [server["command"], *server["args"]] == ["codescore", "serve"]
    accepted(server["config"]["codescore"])
    assert {one["name"] for one in read["language"]} == names("helix")
    assert all("codescore" in one["language-servers"] for one in read["language"])


def test_zed():
    """The settings are JSON, name the server for each language, and are what the server takes."""
    read = json.loads((SNIPPETS / "zed-settings.json").read_text())
    server = read["lsp"]["codescore"]
    assert [server["binary"]["path"], *server["binary"]["arguments"]] == ["codescore", "serve"]
    accepted(server["settings"]["codescore"])
    assert set(read["languages"]) == names("zed")


def test_kakoune_toml():
    """For older versions of the client a file, for newer ones the same inside `kakrc`."""
    old = tomllib.loads((SNIPPETS / "kak-lsp.toml").read_text())["language_server"]["codescore"]
    inside = re.search(r"lsp_servers %\{(.*?)\n    \}\n", (SNIPPETS / "kakrc").read_text(), re.DOTALL)
    assert inside is not None
    new = tomllib.loads(inside[1])["codescore"]
    for server in (old, new):
        assert [server["command"], *server["args"]] == ["codescore", "serve"]
        accepted(server["settings"][server["settings_section"]])
    assert set(old["filetypes"]) == names("kakoune")


@_NO_KAKOUNE
def test_kakoune_reads_its_commands(tmp_path):
    """Kakoune defines the hooks without complaint; its client's commands, which Debian lacks, are stood in for."""
    snippet = (SNIPPETS / "kakrc").read_text()
    stand_ins = (
        "declare-option -hidden str lsp_servers\n"
        "define-command lsp-enable-window %{ echo -debug enabled }\n"
        "define-command -params 1 lsp-code-lens-enable %{ echo -debug lenses }\n"
    )
    log = tmp_path / "log"
    (tmp_path / "mine.py").write_text(REFERENCE)
    (tmp_path / "kakrc").write_text(stand_ins + snippet.replace("eval %sh{kak-lsp --kakoune -s $kak_session}", ""))
    commands = f"source {tmp_path}/kakrc; edit {tmp_path}/mine.py; set-option buffer filetype python; "
    commands += f"echo -to-file {log} %opt{{lsp_servers}}; quit!"
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }
    done = subprocess.run(
        ["kak", "-n", "-ui", "dummy", "-e", commands],
        env=environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.stderr == ""
    assert tomllib.loads(log.read_text())["codescore"]["command"] == "codescore"


@_NO_EMACS
def test_elisp_compiles_without_warning(tmp_path):
    """Emacs's byte compiler has nothing to say."""
    copy = tmp_path / "eglot.el"
    shutil.copy(SNIPPETS / "eglot.el", copy)
    done = emacs("--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", str(copy))
    assert done.returncode == 0, done.stderr


@_NO_EMACS
@bundle
def test_a_session_with_eglot(tmp_path):
    """In a real Emacs: the diagnostic comes, hover and actions answer, the mended line makes it go."""
    if emacs("--eval", '(princ (locate-library "eglot"))').stdout == "nil":
        pytest.skip("NO EGLOT: apt-get install elpa-eglot, or Emacs 29")
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.py").write_text(WRONG)
    (work / "ref.py").write_text(REFERENCE)
    (work / "codescore.toml").touch()
    program = tmp_path / "bin" / "codescore"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m codescore "$@"\n')
    program.chmod(0o755)
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    done = emacs(
        "-l",
        str(Path(__file__).parent / "eglot-session.el"),
        cwd=work,
        **isolated(tmp_path),
        PATH=f"{program.parent}:{os.environ['PATH']}",
        SNIPPET=str(SNIPPETS / "eglot.el"),
        LIMIT=str(int(LIMIT)),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert any(line.startswith("diagnostic: ") and "`+=` became `-=`" in line for line in said), said
    assert any(line.startswith("hover: ") and "CodeScore-R 0: unlike its reference" in line for line in said), said
    assert "action: CodeScore-R: compare half with ref.py#half" in said
    assert said[-1] == "mended"
