# SPDX-License-Identifier: Apache-2.0
"""The parts of bin/support/apple.py and manifest.py that need no compiler."""

import pathlib
import plistlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import apple  # noqa: E402
import manifest  # noqa: E402

CASES = """body: one
  Text("x")

file: two
SwiftUI: cannot find
known: a reason

  let a = 1

  let b = 2
"""


class AppleTests(unittest.TestCase):
    def test_cases(self):
        one, two = apple.cases(CASES)
        self.assertEqual(one, ("one", "body", {}, 'Text("x")'))
        remarks = {"SwiftUI": "cannot find", "known": "a reason"}
        self.assertEqual(two, ("two", "file", remarks, "\nlet a = 1\n\nlet b = 2"))

    def test_matches(self):
        self.assertTrue(apple.matches([], "ok"))
        self.assertFalse(apple.matches(["error: x"], "ok"))
        self.assertTrue(apple.matches(["a: error: x"], "error: x"))
        self.assertFalse(apple.matches([], "error: x"))

    def test_names(self):
        text = """
        public struct Apple {
          public struct Inner {}
        }
        @MainActor public final class Pear: Fruit {}
        @discardableResult public func eat<T>(_ x: T) {}
        struct Hidden {}
        public typealias Alias<A> = Apple
        public macro Peel() = #externalMacro(module: "M", type: "T")
        extension Apple { public struct Nested {} }
        """
        text = "\n".join(line[8:] for line in text.split("\n"))
        self.assertEqual(apple.public_names(text), {"Apple", "Pear", "eat", "Alias", "Peel"})


class ManifestTests(unittest.TestCase):
    def test_problems(self):
        targets = [{"name": name, "dependencies": []} for name in manifest.NEEDED]
        good = {"targets": targets, "products": []}
        self.assertEqual(manifest.problems(good), [])
        targets[0]["dependencies"] = [{"byName": ["MillraceViews", None]}]
        self.assertEqual(len(manifest.problems(good)), 1)
        targets.append({"name": "Gallery", "dependencies": []})
        self.assertEqual(len(manifest.problems(good)), 2)

    def test_a_target_that_is_not_compiled(self):
        targets = [{"name": name, "dependencies": []} for name in manifest.NEEDED | {"New"}]
        said = manifest.problems({"targets": targets, "products": []})
        self.assertEqual(said, ["apple.py neither compiles New nor leaves it out"])

    def test_reasons(self):
        self.assertEqual(manifest.categories("stat(a); // systemUptime"), {"FileTimestamp"})
        both = {"DiskSpace", "SystemBootTime"}
        self.assertEqual(manifest.categories("statfs(a); b.systemUptime"), both)
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root) / "Sources/A"
            folder.mkdir(parents=True)
            (folder / "A.swift").write_text("fstat(file, &found)")
            target = {"name": "A", "type": "regular", "resources": []}
            said = manifest.reasons_missing({"A": target}, root)
            self.assertEqual(len(said), 1)
            target["resources"] = [{"path": manifest.MANIFEST}]
            category = {"NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryFileTimestamp"}
            plist = plistlib.dumps({"NSPrivacyAccessedAPITypes": [category]})
            (folder / manifest.MANIFEST).write_bytes(plist)
            self.assertEqual(manifest.reasons_missing({"A": target}, root), [])
            (folder / "A.swift").write_text("")
            self.assertEqual(len(manifest.reasons_missing({"A": target}, root)), 1)


if __name__ == "__main__":
    unittest.main()
