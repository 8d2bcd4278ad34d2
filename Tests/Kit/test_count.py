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
        self.assertIsNone(self.count("<testsuites>", 0, wrapped=False))
        self.assertIsNone(self.count("", 124, wrapped=False))
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertIsNone(count.count("/nowhere.xml", 0))

    def test_a_run_without_a_report_names_what_had_not_ended(self):
        log = """◇ Test run started.
◇ Test ends() started.
◇ Test hangs() started.
◇ Test "It fails" started.
◇ Test ends() started.
printed without an end of line ◇ Test printsBefore() started.
\x1b[90m◇\x1b[0m Test several() started.
◇ Test case passing 1 argument seed → 1 to several() started.
✔ Test ends() passed after 0.1 seconds.
✔ Test several() with 3 test cases passed after 0.1 seconds.
printed ━ Test printsBefore() passed after 0.1 seconds with 1 known issue.
✘ Test "It fails" failed after 0.1 seconds with 1 issue.
✘ Test run with 4 tests failed after 1 seconds.
"""
        self.assertEqual(count.unfinished(log), ["ends()", "hangs()"])
        with tempfile.TemporaryDirectory() as folder:
            report, path = pathlib.Path(folder, "xml"), pathlib.Path(folder, "log")
            path.write_text(log, encoding="utf-8")
            # Swift Testing makes the file when it begins and fills it when it ends.
            report.touch()
            output, errors = self.main(report, path)
            self.assertEqual(output, "0 1 0\n")
            self.assertTrue(errors.endswith("error: had not ended: ends(), hangs()\n"))
            path.write_text("◇ Test run started.\n", encoding="utf-8")
            self.assertIn("error: every test that began has ended", self.main(report, path)[1])

    def main(self, report, path):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            with contextlib.redirect_stderr(io.StringIO()) as errors:
                count.main(str(report), 124, str(path))
        return output.getvalue(), errors.getvalue()


if __name__ == "__main__":
    unittest.main()
