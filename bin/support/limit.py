# SPDX-License-Identifier: Apache-2.0
"""Runs a command, and ends it with all that it started when it makes no progress.

usage: limit.py SECONDS COMMAND...

Output is progress. Without any the command is ended after SECONDS in which it does nothing, or after
SECONDS for each core that it computes, which are counted in processor time: a command that has to
share a busy machine is not ended for being slow. What the command says is passed on.

The exit code is the command's; 124 when it was ended, 143 when this script was told to stop.
`swift test` puts the tests in a process group of their own, so that ending the group of the
command would leave them running; the descendants are looked up instead.
"""

import os
import signal
import subprocess
import sys
import threading
import time

# How often it looks, and the share of that time below which a command counts as doing nothing.
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
    """Process id, parent, state and processor time of all that run, its ended children included.

    From /proc, as a small system has no `ps`."""
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
                # The name of the program stands in parentheses and may hold anything.
                fields = file.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        used = sum(map(int, fields[11:15])) / tick
        rows.append((int(name), int(fields[1]), fields[0], used))
    return rows


def descendants(root, table):
    """The processes below `root`, itself first."""
    found = [root]
    for parent in found:
        found += [row[0] for row in table if row[1] == parent]
    return found


def processor_time(root):
    """What the processes below `root` have used."""
    table = processes()
    below = set(descendants(root, table))
    return sum(row[3] for row in table if row[0] in below)


class Patience:
    """Decides when a command that says nothing has had enough time."""

    def __init__(self, limit, cores=os.cpu_count() or 1):
        self.limit, self.cores = limit, cores
        self.idle = self.busy = 0.0

    def hear(self):
        """The command said something."""
        self.idle = self.busy = 0.0

    def look(self, elapsed, used):
        """The command said nothing for `elapsed` seconds and used this much processor time.

        Returns why it is to be ended, or None."""
        if used < elapsed * IDLE:
            self.idle += elapsed
        else:
            self.idle = 0.0
            self.busy += used
        if self.idle >= self.limit:
            return f"did nothing for {self.limit:g} s"
        if self.busy >= self.limit * self.cores:
            return f"computed for {self.busy:.0f} s without a word"
        return None


class Relay(threading.Thread):
    """Passes the output of a command on, and counts how often some came."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe, self.count = pipe, 0

    def run(self):
        while text := os.read(self.pipe.fileno(), 65536):
            self.count += 1
            os.write(sys.stdout.fileno(), text)


def why_ended(process, relay, limit):
    """Waits for the end of a command; returns why it has to be ended before, or None."""
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
            # Less than before where a process has gone without its parent counting it.
            elif why := patience.look(now - then, max(0.0, after - before)):
                return why
            then, before = now, after


def end(process):
    """Kills a command and all below it, and returns when the system has taken them away, or after
    ten seconds, as a process that waits for a device goes when that answers."""
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
        # What a process that goes on without the command still says is not waited for.
        relay.join(5)
    except InterruptedError:
        end(process)
        return 143
    if why:
        print(f"error: {command[0]} {why} and was ended.", end=" ")
        print("Likely cause: it waits for something that never comes, or it never ends.")
        return 124
    # A command that died of a signal, as a shell reports it.
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
