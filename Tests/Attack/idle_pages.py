# SPDX-License-Identifier: Apache-2.0
"""Open pages that do nothing cost memory within a limit, and no processor time."""

import time

from target import KB, QUICK, Server, opened, run

COUNT = 300 if QUICK else 5_000
# Ten thousand pages fit into 150 MB in release; a debug build takes more for the same.
PER_PAGE = 32 if QUICK else 15
SECONDS = 2 if QUICK else 10


def attack(verdict):
    limits = "connectionsPerAddress=12000 waitingSessionsPerAddress=10000"
    with Server(limits=limits) as server:
        pages = [opened(server) for _ in range(50)]
        before = server.memory()
        pages += [opened(server) for _ in range(COUNT)]
        time.sleep(1)
        verdict.at_most("memory per page", (server.memory() - before) / COUNT / KB, PER_PAGE, " KB")
        start = server.processor_time()
        time.sleep(SECONDS)
        share = (server.processor_time() - start) / SECONDS * 100
        verdict.at_most(f"processor time beside {len(pages)} idle pages", share, 2, " %")
        own = sorted(pages[-1].click() for _ in range(20))[10]
        verdict.at_most("a click of one, which all see", own, 1, " s")


run(attack)
