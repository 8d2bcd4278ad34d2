# SPDX-License-Identifier: Apache-2.0
"""A journal survives kill -9 at any moment, cut and garbled files, a full disk, syncs that fail or
lie before a loss of power, a loss of power that leaves any part of what was not synced, and a
second writer.

The seed is printed; MILLRACE_SEED repeats a run. The program is in MILLRACE_JOURNAL_FIXTURE. A
compiler of C, which Swift brings along, makes the disk that fails.
"""

import concurrent.futures
import contextlib
import os
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from target import QUICK, ROOT, run

PROGRAM = os.environ.get("MILLRACE_JOURNAL_FIXTURE", str(ROOT / ".build/debug/JournalFixture"))
CYCLES = 100 if QUICK else 10_000
WORKERS = 2
STEP = 149 if QUICK else 1
# How far a file may grow: a page of the write-ahead file has 4,120 bytes.
ROOMS = range(80_000, 100_000, 4_120 if QUICK else 412)
# The room of a disk beside a file that is removed later, if a disk can be mounted.
DISK_ROOMS = range(160 * 1024, 224 * 1024, 16_384 if QUICK else 4_096)
TAKEN = 1 << 20
# The same for a start, which makes the lock, the file, its shared memory and its tables.
START_ROOMS = range(0, 72 * 1024, 16_384 if QUICK else 4_096)
# The step between the syncs of a run that fail or lie.
SYNC_STEP = 5 if QUICK else 1
# How often the power is lost in each of these syncs, each time with other parts of the data.
PARTS = 1 if QUICK else 8
# The number of kills after which a worker uses a new folder, so that the log stays small.
CYCLES_PER_FOLDER = 50


class Kills:
    """What one worker has seen."""

    def __init__(self):
        self.cycles = self.recoveries = self.acknowledged = 0
        self.problems = []


def cycles(count, seed, folder):
    """Starts the program, kills it after a random time, and checks what the next start finds."""
    chance, seen, known = random.Random(seed), Kills(), 0
    for cycle in range(count):
        if cycle % CYCLES_PER_FOLDER == 0:
            place, known = folder / str(cycle), 0
        process = subprocess.Popen(
            [PROGRAM, "run", str(place), str(chance.randrange(1 << 63))],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if chance.random() < 0.8:
            # The others may be killed while they recover.
            first = process.stdout.readline()
        else:
            first = ""
        time.sleep(chance.expovariate(1 / 0.02))
        process.kill()
        lines = [first, *process.stdout]
        process.stdout.close()
        code = process.wait()
        seen.cycles += 1
        if code != -9:
            seen.problems.append(f"cycle {cycle}: it ended with {code}: {''.join(lines)[:500]}")
            break
        for line in lines:
            word, _, number = line.strip().partition(" ")
            if word == "recovered":
                seen.recoveries += 1
                if int(number) < known:
                    seen.problems.append(
                        f"cycle {cycle}: {known} were acknowledged, {number} recovered")
                known = max(known, int(number))
            elif word in ("written", "synced") and line.endswith("\n"):
                seen.acknowledged += 1
                known = max(known, int(number))
            elif line.endswith("\n"):
                seen.problems.append(f"cycle {cycle}: {line.strip()}")
        if seen.problems:
            break
        if cycle % CYCLES_PER_FOLDER == CYCLES_PER_FOLDER - 1:
            shutil.rmtree(place, ignore_errors=True)
    return seen


def kills(verdict, folder, seed):
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        workers = [
            pool.submit(cycles, CYCLES // WORKERS, seed + index, folder / f"worker{index}")
            for index in range(WORKERS)]
        seen = [worker.result() for worker in workers]
    count = sum(each.cycles for each in seen)
    for each in seen:
        for problem in each.problems:
            verdict.is_true(problem, False)
    verdict.is_true(
        f"{count} of {CYCLES} kills, {sum(each.recoveries for each in seen)} recoveries, "
        f"{sum(each.acknowledged for each in seen)} receipts: nothing acknowledged is lost",
        count == CYCLES and sum(each.acknowledged for each in seen) > 0)


def said(verdict, what, *arguments, program=(PROGRAM,), **environment):
    """Runs the program, which must end by itself with a line that begins with ok."""
    done = subprocess.run(
        [*program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, env=os.environ | environment)
    line = (done.stdout.strip().splitlines() or [""])[-1]
    verdict.is_true(f"{what}: {line}", done.returncode == 0 and line.startswith("ok "))


def full(verdict, folder):
    """Fills a disk that is mounted in a namespace of mounts, which needs root. Without root only
    the size of files is limited, which is another error."""
    alone = ["unshare", "--mount", "--propagation", "private"]
    folder.mkdir()
    mount = 'mount -t tmpfs -o "size=$1" millrace "$2"'
    with contextlib.suppress(OSError):
        if subprocess.run(
            [*alone, "sh", "-c", mount, "sh", "4096", folder], capture_output=True).returncode == 0:
            for what, rooms in (("full", DISK_ROOMS), ("start", START_ROOMS)):
                for room in rooms:
                    said(
                        verdict, f"a disk with {room} bytes of room, {what}",
                        *alone, "sh", "-c", f'{mount} && exec "$3" {what} "$2" "$4"',
                        "sh", room + TAKEN, folder, PROGRAM, TAKEN, program=[])
            return
    print("note: no disk of its own can be mounted here; files are limited instead", flush=True)


def power(verdict, folder, seed):
    """Loses the power after syncs that fail or lie, and in syncs, on a disk that is made of
    disk.c."""
    folder.mkdir()
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        verdict.is_true("there is a compiler of C", False)
        return
    disk, source = folder / "disk.so", Path(__file__).with_name("disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", disk, source, "-ldl"], check=True)
    said(
        verdict, "the power is lost behind syncs that fail or lie, and in syncs", "power", folder,
        SYNC_STEP, seed, PARTS, LD_PRELOAD=str(disk))


def writers(verdict, folder):
    holder = subprocess.Popen(
        [PROGRAM, "hold", str(folder)], stdout=subprocess.PIPE, text=True)
    holder.stdout.readline()
    second = subprocess.run([PROGRAM, "run", str(folder), "1"], capture_output=True, text=True)
    verdict.is_true(
        f"a second writer is refused by name: {second.stdout.strip()[:160]}",
        second.returncode == 2 and f"process {holder.pid} (JournalFixture)" in second.stdout)
    holder.kill()
    holder.wait()
    holder.stdout.close()
    third = subprocess.Popen(
        [PROGRAM, "hold", str(folder)], stdout=subprocess.PIPE, text=True)
    verdict.is_true(
        "the system frees the journal of a process that was killed",
        third.stdout.readline().startswith("held "))
    third.kill()
    third.wait()
    third.stdout.close()


def attack(verdict):
    # In memory if there is such a folder: a kill loses no data there, as on a disk.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    seed = int(os.environ.get("MILLRACE_SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="millrace-journal-", dir=memory) as name:
        folder = Path(name)
        writers(verdict, folder / "writers")
        for room in ROOMS:
            said(verdict, f"files of at most {room} bytes", "limit", folder / str(room), room)
        full(verdict, folder / "full")
        power(verdict, folder / "power", seed)
        said(verdict, "each length of the tail", "tails", folder / "tails", STEP)
        said(verdict, "one flipped bit at each position", "flips", folder / "flips", STEP)
        kills(verdict, folder / "kills", seed)


run(attack)
