# SPDX-License-Identifier: Apache-2.0
"""Resolves and builds the packages in Tests/Packages, which depend on this one.

usage: packages.py [--counts FILE], from the root of the repository

The manifest of such a package says what it fetches, and what its program prints if it has one:

    // Fetches: swift-custom-dump xctest-dynamic-overlay
    // Prints: 2
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from checks import Checks

FOLDER = pathlib.Path("Tests/Packages")
BUILD = pathlib.Path(".build/packages").absolute()
# Without the variables that only this project sets, such as the one that makes warnings errors.
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("MILLRACE_")}


def said(manifest, key):
    """The text after a key in a manifest, in one or several lines, or None."""
    return " ".join(re.findall(rf"^// {key}: (.*)$", manifest, re.MULTILINE)) or None


def fetched(resolved):
    """The identities of the packages in a Package.resolved; none if the file does not exist."""
    if not resolved.exists():
        return set()
    return {pin["identity"] for pin in json.loads(resolved.read_text(encoding="utf-8"))["pins"]}


def differences(wanted, got):
    return [f"{name} is fetched and not needed" for name in sorted(got - wanted)] + [
        f"{name} is needed and not fetched" for name in sorted(wanted - got)
    ]


def swift(command, package, scratch, *options):
    run = subprocess.run(
        ["swift", *command, "--package-path", str(package), "--scratch-path", str(scratch)]
        + list(options),
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    return run.returncode, run.stdout, run.stderr


def resolution(package, manifest):
    """The errors in the list of packages that a package fetches, resolved as in a new clone."""
    scratch, resolved = BUILD / f"{package.name}-resolved", package / "Package.resolved"
    shutil.rmtree(scratch, ignore_errors=True)
    resolved.unlink(missing_ok=True)
    code, out, err = swift(["package"], package, scratch, "resolve")
    if code:
        return (out + err).splitlines()[-20:]
    return differences(set(said(manifest, "Fetches").split()) - {"nothing"}, fetched(resolved))


def program(package, manifest):
    """The errors in building and running the program of a package."""
    code, out, err = swift(["build"], package, BUILD / package.name, "--quiet")
    if code:
        return (out + err).splitlines()[-20:]
    code, out, err = swift(["run"], package, BUILD / package.name, "--quiet", "--skip-build")
    wanted = said(manifest, "Prints")
    if code or out.strip() != wanted:
        return [f"expected {wanted}, got {out.strip()} with exit code {code}", *err.splitlines()]
    return []


def main(arguments):
    checks = Checks()
    for package in sorted(path.parent for path in FOLDER.glob("*/Package.swift")):
        manifest = (package / "Package.swift").read_text(encoding="utf-8")
        checks.add(f"{package.name} fetches what it needs", resolution(package, manifest))
        if said(manifest, "Prints"):
            checks.add(f"{package.name} is built and runs", program(package, manifest))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
