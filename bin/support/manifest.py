# SPDX-License-Identifier: Apache-2.0
"""Evaluates the manifest as on a Mac and prints its errors.

usage: manifest.py, from the root of the repository
"""

import json
import os
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
    found = problems(json.loads(run.stdout))
    for line in found:
        print(f"FAILED {line}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
