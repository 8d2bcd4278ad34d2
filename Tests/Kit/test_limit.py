# SPDX-License-Identifier: Apache-2.0
"""bin/support/limit.py passes code and output on, ends idle processes, and leaves none running."""

import pathlib
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import limit  # noqa: E402

SCRIPT = pathlib.Path(__file__).parents[2] / "bin" / "support" / "limit.py"
# A program that starts a shell in a session of its own; the shell prints its id and never ends.
ENDLESS = """import os, subprocess, sys
child = subprocess.Popen(["sh", "-c", "echo $$; exec tail -f /dev/null"], start_new_session=True)
child.wait()"""


def start(seconds, *command):
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), str(seconds), *command], stdout=subprocess.PIPE, text=True
    )


def is_running(wanted):
    return any(pid == wanted and state[0] != "Z" for pid, _, state, _ in limit.processes())


class LimitTests(unittest.TestCase):
    def test_exit_code(self):
        for command, code in (("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)):
            process = start(30, "sh", "-c", command)
            process.communicate()
            self.assertEqual(process.returncode, code)

    def test_output_is_passed_on(self):
        process = start(30, "sh", "-c", "echo one; echo two >&2")
        self.assertEqual(process.communicate()[0], "one\ntwo\n")

    def test_ended_where_nothing_happens(self):
        process = start(0.01, "tail", "-f", "/dev/null")
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 124)
        self.assertIn("tail did nothing for 0.01 s", output)

    def test_ended_where_it_computes_for_ever(self):
        process = start(0.2, sys.executable, "-c", "while True: pass")
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 124)
        # The reason, idle or computing, depends on what else the machine does.
        self.assertIn(" and was ended", output)

    def test_patience_counts_processor_time_where_there_is_some(self):
        patience = limit.Patience(10, cores=2)
        # On a busy machine the process gets a tenth of the time.
        for _ in range(199):
            self.assertIsNone(patience.look(1, 0.1))
        self.assertIn("computed for 20 s", patience.look(1, 0.11))

    def test_patience_begins_anew_with_each_output(self):
        patience = limit.Patience(10, cores=1)
        for _ in range(3):
            for used in (0.0, 1.0):
                for _ in range(9):
                    self.assertIsNone(patience.look(1, used))
                patience.hear()
        for _ in range(9):
            self.assertIsNone(patience.look(1, 0))
        self.assertIn("did nothing for 10 s", patience.look(1, 0))

    def test_processor_time_as_ps_writes_it(self):
        for text, wanted in (("0:01.50", 1.5), ("01:02:03", 3723.0), ("2-00:00:01", 172801.0)):
            self.assertEqual(limit.seconds(text), wanted)

    def test_processor_time_of_all_below(self):
        code = "import os\nwhile sum(os.times()[:2]) < 0.2: pass\nprint(flush=True); input()"
        process = subprocess.Popen(
            ["sh", "-c", f"{sys.executable} -c '{code}'; :"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        process.stdout.readline()
        self.assertGreaterEqual(limit.processor_time(process.pid), 0.19)
        process.communicate(b"\n")

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
