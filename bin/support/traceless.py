# SPDX-License-Identifier: Apache-2.0
"""Checks that a program contains nothing of the tool modules that it does not import.

usage: traceless.py [--counts FILE] [--release] BIN

The tool modules are MillraceTrace, MillraceDevTools, MillraceLink and MillraceMonitor. BIN is where
the debug build put its products. With --release it is where the release build of the core put them,
and the script links a program of a few lines with them.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

# A program without the tool modules; modules that such a program can import; and the number of tool
# modules in other programs.
WITHOUT = "WebFixture"
MODULES = ["Millrace", "MillraceUI", "MillraceViews", "MillraceWeb", "PeopleData", "PeopleUI"]
WITH = {"millrace": 2, "gallery": 4}
# The names of the tool modules in symbols: each with its length before it.
SYMBOLS = re.compile(r"\$s(?:13MillraceTrace|16MillraceDevTools|12MillraceLink|15MillraceMonitor)")


# A program that is linked in release, with or without a recorder.
PROGRAM = """
import Millrace
{imports}
let store = Store<Int, Int>(initialState: 0, reducer: Reducer {{ state, by in state += by }})
{recorder}
store.dispatch(2)
print(store.state)
"""


def released(folder, imports, recorder, modules):
    """The tool modules in a program that is linked in release, and the errors of linking it."""
    objects = [one for name in modules for one in sorted((folder / f"{name}.build").glob("*.o"))]
    with tempfile.TemporaryDirectory() as temporary:
        source = pathlib.Path(temporary) / "main.swift"
        program = pathlib.Path(temporary) / "program"
        source.write_text(PROGRAM.format(imports=imports, recorder=recorder), encoding="utf-8")
        for command in (
            ["swiftc", "-swift-version", "6", "-O", "-wmo", "-I", folder / "Modules", source]
            + [*objects, "-o", program],
            [program],
        ):
            run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            if run.returncode or command == [program] and run.stdout != "2\n":
                return None, (run.stdout + run.stderr).splitlines()[-10:]
        return symbols(program), []


def check_release(checks, folder):
    files = sorted((folder / "Millrace.build").glob("*.o"))
    found = symbols(*files) if files else []
    checks.add(
        "Millrace in release refers to no tool module",
        [f"it refers to {one}" for one in found] if files else ["it was not built"])
    found, problems = released(folder, "", "", ["Millrace"])
    checks.add(
        "a program in release contains no tool module",
        problems or [f"it contains {one}" for one in found])
    found, problems = released(
        folder, "import MillraceTrace", "let recorder = TraceRecorder(store)",
        ["Millrace", "MillraceTrace"])
    checks.add(
        "a program with a recorder contains its module",
        problems or ([] if found else ["no module was found"]))


def symbols(*files):
    """The tool modules whose symbols are in the files."""
    run = subprocess.run(["nm", *map(str, files)], check=True, capture_output=True, text=True)
    return sorted(set(SYMBOLS.findall(run.stdout)))


def main(arguments):
    checks = Checks()
    folder = pathlib.Path(arguments[-1])
    if "--release" in arguments:
        check_release(checks, folder)
        checks.finish(arguments)
    found = symbols(folder / WITHOUT)
    checks.add(f"{WITHOUT} contains no tool module", [f"it contains {one}" for one in found])
    for name in MODULES:
        found = symbols(*sorted((folder / f"{name}.build").glob("*.o")))
        checks.add(f"{name} refers to no tool module", [f"it refers to {one}" for one in found])
    for name, count in WITH.items():
        found = symbols(folder / name)
        problems = [] if len(found) == count else [f"it contains {found}"]
        checks.add(f"{name} contains {count} tool modules", problems)
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
