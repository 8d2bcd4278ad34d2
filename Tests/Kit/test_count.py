# SPDX-License-Identifier: Apache-2.0
"""bin/support/count.py counts tests, not issues, and trusts the exit code."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import count  # noqa: E402

CASES = """
  <testcase name="good()" />
  <testcase name="bad()"><failure message="1"/><failure message="2"/></testcase>
  <testcase name="skipped()"><skipped>later</skipped></testcase>
"""


class CountTests(unittest.TestCase):
    def count(self, cases, exit_code, wrapped=True):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(f"<testsuites><testsuite>{cases}</testsuite></testsuites>" if wrapped else cases)
            file.flush()
            with contextlib.redirect_stderr(io.StringIO()):
                return count.count(file.name, exit_code)

    def test_several_issues_are_one_failed_test(self):
        self.assertEqual(self.count(CASES, 1), (1, 1, 1))

    def test_known_issues_are_no_failure(self):
        self.assertEqual(self.count(CASES, 0), (2, 0, 1))

    def test_bad_exit_without_a_failed_test(self):
        self.assertEqual(self.count('<testcase name="good()" />', 66), (1, 1, 0))

    def test_empty(self):
        self.assertEqual(self.count("", 0), (0, 0, 0))

    def test_unreadable(self):
        self.assertEqual(self.count("<testsuites>", 0, wrapped=False), (0, 1, 0))
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(count.count("/nowhere.xml", 0), (0, 1, 0))


if __name__ == "__main__":
    unittest.main()
