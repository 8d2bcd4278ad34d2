# SPDX-License-Identifier: Apache-2.0
"""Compiles the README's Swift code against the modules of the build.

usage: readme.py [--counts FILE] BIN

All blocks marked `swift` make one file, in the order of the page, except a part of a manifest (a
block with `.package(`). The file is compiled again with the settings of a new Xcode app, in Swift 6
and in Swift 5, with `nonisolated` where the README asks for it. The snippet 01-Counter is compiled
with these settings in Swift 6 only.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)


# The settings of a new app: declarations without an isolation belong to the main actor.
AS_IN_XCODE = ["-default-isolation", "MainActor"]
for feature in (
    "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
    "MemberImportVisibility",
):
    AS_IN_XCODE += ["-enable-upcoming-feature", feature]
# The same in Swift 5, the language mode of a new project, with the features that Xcode calls
# approachable concurrency.
AS_IN_XCODE_5 = [*AS_IN_XCODE, "-swift-version", "5", "-parse-as-library"]
for feature in (
    "GlobalActorIsolatedTypesUsability",
    "InferSendableFromCaptures",
    "DisableOutwardActorInference",
):
    AS_IN_XCODE_5 += ["-enable-upcoming-feature", feature]
FEATURE = re.compile(r"^(struct|enum) (\w+(?:State|Action))\b", re.MULTILINE)


def blocks(text):
    return [block for block in BLOCK.findall(text) if ".package(" not in block]


def code(text):
    return "\n".join(blocks(text))


def without_script(text):
    """The code with its statements in a function: Swift 5 treats top-level code differently."""
    found = blocks(text)
    for number, block in enumerate(found):
        if "\nassert(" in block:
            values = ", ".join(re.findall(r"^let (\w+)", block, re.MULTILINE))
            found[number] = f"@MainActor func run() {{\n{block}_ = ({values})\n}}\n"
    return "\n".join(found)


def marked(source):
    """The code with `nonisolated` before states and actions, as the README asks for."""
    return FEATURE.sub(r"nonisolated \1 \2", source)


def problems(source, modules, options=()):
    if not source.strip():
        return ["there is no Swift code in it"]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "main.swift"
        file.write_text(source, encoding="utf-8")
        run = subprocess.run(
            ["swiftc", "-typecheck", "-warnings-as-errors"]
            + [*(["-swift-version", "6"] if "-swift-version" not in options else []), *options]
            + ["-I", str(modules), str(file)],
            capture_output=True,
            text=True,
        )
        return run.stderr.replace(folder, "README").splitlines() if run.returncode else []


def main(arguments):
    checks = Checks()
    page = pathlib.Path("README.md").read_text(encoding="utf-8")
    source = code(page)
    modules = pathlib.Path(arguments[-1]) / "Modules"
    checks.add("README.md compiles", problems(source, modules))
    for name, text in (
        ("README.md", source),
        ("Snippets/01-Counter.swift", pathlib.Path("Snippets/01-Counter.swift").read_text("utf-8")),
    ):
        found = problems(marked(text), modules, AS_IN_XCODE)
        checks.add(f"{name} compiles as in a new app of Xcode", found)
    found = problems(marked(without_script(page)), modules, AS_IN_XCODE_5)
    checks.add("README.md compiles in Swift 5, as in a new project of Xcode", found)
    found = problems(source, modules, AS_IN_XCODE)
    checks.add("and needs `nonisolated` for it", [] if found else ["it compiles without"])
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
