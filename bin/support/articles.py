# SPDX-License-Identifier: Apache-2.0
"""Compiles the Swift code of the articles against the modules of the build.

usage: articles.py [--counts FILE] BIN [ARTICLE]..., from the root of the repository

For each article there is a file with its name in Tests/Articles. It has the declarations that the
code of the article needs, and one of these lines for each block marked `swift`, counted from 1:

    // block 2
    // block 5 is in Samples/People/PeopleData/PeopleState.swift
    // block 6 is not compiled: the line of a manifest

Block 2 is inserted at this place. Block 5 must be a part of that file. If a block is inserted into
a function, its imports are moved to the top of the file. Messages of the compiler about a block have
the name and the line of the article. Warnings about unused code are ignored.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import textwrap

from checks import Checks
from docs import module_maps
from reported import test_options

FILES = pathlib.Path("Tests/Articles")
# Articles whose code other checks compile.
ELSEWHERE = {
    "Addresses": "apple.py", "InAnApp": "apple.py", "MillraceUI": "apple.py",
    "Deploying": "hummingbird.py",
    "FromABugReportToATest": "reported.py",
}
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMPORTS = re.compile(r"(?:(?:import .+)?\n)+")
PLACE = re.compile(r"^( *)// block (\d+)(?: is in (.+)| is not compiled: (.+))?$", re.MULTILINE)
UNUSED = re.compile(r"never used|never mutated|never read|is unused|will never be executed")


def articles():
    """All articles with code, by their names."""
    found = sorted(pathlib.Path("Sources").glob("*/*.docc/**/*.md"))
    return {path.stem: path for path in found if BLOCK.search(path.read_text("utf-8"))}


def blocks(path):
    """The blocks of an article, each with the line at which its code begins."""
    text = path.read_text("utf-8")
    return [
        (text.count("\n", 0, match.start(1)) + 1, match.group(1)) for match in BLOCK.finditer(text)]


def same(text):
    """The text without its indentation and empty lines."""
    return [line.strip() for line in textwrap.dedent(text).splitlines() if line.strip()]


def contains(whole, part):
    whole, part = same(whole), same(part)
    return any(whole[at:at + len(part)] == part for at in range(len(whole)))


def assembled(given, path):
    """The code to compile, and the errors in the lines that name the blocks."""
    code, wrong, named, imports = blocks(path), [], [], []

    def put(match):
        indentation, number, file, reason = match.groups()
        named.append(int(number))
        if not 1 <= int(number) <= len(code):
            return match.group()
        line, text = code[int(number) - 1]
        if file:
            if not contains(pathlib.Path(file).read_text("utf-8"), text):
                wrong.append(f"{path.name}:{line}: this block is not a part of {file}")
        elif reason is None:
            head = IMPORTS.match(text) if indentation else None
            if head:
                imports.append(head.group())
                line, text = line + head.group().count("\n"), text[head.end():]
            below = given.count("\n", 0, match.end()) + 2
            return (
                f'#sourceLocation(file: "{path.name}", line: {line})\n{text}'
                f'#sourceLocation(file: "{FILES.name}/{path.stem}.swift", line: {below})')
        return match.group()

    text = PLACE.sub(put, given)
    if imports:
        own = f'#sourceLocation(file: "{FILES.name}/{path.stem}.swift", line: 1)\n'
        text = "".join(imports) + own + text
    if sorted(named) != list(range(1, len(code) + 1)):
        wrong.append(
            f"{FILES}/{path.stem}.swift names the blocks {sorted(named)}, but {path.name} has "
            f"1 to {len(code)}. Name each once.")
    return text, wrong


def problems(path, options, folder):
    given = FILES / f"{path.stem}.swift"
    if not given.exists():
        return [f"{given} is missing, the file with the declarations that {path} needs."]
    text, wrong = assembled(given.read_text("utf-8"), path)
    file = folder / f"{path.stem}.swift"
    file.write_text(text, "utf-8")
    run = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-module-name", "Article", "-swift-version", "6",
         *options, str(file)],
        capture_output=True, text=True)
    said = re.findall(r"^.+: (?:error|warning): .+$", run.stderr, re.MULTILINE)
    wrong += [line for line in said if not UNUSED.search(line)]
    if run.returncode and not wrong:
        wrong = run.stderr.splitlines()[-20:]
    return wrong


def main(arguments):
    checks = Checks()
    rest = arguments[2:] if arguments[:1] == ["--counts"] else arguments
    binaries, chosen = pathlib.Path(rest[0]).resolve(), rest[1:]
    macros = binaries / "MillraceMacrosPlugin-tool"
    options = ["-I", str(binaries / "Modules"), *module_maps(binaries), *test_options()[:2]]
    options += ["-load-plugin-executable", f"{macros}#MillraceMacrosPlugin"]
    folder = pathlib.Path(".build/articles")
    folder.mkdir(parents=True, exist_ok=True)
    found = articles()
    named = [name for name in found if name not in ELSEWHERE and (not chosen or name in chosen)]
    if not chosen:
        left = {path.stem for path in FILES.glob("*.swift")} - set(named)
        checks.add("every file of Tests/Articles has an article", sorted(left))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda name: problems(found[name], options, folder), named)
        for name, result in zip(named, results):
            checks.add(f"the code of {name}.md compiles", result)
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
