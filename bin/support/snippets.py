# SPDX-License-Identifier: Apache-2.0
"""Runs every snippet and compares its output with the comment that ends it.

usage: snippets.py [--counts FILE] BIN, from the root of the repository

BIN is where the debug build put its products. The comment has the expected output:

    // Prints:
    // Value: 1
"""

import difflib
import pathlib
import re
import subprocess
import sys

from checks import Checks

HEADING = re.compile(r"//\s*(prints|output):?\s*", re.IGNORECASE)


def expected(source):
    """The lines after the last "// Prints:", or None if the snippet does not end with them."""
    lines = [line.strip() for line in source.splitlines()]
    lines = [line for line in lines if not re.match(r"//\s*snippet\.", line)]
    while lines and not lines[-1]:
        lines.pop()
    result = []
    for line in reversed(lines):
        if HEADING.fullmatch(line):
            return result[::-1]
        if not line.startswith("//"):
            return None
        result.append(line[3:])
    return None


def problems(snippet, program):
    wanted = expected(snippet.read_text(encoding="utf-8"))
    if wanted is None:
        return ["it does not say what it prints: end it with '// Prints:' and the lines"]
    if not program.exists():
        return [f"the build made no program {program.name}"]
    try:
        run = subprocess.run([program], capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        return ["it did not end within 30 s"]
    got = [line.rstrip() for line in run.stdout.splitlines()]
    result = list(difflib.unified_diff(wanted, got, "says", "prints", lineterm="", n=1))
    if run.returncode != 0:
        result.append(f"it ended with exit code {run.returncode}: {run.stderr.strip()[-500:]}")
    return result


def main(arguments):
    checks = Checks()
    for snippet in sorted(pathlib.Path("Snippets").rglob("*.swift")):
        program = pathlib.Path(arguments[-1]) / snippet.stem
        checks.add(str(snippet), problems(snippet, program))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
