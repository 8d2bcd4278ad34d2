# SPDX-License-Identifier: Apache-2.0
"""Compiles typical mistakes and compares the compiler's messages with the expected ones.

usage: errors.py [--counts FILE] BIN, from the root of the repository

BIN is where the debug build put its products. Each program in Tests/CompilerErrors/Mistakes holds
mistakes of one kind. The expected messages, or parts of them, are above the line with a mistake:

    // error: value of type 'AppState' has no member 'isBsy'

The compiler must report all of these, and no other error.

A module that needs the packages of a package trait has a file BuildTraits.swift. Without these
packages, the first error must be the one in that file.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks
from docs import module_maps

FOLDER = pathlib.Path("Tests/CompilerErrors")
MESSAGE = re.compile(r"^[^:\s][^:]*/([^/:]+\.swift):(\d+):\d+: error: (.*)$")
EXPECTED = re.compile(r"^\s*// error: (.*)$")


def expected(text):
    """The number of each line with a mistake, counted from one, and the expected messages."""
    found, above = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        if match := EXPECTED.match(line):
            above.append(match[1])
        elif above:
            found[number], above = above, []
    return found


def said(output, name):
    """The number of each line with errors in a file, and the errors."""
    found = {}
    for line in output.splitlines():
        if (match := MESSAGE.match(line)) and match[1] == name:
            messages = found.setdefault(int(match[2]), [])
            if match[3] not in messages:
                messages.append(match[3])
    return found


def differences(wanted, got):
    """The expected errors that are missing, and the errors that were not expected."""
    problems = []
    for line in sorted(wanted.keys() | got.keys()):
        rest = list(got.get(line, []))
        for part in wanted.get(line, []):
            if match := next((text for text in rest if part in text), None):
                rest.remove(match)
            else:
                problems.append(f"line {line}: it does not say: {part}")
        problems += [f"line {line}: it says: {text}" for text in rest]
    return problems


def check(file, modules):
    """The differences between the expected and the actual messages of a program."""
    text = file.read_text(encoding="utf-8")
    run = subprocess.run(
        ["swiftc", "-frontend", "-emit-sil", "-o", os.devnull, "-module-name", "User"]
        + ["-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm"]
        + ["-I", str(modules), *module_maps(modules.parent.resolve())]
        + ["-primary-file", str(file.absolute())]
        + [str((FOLDER / "Prelude.swift").absolute())],
        capture_output=True,
        text=True,
    )
    if run.returncode and not said(run.stderr, file.name):
        return run.stderr.splitlines()[-10:]
    return differences(expected(text), said(run.stderr, file.name))


def without_packages(file, modules):
    """The first error of a module without the packages of its trait, if it is the wrong one."""
    with tempfile.TemporaryDirectory() as own:
        for module in modules.glob("Millrace*.swiftmodule"):
            (pathlib.Path(own) / module.name).symlink_to(module.absolute())
        run = subprocess.run(
            ["swiftc", "-frontend", "-typecheck", "-module-name", file.parent.name]
            + ["-swift-version", "6", "-diagnostic-style", "llvm", "-I", own]
            + sorted(str(path) for path in file.parent.rglob("*.swift")),
            capture_output=True,
            text=True,
        )
    first = next((line for line in run.stderr.splitlines() if ": error: " in line), "no error")
    return [] if f"error: {file.parent.name} needs " in first else [first]


def main(arguments):
    checks = Checks()
    modules = pathlib.Path(arguments[-1]) / "Modules"
    files = sorted((FOLDER / "Mistakes").glob("*.swift"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, problems in zip(files, pool.map(lambda file: check(file, modules), files)):
            checks.add(str(file), problems)
    for file in sorted(pathlib.Path("Sources").glob("*/BuildTraits.swift")):
        checks.add(f"{file.parent.name} without its trait", without_packages(file, modules))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
