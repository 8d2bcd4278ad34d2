# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation of every library of the package; a warning is an error.

usage: docs.py [--counts FILE] BIN, from the root of the repository

BIN is where the debug build put its products. The script reads its modules and compiles no code.
The pages are in .build/docs/.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

from checks import Checks

BUILD = pathlib.Path(".build/docs").absolute()


def libraries():
    """The names of the library targets that the package offers."""
    text = subprocess.run(
        ["swift", "package", "dump-package"], check=True, capture_output=True, text=True
    ).stdout
    products = [one for one in json.loads(text)["products"] if "library" in one["type"]]
    return sorted({name for product in products for name in product["targets"]})


def module_maps(binaries):
    """Compiler options for the C modules that our modules import through other packages.

    A module that the debug build made is not taken from the sources of its package too."""
    own = sorted(binaries.glob("*.build/module.modulemap"))
    written = {path.parent.stem for path in own if not path.parent.stem.endswith("-tool")}
    found = [path for path in own if path.parent.stem in written]
    found += sorted(pathlib.Path("Sources").glob("*/module.modulemap"))
    for path in sorted((binaries.parents[1] / "checkouts").rglob("module.modulemap")):
        if not set(path.parts) & (written | {"Tests", "Examples"}):
            found.append(path)
    return [argument for path in found for argument in ("-Xcc", f"-fmodule-map-file={path}")]


def run(*command):
    """The last output of a command that failed, or an empty list."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()[-40:] if done.returncode else []


def target():
    """The platform that this compiler builds for."""
    text = subprocess.run(
        ["swiftc", "-print-target-info"], check=True, capture_output=True, text=True
    ).stdout
    return text.split('"triple": "', 1)[1].split('"', 1)[0]


def problems(module, triple, options):
    """The errors in the documentation of a module."""
    folder = BUILD / module
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "symbols").mkdir(parents=True)
    wrong = run(
        "swift-symbolgraph-extract", "-module-name", module, "-target", triple,
        "-minimum-access-level", "public", "-emit-extension-block-symbols",
        "-output-dir", folder / "symbols", *options,
    )
    articles = sorted(pathlib.Path("Sources", module).glob("*.docc"))
    return wrong or run(
        "docc", "convert", *articles, "--warnings-as-errors",
        "--additional-symbol-graph-dir", folder / "symbols",
        "--fallback-display-name", module, "--fallback-bundle-identifier", module,
        "--output-path", folder / f"{module}.doccarchive",
    )


def main(arguments):
    checks = Checks()
    binaries = pathlib.Path(arguments[-1]).absolute()
    options = ["-I", binaries / "Modules", *module_maps(binaries.resolve())]
    names, triple = libraries(), target()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda name: problems(name, triple, options), names)
        for name, result in zip(names, results):
            checks.add(f"documentation of {name}", result)
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
