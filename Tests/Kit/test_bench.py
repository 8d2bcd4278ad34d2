# SPDX-License-Identifier: Apache-2.0
"""bin/bench reports wrong arguments before it builds anything."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

BENCH = pathlib.Path(__file__).parents[2] / "bin" / "bench"


class BenchTests(unittest.TestCase):
    def run_bench(self, *arguments):
        # Without a PATH to swift, a run that got as far as building ends with another code.
        with tempfile.TemporaryDirectory() as empty:
            for tool in ("bash", "dirname", "cat"):
                (pathlib.Path(empty) / tool).symlink_to(shutil.which(tool))
            return subprocess.run(
                [BENCH, *arguments], capture_output=True, text=True, env={"PATH": empty}
            )

    def test_wrong_arguments(self):
        for arguments, message in (
            (["--fast"], "error: There is no option '--fast'."),
            (["S1a"], "error: There is no option 'S1a'."),
            (["--json"], "error: --json needs a value."),
            (["--plot", "--quick"], "error: --plot needs a value."),
            (["--quick", "--only", ""], "error: --only needs a value."),
        ):
            run = self.run_bench(*arguments)
            self.assertEqual(run.returncode, 64, arguments)
            self.assertEqual(run.stderr.splitlines()[0], message)
            self.assertIn("usage: bin/bench", run.stderr)
            self.assertEqual(run.stdout, "")

    def test_help(self):
        run = self.run_bench("--help")
        self.assertEqual(run.returncode, 0)
        self.assertIn("usage: bin/bench", run.stdout)

    def test_good_arguments_go_on_to_the_build(self):
        for arguments in (
            ["--quick", "--json", "a", "--plot", "b", "--only", "S1a"],
            ["--build", "--only", "B1.debug"],
        ):
            run = self.run_bench(*arguments)
            self.assertEqual(run.returncode, 1)
            self.assertIn("no 'swift' command", run.stderr)


if __name__ == "__main__":
    unittest.main()
