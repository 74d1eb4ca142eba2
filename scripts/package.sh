#!/usr/bin/env bash
# Build what people install, into `dist/`: the Python wheel, the VS Code extension, the archive of the Neovim plugin.
# Usage: scripts/package.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
[ -x .venv/bin/python ] || make_environment requirements/run.txt
bash scripts/editors.sh
mkdir -p dist
.venv/bin/pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w dist .
cp editors/vscode/codescore-r-*.vsix dist/
.venv/bin/python editors/neovim/package.py
ls -l dist
