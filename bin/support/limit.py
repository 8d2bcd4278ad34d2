# SPDX-License-Identifier: Apache-2.0
"""Runs a command, and ends it and its descendants if it makes no progress.

usage: limit.py SECONDS COMMAND...

Output is progress. A command without output is ended after SECONDS in which it uses almost no
processor time, or when it has used SECONDS of processor time for each core. Processor time is
counted so that a command is not ended because the machine is busy. The output of the command is
passed on.

The exit code is that of the command, 124 if it was ended, or 143 if this script was stopped.
`swift test` puts the tests in a process group of their own. To end the group of the command would
leave them running; therefore the script looks for the descendants.
"""

import os
import signal
import subprocess
import sys
import threading
import time

# The seconds between two checks, and the share of processor time below which a command is idle.
INTERVAL = 1.0
IDLE = 0.02


def seconds(text):
    """Processor time as `ps` writes it: [[days-]hours:]minutes:seconds."""
    days, _, rest = text.rpartition("-")
    total = 0.0
    for part in rest.split(":"):
        total = total * 60 + float(part)
    return total + 86_400 * int(days or 0)


def processes():
    """Process id, parent, state, and processor time of each process and its ended children.

    They are read from /proc if possible, because a small system has no `ps`."""
    if not os.path.isdir("/proc/self"):
        table = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,stat=,time="], capture_output=True, text=True
        )
        rows = [line.split() for line in table.stdout.splitlines()]
        return [(int(pid), int(parent), state, seconds(time)) for pid, parent, state, time in rows]
    tick = os.sysconf("SC_CLK_TCK")
    rows = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The name of the program is in parentheses and can have any characters.
                fields = file.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        used = sum(map(int, fields[11:15])) / tick
        rows.append((int(name), int(fields[1]), fields[0], used))
    return rows


def descendants(root, table):
    """The process `root` and its descendants."""
    found = [root]
    for parent in found:
        found += [row[0] for row in table if row[1] == parent]
    return found


def processor_time(root):
    """The processor time of the process `root` and its descendants."""
    table = processes()
    below = set(descendants(root, table))
    return sum(row[3] for row in table if row[0] in below)


class Patience:
    """Decides when a command without output is ended."""

    def __init__(self, limit, cores=os.cpu_count() or 1):
        self.limit, self.cores = limit, cores
        self.idle = self.busy = 0.0

    def hear(self):
        """The command has printed something."""
        self.idle = self.busy = 0.0

    def look(self, elapsed, used):
        """The command printed nothing for `elapsed` seconds and used this much processor time.

        Returns the reason to end it, or None."""
        if used < elapsed * IDLE:
            self.idle += elapsed
        else:
            self.idle = 0.0
            self.busy += used
        if self.idle >= self.limit:
            return f"did nothing for {self.limit:g} s"
        if self.busy >= self.limit * self.cores:
            return f"computed for {self.busy:.0f} s without output"
        return None


class Relay(threading.Thread):
    """Passes the output of a command on, and counts the pieces."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe, self.count = pipe, 0

    def run(self):
        while text := os.read(self.pipe.fileno(), 65536):
            self.count += 1
            os.write(sys.stdout.fileno(), text)


def why_ended(process, relay, limit):
    """Waits for the end of a command. Returns None, or the reason to end it before that."""
    patience, heard = Patience(limit), 0
    then, before = time.monotonic(), 0.0
    while True:
        try:
            process.wait(min(INTERVAL, limit))
            return None
        except subprocess.TimeoutExpired:
            now, after = time.monotonic(), processor_time(process.pid)
            if relay.count != heard:
                heard = relay.count
                patience.hear()
            # It can be less than before: a process can end without being counted by its parent.
            elif why := patience.look(now - then, max(0.0, after - before)):
                return why
            then, before = now, after


def end(process):
    """Kills a command and its descendants, and returns when the system has removed them.

    It waits at most ten seconds: a process that waits for a device ends only when that answers."""
    below = descendants(process.pid, processes())
    for pid in below:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()
    latest = time.monotonic() + 10
    while time.monotonic() < latest:
        if not any(row[0] in below and row[2][0] != "Z" for row in processes()):
            break
        time.sleep(0.01)


def stop(*_):
    raise InterruptedError


def main(arguments):
    limit, command = float(arguments[0]), arguments[1:]
    signal.signal(signal.SIGTERM, stop)
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    relay = Relay(process.stdout)
    relay.start()
    try:
        why = why_ended(process, relay, limit)
        if why:
            end(process)
        # It does not wait longer for the output of a process that continues after the command.
        relay.join(5)
    except InterruptedError:
        end(process)
        return 143
    if why:
        print(f"error: {command[0]} {why} and was ended.", end=" ")
        print("Likely cause: it waits for an event that never comes, or it loops for ever.")
        return 124
    # The exit code of a command that was ended by a signal, as in a shell.
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
