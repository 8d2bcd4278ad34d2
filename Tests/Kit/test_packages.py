# SPDX-License-Identifier: Apache-2.0
"""bin/support/packages.py compares the packages that a package fetches with the expected ones."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import packages  # noqa: E402


class PackagesTests(unittest.TestCase):
    def test_what_a_manifest_says(self):
        manifest = "// swift-tools-version: 6.2\n// Fetches: a b\n"
        self.assertEqual(packages.said(manifest, "Fetches"), "a b")
        self.assertEqual(packages.said(manifest + "// Fetches: c\n", "Fetches"), "a b c")
        self.assertIsNone(packages.said(manifest, "Prints"))

    def test_what_was_fetched(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "Package.resolved"
            self.assertEqual(packages.fetched(file), set())
            file.write_text(json.dumps({"pins": [{"identity": "a"}, {"identity": "b"}]}))
            self.assertEqual(packages.fetched(file), {"a", "b"})

    def test_differences(self):
        self.assertEqual(packages.differences({"a"}, {"a"}), [])
        self.assertEqual(
            packages.differences({"a"}, {"b"}),
            ["b is fetched and not needed", "a is needed and not fetched"],
        )


if __name__ == "__main__":
    unittest.main()
