# SPDX-License-Identifier: Apache-2.0
"""Compiles the README's Swift code against the modules of the build.

usage: readme.py [--counts FILE] BIN

All blocks marked `swift` make one file, in the order of the page, except a piece of a manifest
(a block that says `.package(`).
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def code(text):
    return "\n".join(block for block in BLOCK.findall(text) if ".package(" not in block)


def problems(source, modules):
    if not source.strip():
        return ["there is no Swift code in it"]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "main.swift"
        file.write_text(source, encoding="utf-8")
        run = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors"]
            + ["-I", str(modules), str(file)],
            capture_output=True,
            text=True,
        )
        return run.stderr.replace(folder, "README").splitlines() if run.returncode else []


def main(arguments):
    checks = Checks()
    source = code(pathlib.Path("README.md").read_text(encoding="utf-8"))
    checks.add("README.md compiles", problems(source, pathlib.Path(arguments[-1]) / "Modules"))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
