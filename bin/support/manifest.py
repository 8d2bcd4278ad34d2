# SPDX-License-Identifier: Apache-2.0
"""Evaluates the manifest as on a Mac and prints its errors.

usage: manifest.py, from the root of the repository
"""

import json
import os
import pathlib
import plistlib
import re
import subprocess
import sys

import apple

# The targets for systems without SwiftUI, which are not in the package on a Mac.
LINUX_ONLY = {"MillraceViews", "MillraceWeb", "MillraceMonitor", "MillraceViewTesting", "Gallery", "WebFixture", "SessionFixture"}
LINUX_ONLY |= {"AnimalsServer", "AnimalsProgram", "WebBench"}
NEEDED = {"Millrace", "MillraceAddress", "MillraceUI", "MillraceCombine", "MillraceTesting", "MillraceMacros"}
NEEDED |= {"MillraceDialects", "SamplesApp", "MillraceTests", "MillraceOptimizedTests", "MillraceTestingTests", "MillraceCombineTests"}
# The targets that MILLRACE_BENCHMARKS adds.
BENCHMARKS = {"BenchKit", "BenchKitTests", "MillraceBench", "MillraceBenchTests"}
NEEDED |= {"MillraceTrace", "MillraceUndo", "MillraceDevTools", "MillraceLink", "MillracePersistence", "MillraceBench"}

# Calls for which the App Store asks for a reason, with the name of their category. The app or the
# module contains the reason in its privacy manifest.
REASONS = {
    r"\b(?:l|f)?stat\(|\bfstatat\(|\bf?getattrlist(?:at|bulk)?\(|(?:creation|odification)Date\b": "FileTimestamp",
    r"\bsystemUptime\b|\bmach_absolute_time\(": "SystemBootTime",
    r"\bf?statv?fs\(|\bvolume\w*Capacity\w*|\bsystem(?:Free)?Size\b": "DiskSpace",
    r"\bUserDefaults\b": "UserDefaults",
}
MANIFEST = "PrivacyInfo.xcprivacy"


def categories(text):
    """The categories of a Swift file, without its comments."""
    code = re.sub(r"(?m)//.*$", "", text)
    return {name for pattern, name in REASONS.items() if re.search(pattern, code)}


def reasons_missing(targets, root="."):
    """Categories of the modules that their privacy manifests do not contain."""
    wrong = []
    for name, target in sorted(targets.items()):
        folder = pathlib.Path(root) / target.get("path", f"Sources/{name}")
        if target.get("type") != "regular" or not folder.is_relative_to(pathlib.Path(root) / "Sources"):
            continue
        files = apple.swift_files(folder)
        used = set().union(*(categories(file.read_text(encoding="utf-8")) for file in files))
        given = set()
        if MANIFEST in {resource["path"] for resource in target.get("resources", [])}:
            listed = plistlib.loads((folder / MANIFEST).read_bytes())["NSPrivacyAccessedAPITypes"]
            given = {one["NSPrivacyAccessedAPIType"].split("Category")[1] for one in listed}
        for category in sorted(used ^ given):
            wrong.append(f"{name}: the code or {MANIFEST} lacks {category}")
    return wrong


def problems(manifest):
    """Targets that must not or must be there, and dependencies on targets that are not there."""
    targets = {target["name"]: target for target in manifest["targets"]}
    wrong = [f"{name} is in the package" for name in sorted(LINUX_ONLY & targets.keys())]
    wrong += [f"{name} is not in the package" for name in sorted(NEEDED - targets.keys())]
    unknown = targets.keys() - apple.compiled() - apple.LEFT_OUT - BENCHMARKS - LINUX_ONLY
    wrong += [f"apple.py neither compiles {name} nor leaves it out" for name in sorted(unknown)]
    for name, target in targets.items():
        for edge in target["dependencies"]:
            kind, value = next(iter(edge.items()))
            if kind in ("byName", "target") and value[0] not in targets:
                wrong.append(f"{name} depends on {value[0]}, which is not in the package")
    for product in manifest["products"]:
        for name in product["targets"]:
            if name not in targets:
                wrong.append(f"the product {product['name']} needs {name}")
    return wrong


def main():
    run = subprocess.run(
        ["swift", "package", "dump-package"],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"MILLRACE_AS_ON_A_MAC": "1", "MILLRACE_BENCHMARKS": "1"},
    )
    manifest = json.loads(run.stdout)
    found = problems(manifest)
    found += reasons_missing({target["name"]: target for target in manifest["targets"]})
    for line in found:
        print(f"FAILED {line}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
