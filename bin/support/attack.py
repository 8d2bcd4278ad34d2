# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of Tests/Attack, or those that are named, one after another.

usage: attack.py [--counts FILE] [--quick] [NAME...], from the root of the repository

The scripts attack the programs whose paths are in MILLRACE_FIXTURE, MILLRACE_JOURNAL_FIXTURE,
MILLRACE_SESSION_FIXTURE and MILLRACE_GALLERY. The exit code is 1 if a limit was broken, 64 if there
is no script of a name.
"""

import pathlib
import subprocess
import sys

from checks import Checks

FOLDER = pathlib.Path("Tests/Attack")
PATIENCE = 1_800  # seconds that one script may take


def scripts(names):
    """The scripts with these names, or all scripts; `target.py` is a module that they share."""
    found = {path.stem: path for path in sorted(FOLDER.glob("*.py")) if path.stem != "target"}
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"There is no attack '{unknown[0]}'. There are: {' '.join(found)}.", file=sys.stderr)
        sys.exit(64)
    return [found[name] for name in names or found]


def attack(script, options):
    """The broken limits that one script reports, or why it failed; empty if it passed."""
    command = [sys.executable, str(script), *options]
    try:
        run = subprocess.run(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return [f"no end within {PATIENCE} s"]
    print(run.stdout, end="", flush=True)
    if run.returncode == 0:
        return []
    broken = [line for line in run.stdout.splitlines() if line.startswith("BROKEN")]
    return broken or [f"exit code {run.returncode}", *run.stdout.splitlines()[-5:]]


def main(arguments):
    checks = Checks()
    rest = arguments[2:] if arguments[:1] == ["--counts"] else arguments
    options = [word for word in rest if word.startswith("--")]
    for script in scripts([word for word in rest if not word.startswith("--")]):
        print(f"== {script.stem}", flush=True)
        checks.add(script.stem.replace("_", " "), attack(script, options))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
