# SPDX-License-Identifier: Apache-2.0
"""bin/support/snippets.py reads what a snippet prints from the comment that ends it."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import snippets  # noqa: E402


class SnippetsTests(unittest.TestCase):
    def test_expected(self):
        source = 'print("a")\n\n// Prints:\n// a\n//\n//   b\n// snippet.end\n'
        self.assertEqual(snippets.expected(source), ["a", "", "  b"])

    def test_nothing_expected(self):
        self.assertIsNone(snippets.expected('// Prints:\n// a\nprint("a")\n'))
        self.assertIsNone(snippets.expected("// only a comment\n"))
        self.assertEqual(snippets.expected("// Prints:\n"), [])

    def run_snippet(self, script, comment="// Prints:\n// a\n"):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "One.swift").write_text(comment, encoding="utf-8")
            program = folder / "One"
            if script is not None:
                program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
                program.chmod(0o755)
            return snippets.problems(folder / "One.swift", program)

    def test_run(self):
        self.assertEqual(self.run_snippet("echo a"), [])
        self.assertIn("+b", self.run_snippet("echo b"))
        self.assertIn("exit code 3: why", self.run_snippet("echo a; echo why >&2; exit 3")[0])
        self.assertIn("made no program One", self.run_snippet(None)[0])
        self.assertIn("does not say what it prints", self.run_snippet("echo a", "let a = 1\n")[0])


if __name__ == "__main__":
    unittest.main()
