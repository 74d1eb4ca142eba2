#!/usr/bin/env bash
# Set up a private environment in `.venv` (once), then lint, type-check and test everything.
# All tests are divided between processes, one more than there are cores (up to 4) as some tests wait for editors;
# CODESCORE_TEST_PROCESSES=N wants N of them; without CODESCORE_TEST_ROWS=all some rows of its tables (`--turn`) are run.
# Usage: scripts/test.sh [PYTEST_ARGUMENT ...]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
need_debian javac=default-jdk-headless || say "without a JDK the Java compiler's tests are skipped"
need_debian g++=g++ || say "without g++ programs in C++ are neither checked nor run"
need_debian bwrap=bubblewrap prlimit=util-linux || say "without bubblewrap nothing is run: evidence is not tested"
need_debian pg_ctlcluster=postgresql openssl=openssl || say "without PostgreSQL the collector is tested with SQLite alone"
need_debian chromium=chromium luacheck=lua-check emacs=emacs-nox kak=kakoune || say "without them some editors are not tested"
compgen -G '/usr/share/emacs/site-lisp/elpa-src/eglot-*' > /dev/null || need_debian no-such-command=elpa-eglot ||
  say "without eglot Emacs is not tested"
[ -e /usr/share/zoneinfo/Asia/Kolkata ] || need_debian no-such-command=tzdata ||
  say "without tzdata other time zones are not tested in Python and C++"
need_debian strace=strace || say "without strace the silence on the network is not tested"
make_environment requirements/test.txt torch==2.13.0
bash scripts/editors.sh || say "VS Code could not be set up: its tests are skipped"
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
processes=${CODESCORE_TEST_PROCESSES:-$(($# || $(nproc) < 2 ? 1 : $(nproc) < 4 ? $(nproc) + 1 : 4))}
[ "$processes" -gt 1 ] || exec .venv/bin/pytest "$@"
shared=$(mktemp -d)
trap 'rm -rf "$shared"' EXIT
mkdir "$shared/taken"
week=$(($(git log -1 --format=%ct 2> /dev/null || echo 0) / 604800))
[ $# -gt 0 ] || [ "${CODESCORE_TEST_ROWS:-}" = all ] || set -- --turn "$week" "$@"
ids=() failed=0
for number in $(seq "$processes"); do
  backwards=$([ $((number % 2)) = 1 ] || echo --backwards)
  (.venv/bin/pytest --durations=30 --durations-min=10 "--share=$shared/taken" $backwards "$@" 2>&1 | tee "$shared/$number.log" | grep --line-buffered '') &
  ids+=($!)
done
for id in "${ids[@]}"; do wait "$id" || failed=1; done
say "of all $processes processes:"
grep -hE '^(SKIPPED|FAILED|ERROR) |^=+ .* in [0-9.]+s' "$shared"/*.log || true
exit "$failed"
