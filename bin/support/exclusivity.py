#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the package to another folder and leaves out every `@exclusivity(unchecked)`.

The core goes without dynamic exclusivity checks. A debug build of the copy has them, and so its
tests show whether two accesses ever overlap. Only what has changed is written, so that the next
build is a short one.
"""

import re
import shutil
import sys
from pathlib import Path

MARK = re.compile(rb"@exclusivity\(unchecked\)(?: |(?=\n))")
ROOT = Path(__file__).resolve().parents[2]


def sources(root: Path) -> list[Path]:
    """The files that the core's tests are built from, relative to the root."""
    files = [Path("Package.swift"), Path("Package.resolved")]
    for folder in ("Sources", "Tests"):
        files += [path.relative_to(root) for path in (root / folder).rglob("*") if path.is_file()]
    return [file for file in files if (root / file).is_file()]


def copy(root: Path, target: Path) -> int:
    """Copies the files; returns how many marks were left out."""
    wanted = sources(root)
    kept = set(wanted)
    for folder in ("Sources", "Tests"):
        for path in (target / folder).rglob("*"):
            if path.is_file() and path.relative_to(target) not in kept:
                path.unlink()
    marks = 0
    for file in wanted:
        text = (root / file).read_bytes()
        if file.suffix == ".swift":
            text, count = MARK.subn(b"", text)
            marks += count
            if b"@exclusivity" in text:
                sys.exit(f"{file}: an @exclusivity that is not written as '@exclusivity(unchecked)'")
        place = target / file
        if not place.is_file() or place.read_bytes() != text:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
            shutil.copymode(root / file, place)
    return marks


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: exclusivity.py FOLDER")
    print(f"{copy(ROOT, Path(sys.argv[1]))} marks left out")
