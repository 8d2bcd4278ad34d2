# SPDX-License-Identifier: Apache-2.0
"""A product of this package depends on no other package whose code it does not need."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).parents[2]


def reaching(package, manifest):
    """The targets that depend on a package, through others or not."""
    own = {target["name"] for target in manifest["targets"]}

    def names(target):
        for dependency in target["dependencies"]:
            kind, details = next(iter(dependency.items()))
            yield (details[1] if kind == "product" else None, details[0])

    direct = {
        target["name"]: {name for _, name in names(target) if name in own}
        for target in manifest["targets"]
    }
    found = {
        target["name"]
        for target in manifest["targets"]
        if any(package in (origin, name) for origin, name in names(target))
    }
    while more := {name for name, others in direct.items() if others & found} - found:
        found |= more
    return found


def products(package, manifest):
    """The products with a target that depends on a package."""
    found = reaching(package, manifest)
    return {
        product["name"] for product in manifest["products"] if found & set(product["targets"])
    }


class ProductsTests(unittest.TestCase):
    def test_found_at_any_distance(self):
        def target(name, *dependencies):
            return {"name": name, "dependencies": list(dependencies)}

        manifest = {
            "targets": [
                target("A", {"product": ["Thing", "things", None, None]}),
                target("B", {"byName": ["A", None]}),
                target("C", {"target": ["B", None]}),
                target("D", {"byName": ["Thing", None]}),
                target("E", {"byName": ["F", None]}),
                target("F"),
            ],
            "products": [{"name": name, "targets": [name]} for name in "CEF"],
        }
        self.assertEqual(reaching("things", manifest), {"A", "B", "C"})
        self.assertEqual(reaching("Thing", manifest), {"A", "B", "C", "D"})
        self.assertEqual(products("things", manifest), {"C"})

    @unittest.skipUnless(shutil.which("swift"), "needs the package manager")
    def test_open_combine_is_for_publishers_only(self):
        dump = subprocess.run(
            ["swift", "package", "dump-package"],
            cwd=ROOT, check=True, capture_output=True, text=True,
            env=os.environ | {"MILLRACE_BENCHMARKS": ""},
        )
        manifest = json.loads(dump.stdout)
        self.assertEqual(products("OpenCombine", manifest), {"MillraceCombine"})
        shipped = {
            target["name"] for target in manifest["targets"] if target["type"] != "test"
        }
        self.assertEqual(reaching("OpenCombine", manifest) & shipped, {"MillraceCombine"})


if __name__ == "__main__":
    unittest.main()
