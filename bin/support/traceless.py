# SPDX-License-Identifier: Apache-2.0
"""Checks that a program which does not import the recorder holds none of it.

usage: traceless.py [--counts FILE] [--release] BIN

BIN is where the debug build put its products; with --release it is where the release build of the
core did, with which a program of a few lines is linked then.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

# A program that imports none of the modules, the modules that a program with a store is made of,
# and how many of the modules other programs hold.
WITHOUT = "WebFixture"
MODULES = ["Millrace", "MillraceUI", "MillraceViews", "MillraceWeb", "PeopleData", "PeopleUI"]
WITH = {"millrace": 2, "gallery": 4}
# Names of modules as symbols have them: their length comes first.
SYMBOLS = re.compile(r"\$s(?:13MillraceTrace|16MillraceDevTools|12MillraceLink|15MillraceMonitor)")


# A program in release, and the same with a recorder.
PROGRAM = """
import Millrace
{imports}
let store = Store<Int, Int>(initialState: 0, reducer: Reducer {{ state, by in state += by }})
{recorder}
store.dispatch(2)
print(store.state)
"""


def released(folder, imports, recorder, modules):
    """The symbols of a program that was linked in release, or why it was not."""
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
        "Millrace in release asks for nothing of the recorder",
        [f"there is {one}" for one in found] if files else ["it was not built"])
    found, problems = released(folder, "", "", ["Millrace"])
    checks.add(
        "a program in release holds nothing of it",
        problems or [f"there is {one}" for one in found])
    found, problems = released(
        folder, "import MillraceTrace", "let recorder = TraceRecorder(store)",
        ["Millrace", "MillraceTrace"])
    checks.add(
        "a program with a recorder holds it",
        problems or ([] if found else ["the check finds nothing at all"]))


def symbols(*files):
    run = subprocess.run(["nm", *map(str, files)], check=True, capture_output=True, text=True)
    return sorted(set(SYMBOLS.findall(run.stdout)))


def main(arguments):
    checks = Checks()
    folder = pathlib.Path(arguments[-1])
    if "--release" in arguments:
        check_release(checks, folder)
        checks.finish(arguments)
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
