# Sourced by demo.sh and test.sh: a private environment in `.venv`, made once and again whenever a lock file changes.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# Debian packages that the given commands come from; installed when we may, named when we may not.
need_debian() {
  local missing=()
  for pair in "$@"; do
    command -v "${pair%%=*}" > /dev/null 2>&1 || missing+=("${pair#*=}")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
    say "installing Debian packages: ${missing[*]}"
    apt-get update -qq > /dev/null && apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
  else
    say "missing: ${missing[*]}. Install them, e.g. with: sudo apt-get install ${missing[*]}"
    return 1
  fi
}

find_python() {
  for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3; do
    if [ -n "$candidate" ] && command -v "$candidate" > /dev/null 2>&1 &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  say "Python 3.11 or newer is needed; set PYTHON to one"
  return 1
}

# make_environment LOCK [PACKAGE ...]: packages come after the lock, without hashes (see scripts/lock.sh on torch)
make_environment() {
  local lock=$1 python stamp
  shift
  python=$(find_python)
  stamp=$(cat "$lock" pyproject.toml <(printf '%s ' "$@") | sha256sum | cut -c1-32)
  [ "$(cat .venv/.stamp 2> /dev/null)" = "$stamp" ] && return 0
  if [ ! -x .venv/bin/pip ]; then
    "$python" -m venv .venv 2> /dev/null || {
      need_debian "no-such-command=python3-venv" && "$python" -m venv .venv
    }
  fi
  say "installing into .venv (once)"
  [ $# -eq 0 ] || .venv/bin/pip install -q --disable-pip-version-check "$@"
  .venv/bin/pip install -q --disable-pip-version-check --require-hashes -r "$lock"
  .venv/bin/pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
  printf '%s\n' "$stamp" > .venv/.stamp
}
