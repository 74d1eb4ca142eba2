#!/usr/bin/env bash
# Write the lock files anew: exact versions and hashes of everything, no index addresses.
# `torch` is left out: its CPU and CUDA builds share a version and differ in size by gigabytes, so that each machine
# chooses (`pip install torch==2.13.0`); what torch itself needs is locked for its CPU build.
# Usage: scripts/lock.sh [UV_ARGUMENT ...]   (for example --find-links FOLDER with a CPU wheel of torch)
set -euo pipefail
cd "$(dirname "$0")/.."
compile() {
  uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
    --no-annotate --no-emit-package torch "$@"
}
override=$(mktemp)
trap 'rm -f "$override"' EXIT
echo "torch==2.13.0+cpu" > "$override"
compile pyproject.toml requirements/build.in -o requirements/run.txt
compile pyproject.toml requirements/build.in --extra study --extra experiments --extra test --extra train \
  -c requirements/run.txt --override "$override" -o requirements/test.txt "$@"
