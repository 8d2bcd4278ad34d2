# SPDX-License-Identifier: Apache-2.0
"""bin/support/readme.py compiles the Swift code of the page, and only that."""

import pathlib
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import readme  # noqa: E402

PAGE = """
```swift
let a = 1
```
```
bin/test
```
```swift
dependencies: [.package(path: "..")]
```
```swift
print(a)
```
"""


class ReadmeTests(unittest.TestCase):
    def test_code(self):
        self.assertEqual(readme.code(PAGE), "let a = 1\n\nprint(a)\n")

    def test_statements_become_a_function(self):
        page = "```swift\nlet a = 1\n```\n```swift\nlet b = a\nassert(b == 1)\n```\n"
        self.assertEqual(
            readme.without_script(page),
            "let a = 1\n\n@MainActor func run() {\nlet b = a\nassert(b == 1)\n_ = (b)\n}\n")

    def test_no_code(self):
        self.assertEqual(len(readme.problems(readme.code("text"), "Modules")), 1)

    @unittest.skipUnless(shutil.which("swiftc"), "needs the compiler")
    def test_compiles(self):
        self.assertEqual(readme.problems(readme.code(PAGE), "Modules"), [])
        self.assertIn("cannot find 'b'", "\n".join(readme.problems("print(b)", "Modules")))


if __name__ == "__main__":
    unittest.main()
