#!/usr/bin/env bash
# Set up a private environment in `.venv` (once), then lint, type-check and test everything.
# Usage: scripts/test.sh [PYTEST_ARGUMENT ...]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
need_debian javac=default-jdk-headless || say "without a JDK the Java compiler's tests are skipped"
make_environment requirements/test.txt torch==2.13.0
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
exec .venv/bin/pytest "$@"
