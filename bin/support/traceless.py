# SPDX-License-Identifier: Apache-2.0
"""Checks that a program which does not import the recorder holds none of it.

usage: traceless.py [--counts FILE] BIN

BIN is where the debug build put its products. What is not linked in debug is not in release.
"""

import pathlib
import re
import subprocess
import sys

from checks import Checks

# A program that imports none of the modules, the modules that a program with a store is made of,
# and how many of the modules other programs hold.
WITHOUT = "WebFixture"
MODULES = ["Millrace", "MillraceUI", "MillraceViews", "MillraceWeb", "PeopleData", "PeopleUI"]
WITH = {"millrace": 2, "gallery": 4}
# Names of modules as symbols have them: their length comes first.
SYMBOLS = re.compile(r"\$s(?:13MillraceTrace|16MillraceDevTools|12MillraceLink|15MillraceMonitor)")


def symbols(*files):
    run = subprocess.run(["nm", *map(str, files)], check=True, capture_output=True, text=True)
    return sorted(set(SYMBOLS.findall(run.stdout)))


def main(arguments):
    checks = Checks()
    folder = pathlib.Path(arguments[-1])
    found = symbols(folder / WITHOUT)
    checks.add(f"{WITHOUT} holds nothing of the recorder", [f"there is {one}" for one in found])
    for name in MODULES:
        found = symbols(*sorted((folder / f"{name}.build").glob("*.o")))
        checks.add(f"{name} asks for nothing of it", [f"there is {one}" for one in found])
    for name, count in WITH.items():
        found = symbols(folder / name)
        checks.add(f"{name} holds it", [] if len(found) == count else ["the check finds nothing at all"])
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
