# SPDX-License-Identifier: Apache-2.0
"""Which attacks are run, and what counts as a broken limit."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import attack  # noqa: E402


class AttackTests(unittest.TestCase):
    def outcome(self, text):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            script = pathlib.Path(folder) / "script.py"
            script.write_text(text, encoding="utf-8")
            return attack.attack(script, ["--quick"])

    def test_every_attack_is_found_and_the_helper_is_none(self):
        names = [script.stem for script in attack.scripts([])]
        self.assertIn("never_reads", names)
        self.assertNotIn("target", names)
        self.assertEqual([path.stem for path in attack.scripts(["hosts"])], ["hosts"])

    def test_an_unknown_attack_is_said(self):
        errors = io.StringIO()
        with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(errors):
            attack.scripts(["kindness"])
        self.assertEqual(ended.exception.code, 64)
        self.assertIn("There is no attack 'kindness'", errors.getvalue())

    def test_a_limit_that_holds_is_no_problem(self):
        self.assertEqual(self.outcome("print('ok     all')"), [])

    def test_a_broken_limit_is_the_problem(self):
        problems = self.outcome("print('ok a'); print('BROKEN b'); raise SystemExit(1)")
        self.assertEqual(problems, ["BROKEN b"])

    def test_a_script_that_fails_otherwise_is_a_problem(self):
        self.assertIn("exit code 1", self.outcome("raise ValueError('no server')"))


if __name__ == "__main__":
    unittest.main()
