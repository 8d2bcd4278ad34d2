# SPDX-License-Identifier: Apache-2.0
"""bin/test refuses wrong values of its options, and bin/support/steps.sh counts a failure if the
script that counts prints nothing."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(__file__).parents[2] / "bin"
STEPS = BIN / "support" / "steps.sh"


class OptionsTests(unittest.TestCase):
    def refusal(self, *arguments):
        """The first line that bin/test prints about wrong arguments.

        If a value is accepted, a later option is refused, so that no check runs."""
        done = subprocess.run(
            ["bash", str(BIN / "test"), *arguments, "--sanitize", "wrong"],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        return done.stderr.splitlines()[0]

    def test_a_number_of_runs_is_a_number_above_zero(self):
        for text in ("0", "08", "-1", "two", "1000000"):
            self.assertEqual(
                self.refusal("--repeat", text),
                f"error: --repeat needs a number from 1 to 999999, not '{text}'.")
        accepted = "error: --sanitize accepts only 'thread'."
        self.assertEqual(self.refusal("--repeat", "20"), accepted)

    def test_a_value_is_not_empty(self):
        for option in ("--only", "--repeat", "--sanitize"):
            self.assertEqual(self.refusal(option, ""), f"error: {option} needs a value.")


class StepsTests(unittest.TestCase):
    def counts(self, script):
        """What count_report adds, with this script in the place of count.py."""
        with tempfile.TemporaryDirectory() as root:
            place = pathlib.Path(root) / "bin" / "support" / "count.py"
            place.parent.mkdir(parents=True)
            place.write_text(script)
            commands = (
                'source "$1"; LOG="$ROOT/log" passed=2 failed=0 skipped=4 note=""\n'
                'count_report report 0; echo "$passed $failed $note"')
            done = subprocess.run(
                ["bash", "-c", commands, "bash", str(STEPS)], env={**os.environ, "ROOT": root},
                capture_output=True, text=True, check=False)
            return done.stdout.strip()

    def test_what_is_counted_is_added(self):
        self.assertEqual(self.counts("print(3, 1, 2)"), "5 1 6 skipped")

    def test_a_script_that_says_nothing_is_a_failure(self):
        self.assertEqual(self.counts("raise SystemExit(1)"), "2 1 4 skipped")


if __name__ == "__main__":
    unittest.main()
