#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the debug build of `bin/test` check every access that is marked `@exclusivity(unchecked)`.

usage: exclusivity.py FOLDER, from the root of the repository

Writes copies of the sources without the marks to FOLDER, and FOLDER/overlay.yaml, with which the
compiler reads the copies instead of the sources. Errors and symbols have the names of the sources.
Spaces replace the marks: documentation is read from the sources at the offsets in the copies.
"""

import json
import re
import sys
from pathlib import Path

MARK = re.compile(r"@exclusivity\(unchecked\)(?: |(?=\n))")


def write(path: Path, text: str) -> None:
    """Writes a file only if its text differs."""
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def overlay(root: Path, folder: Path) -> int:
    """Writes the copies and the overlay; returns the number of removed marks."""
    marks, files = 0, []
    for source in sorted((root / "Sources").rglob("*.swift")):
        text, count = MARK.subn(lambda mark: " " * len(mark[0]), source.read_text())
        if "@exclusivity" in text:
            name = source.relative_to(root)
            sys.exit(f"{name}: write this @exclusivity as '@exclusivity(unchecked)'")
        if count:
            copy = folder / source.relative_to(root)
            write(copy, text)
            files.append({"type": "file", "name": str(source), "external-contents": str(copy)})
            marks += count
    content = {"version": 0, "use-external-names": False, "roots": files}
    write(folder / "overlay.yaml", json.dumps(content, indent=1) + "\n")
    return marks


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: exclusivity.py FOLDER")
    print(f"{overlay(Path.cwd(), Path(sys.argv[1]).resolve())} marks removed")
