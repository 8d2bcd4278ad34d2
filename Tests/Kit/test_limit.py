# SPDX-License-Identifier: Apache-2.0
"""bin/support/limit.py passes the exit code on, and leaves nothing running."""

import pathlib
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import limit  # noqa: E402

SCRIPT = pathlib.Path(__file__).parents[2] / "bin" / "support" / "limit.py"
# A shell that starts another one in a session of its own, which says its id and never ends.
ENDLESS = """import os, subprocess, sys
child = subprocess.Popen(["sh", "-c", "echo $$; exec tail -f /dev/null"], start_new_session=True)
child.wait()"""


def start(seconds, *command):
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), str(seconds), *command], stdout=subprocess.PIPE, text=True
    )


def is_running(wanted):
    return any(pid == wanted and state[0] != "Z" for pid, _, state in limit.processes())


class LimitTests(unittest.TestCase):
    def test_exit_code(self):
        for command, code in (("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)):
            process = start(30, "sh", "-c", command)
            process.communicate()
            self.assertEqual(process.returncode, code)

    def test_takes_too_long(self):
        process = start(0.01, "tail", "-f", "/dev/null")
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 124)
        self.assertIn("tail was not done after 0.01 s", output)

    def test_told_to_stop(self):
        process = start(30, sys.executable, "-c", ENDLESS)
        pid = int(process.stdout.readline())
        self.assertTrue(is_running(pid))
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, 143)
        self.assertFalse(is_running(pid))


if __name__ == "__main__":
    unittest.main()
