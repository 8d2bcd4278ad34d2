# SPDX-License-Identifier: Apache-2.0
"""Typechecks the example of Hummingbird in "Deploying" against signatures of Hummingbird's modules.

usage: hummingbird.py [--counts FILE] BIN, from the root of the repository

BIN is where the debug build put its products. Tests/HummingbirdSignatures/README.md describes what
this check cannot find. Its files are in .build/hummingbird/.
"""

import pathlib
import subprocess
import sys

import readme
from checks import Checks
from docs import module_maps

ARTICLE = pathlib.Path("Sources/MillraceWeb/MillraceWeb.docc/Deploying.md")
SIGNATURES = pathlib.Path("Tests/HummingbirdSignatures")
BUILD = pathlib.Path(".build/hummingbird")
# In the order in which they import each other.
MODULES = ["NIOHTTPTypes", "NIOHTTPTypesHTTP1", "HummingbirdCore", "Hummingbird"]
# The declarations that the example needs.
GIVEN = """
import MillraceViews

let router = Router()
let pages = [Page(path: "/", title: "Page") { Text("Text") }]
var options = WebOptions()
"""


def compiled(options, *arguments):
    """The last errors of the compiler, or an empty list."""
    run = subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", *options, *map(str, arguments)],
        capture_output=True, text=True)
    return run.stderr.splitlines()[-40:] if run.returncode else []


def example():
    """The Swift code of the article as one file, with GIVEN after its imports."""
    lines = readme.code(ARTICLE.read_text(encoding="utf-8")).splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("import "))
    return "\n".join([*lines[:last + 1], GIVEN, *lines[last + 1:]]) + "\n"


def main(arguments):
    checks = Checks()
    binaries = pathlib.Path(arguments[-1])
    BUILD.mkdir(parents=True, exist_ok=True)
    options = ["-I", str(binaries / "Modules"), "-I", str(BUILD), *module_maps(binaries.resolve())]
    for name in MODULES:
        checks.add(f"the signatures of {name}", compiled(
            options, "-emit-module", "-parse-as-library", "-module-name", name,
            "-emit-module-path", BUILD / f"{name}.swiftmodule", SIGNATURES / f"{name}.swift"))
    file = BUILD / "main.swift"
    file.write_text(example(), encoding="utf-8")
    checks.add("the example of Deploying.md compiles", compiled(options, "-typecheck", file))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
