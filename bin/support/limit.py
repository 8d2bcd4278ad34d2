# SPDX-License-Identifier: Apache-2.0
"""Runs a command, and ends it with all that it started when it takes too long.

usage: limit.py SECONDS COMMAND...

The exit code is the command's; 124 after SECONDS, 143 when this script was told to stop.
`swift test` puts the tests in a process group of their own, so that ending the group of the
command would leave them running; the descendants are looked up instead.
"""

import os
import signal
import subprocess
import sys


def processes():
    """Process id, parent and state of all that run. From /proc, as a small system has no `ps`."""
    if not os.path.isdir("/proc/self"):
        table = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True)
        rows = [line.split() for line in table.stdout.splitlines()]
        return [(int(pid), int(parent), state) for pid, parent, state in rows]
    rows = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The name of the program stands in parentheses and may hold anything.
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        rows.append((int(name), int(parent), state))
    return rows


def descendants(root):
    """The processes below `root`, itself first."""
    table = processes()
    found = [root]
    for parent in found:
        found += [pid for pid, its_parent, _ in table if its_parent == parent]
    return found


def end(process):
    for pid in descendants(process.pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def stop(*_):
    raise InterruptedError


def main(arguments):
    seconds, command = float(arguments[0]), arguments[1:]
    signal.signal(signal.SIGTERM, stop)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        end(process)
        print(f"error: {command[0]} was not done after {seconds:g} s and was ended.", end=" ")
        print("Likely cause: it waits for something that never comes.")
        return 124
    except InterruptedError:
        end(process)
        return 143
    # A command that died of a signal, as a shell reports it.
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
