#!/usr/bin/env bash
# Set up a private environment in `.venv` (once) and run the main job: real functions scored by the shipped model.
# Usage: scripts/demo.sh [ARGUMENT OF codescore demo ...]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
make_environment requirements/run.txt
exec .venv/bin/codescore demo "$@"
