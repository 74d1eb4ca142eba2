#!/usr/bin/env bash
# Draw the pictures of the VS Code extension's README anew, from a real VS Code: editors/vscode/images/*.png
# Usage: scripts/pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/editors.sh
python=${PYTHON:-.venv/bin/python}
[ -x "$python" ] || { echo "no $python: run scripts/demo.sh first, or set PYTHON" >&2; exit 1; }
mkdir -p editors/vscode/images
.editors/node24 tests/editors/vscode/pictures.mjs --vsix "$(ls editors/vscode/codescore-r-*.vsix)" \
  --python "$(realpath -s "$python")" --out editors/vscode/images
