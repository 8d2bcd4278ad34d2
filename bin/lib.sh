# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions that the commands of bin/ share: messages, and the installation of missing packages.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
# SwiftPM passes the names of the traits to the compiler in the order of a set. Without this
# variable the order differs in each process, and SwiftPM builds the whole package again.
BUILD=(env SWIFT_DETERMINISTIC_HASHING=1 swift build)

# Messages go to standard error; standard output is for results.
say() {
  printf '%s\n' "$*" >&2
}

die() {
  say "error: $*"
  exit 1
}

require_swift() {
  command -v swift >/dev/null 2>&1 || die "There is no 'swift' command on the PATH." \
    "Install Swift 6.2 or later (swift.org/install) and start a new shell."
}

# require_linux COMMAND REMEDY: ends the command on a Mac, where the package does not contain the
# page server; see the end of Package.swift.
require_linux() {
  [[ "$(uname)" == Linux ]] ||
    die "$1 needs Linux: it builds the page server, which is not in the package on a Mac. There use $2."
}

# as_root COMMAND...: runs a command as root: directly, or with sudo.
as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    say "error: '$*' needs root, this is user $(id -un), and there is no sudo." \
      "Run it as root once, then start again."
    return 1
  fi
}

# install_packages NAME...: installs Debian packages without the packages that they recommend.
install_packages() {
  if ! command -v apt-get >/dev/null 2>&1; then
    say "error: missing: $*. There is no apt-get here to install it with." \
      "Install it by hand and start again."
    return 1
  fi
  say "Installing system packages: $*"
  if ! { as_root apt-get -qq update && as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends "$@"; } >&2; then
    say "error: could not install: $*. The reason is above; the usual one is no network."
    return 1
  fi
}

require_python() {
  command -v python3 >/dev/null 2>&1 || install_packages python3
}

# The headers of zlib, which the page server uses; macOS has them.
require_zlib() {
  [[ "$(uname)" != Linux || -e /usr/include/zlib.h ]] || install_packages zlib1g-dev
}

# The headers of SQLite, which journals use; macOS has them.
require_sqlite() {
  [[ "$(uname)" != Linux || -e /usr/include/sqlite3.h ]] || install_packages libsqlite3-dev
}

# Chromium for the browser tests, and fonts. The headless shell is preferred, because it takes a
# third of the processor time of the whole browser.
ensure_browser() {
  has_browser && return 0
  install_packages chromium-headless-shell fonts-dejavu-core ||
    install_packages chromium fonts-dejavu-core || return 1
  has_browser && return 0
  say "error: the package has no command 'chromium-headless-shell' or 'chromium'." \
    "Install Chromium under one of these names and start again."
  return 1
}

has_browser() {
  command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1
}

# nginx, the proxy in Tests/Browser/test_deploy.py, and openssl, which creates its certificate.
ensure_nginx() {
  [[ -x /usr/sbin/nginx ]] || install_packages nginx-light || return 1
  command -v openssl >/dev/null 2>&1 || install_packages openssl
}

# Installs the Python packages of Tests/Browser/requirements.txt in .venv/. After that it copies the
# file to .venv/, so that the next run installs them only if the file has changed.
ensure_venv() {
  local wanted="$ROOT/Tests/Browser/requirements.txt" have="$VENV/requirements.txt"
  if cmp -s "$wanted" "$have" && "$VENV/bin/python" -c 'import playwright, pytest, xdist' 2>/dev/null
  then
    return 0
  fi
  require_python || return 1
  if ! "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
      install_packages python3-venv || return 1
    fi
    say "Creating .venv for the browser tests"
    python3 -m venv --clear "$VENV" || return 1
  fi
  say "Installing into .venv: $(grep -v '^#' "$wanted" | tr '\n' ' ')"
  if ! "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted" >&2
  then
    say "error: could not install the Python packages. The reason is above; the usual one is" \
      "no network. The next run tries again."
    return 1
  fi
  cp "$wanted" "$have"
}
