"""Around the documents: `codescore.toml`, several folders, notebooks."""

from __future__ import annotations

from tests.lsp.client import Client, edit, written
from tests.lsp.needs import bundle

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = REFERENCE.replace("total", "s")


def toml(client: Client, text: str, kind: int = 2) -> None:
    (client.root / "codescore.toml").write_text(text)
    change = {"uri": (client.root / "codescore.toml").as_uri(), "type": kind}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})


def published(client: Client, uri: str, until) -> list[dict]:
    """Diagnostics that are pushed in every editor: those of files that are not open."""
    return client.wait(lambda: client._published(uri, until), f"diagnostics of {uri}")["params"]["diagnostics"]


@bundle
def test_rules_connect_files(client):
    """A rule gives every file of its glob a reference; what is wrong with it is told at its line in the file."""
    (client.root / "solutions").mkdir()
    (client.root / "solutions" / "half.py").write_text(REFERENCE)
    uri = client.open((client.root / "hand-in" / "one.py").as_uri(), COPY)
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    client.diagnostics(uri, lambda d: d == [])
    assert client.request("textDocument/hover", where) is None
    toml(client, '[[rule]]\nfiles = "hand-in/*.py"\nreference = "solutions/half.py"\n', 1)
    hover = client.until(lambda: client.request("textDocument/hover", where), "a hover")["contents"]["value"]
    assert "`solutions/half.py#half`, by codescore.toml" in hover
    # The project's threshold counts where the user has none.
    toml(
        client,
        '[[rule]]\nfiles = "hand-in/*.py"\nreference = "solutions/half.py"\n[settings]\nthreshold = 1.0\n',
    )
    (found,) = client.diagnostics(uri, lambda d: len(d) == 1)
    assert "similarity 1.00 to solutions/half.py#half, not above 1" in found["message"]
    toml(client, '[[rule]]\nfiles = "hand-in/*.py"\n\n[[rule]]\nfiles = "hand-in/*"\nreference = "gone.py"\n')
    errors = published(client, (client.root / "codescore.toml").as_uri(), lambda d: len(d) == 1)
    assert written(errors) == (
        "0:0-1:0 1 configuration codescore.toml: rule 1 is ignored: Object missing required field `reference`"
    )
    missing = client.diagnostics(uri, lambda d: [x["code"] for x in d] == ["reference-not-found"])
    assert "gone.py cannot be found" in missing[0]["message"]
    assert "(rule in line 4 of codescore.toml)" in missing[0]["message"]
    (client.root / "codescore.toml").unlink()
    change = {"uri": (client.root / "codescore.toml").as_uri(), "type": 3}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    client.diagnostics(uri, lambda d: d == [])
    published(client, (client.root / "codescore.toml").as_uri(), lambda d: d == [])


@bundle
def test_each_folder_has_its_own_configuration(launch, tmp_path):
    """With several folders each file goes by the innermost one; folders come and go."""
    roots = [tmp_path / "one", tmp_path / "two"]
    for i, root in enumerate(roots):
        root.mkdir()
        (root / "codescore.toml").write_text(f'[[rule]]\nfiles = "*.py"\nreference = "ref{i}.py"\n')
        (root / f"ref{i}.py").write_text(REFERENCE)
    client = launch("vscode", root=roots[0])
    client.start(workspaceFolders=[{"uri": r.as_uri(), "name": r.name} for r in roots])
    for i, root in enumerate(roots):
        uri = client.open((root / "mine.py").as_uri(), COPY)
        where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
        hover = client.until(lambda w=where: client.request("textDocument/hover", w), "a hover")
        assert f"`ref{i}.py#half`" in hover["contents"]["value"]
    gone = {"added": [], "removed": [{"uri": roots[1].as_uri(), "name": "two"}]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": gone})
    client.until(lambda: client.request("textDocument/hover", where) is None, "no verdict")
    back = {"added": [{"uri": roots[1].as_uri(), "name": "two"}], "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": back})
    client.until(lambda: client.request("textDocument/hover", where), "a verdict")
    client.close()


def test_without_any_folder(launch):
    """A single file without a workspace may name references beside it."""
    client = launch("vscode", root=None)
    client.start()
    client.close()


def cell(uri: str, text: str, language: str = "python") -> dict:
    return {"uri": uri, "languageId": language, "version": 1, "text": text}


def test_cells_are_documents(launch):
    """Cells of a notebook come, change and go like documents; lines for the notebook are no errors."""
    client = launch("vscode")
    client.start()
    book = f"{client.root.as_uri()}/book.ipynb"
    cells = [f"vscode-notebook-cell:{client.root}/book.ipynb#{i}" for i in range(5)]
    for uri in cells:
        client.versions[uri] = 1
    texts = ["def f(:\n    pass\n", "%matplotlib inline\ndef g(:\n", "!ls -l\n"]
    client.notify(
        "notebookDocument/didOpen",
        {
            "notebookDocument": {"uri": book, "notebookType": "jupyter-notebook", "version": 1, "cells": []},
            "cellTextDocuments": [*map(cell, cells, texts), cell(cells[3], "# *", "markdown")],
        },
    )
    client.diagnostics(cells[0], lambda d: [x["code"] for x in d] == ["does-not-compile"])
    for uri in cells[1:4]:
        client.diagnostics(uri, lambda d: d == [])
    change = {
        "cells": {
            "structure": {
                "array": {"start": 1, "deleteCount": 1, "cells": []},
                "didOpen": [cell(cells[4], "x = = 1\n")],
                "didClose": [{"uri": cells[1]}],
            },
            "textContent": [{"document": {"uri": cells[0], "version": 2}, "changes": [edit(0, 6, 6, ")")]}],
        }
    }
    client.notify("notebookDocument/didChange", {"notebookDocument": {"uri": book, "version": 2}, "change": change})
    client.diagnostics(cells[0], lambda d: d == [])
    client.diagnostics(cells[4], lambda d: [x["code"] for x in d] == ["does-not-compile"])
    closing = {"notebookDocument": {"uri": book}, "cellTextDocuments": [{"uri": uri} for uri in cells]}
    client.notify("notebookDocument/didClose", closing)
    client.diagnostics(cells[4], lambda d: d == [])
    client.close()
