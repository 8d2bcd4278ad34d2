# SPDX-License-Identifier: Apache-2.0
"""A view body that does not end is logged, and does not prevent the end of the process."""

import signal
import subprocess
import tempfile
import time

from target import QUICK, Server, opened, run, until

PATIENCE = 10  # seconds that a program has to end; see Signals.swift


def ended(server, within):
    """Seconds until the process has ended."""
    start = time.monotonic()
    try:
        server.process.wait(timeout=within)
    except subprocess.TimeoutExpired:
        return float("inf")
    return time.monotonic() - start


def attack(verdict):
    with tempfile.TemporaryFile("w+") as log, Server(log=log) as server:
        page = opened(server, "/hang")
        page.send(page.tap())

        def said():
            log.seek(0)
            return "main actor has been blocked" in log.read()

        verdict.is_true("the watchdog says it while it hangs", until(said, within=5))
        verdict.is_true("files are still served", server.get("/millrace.css")[0] == 200)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        verdict.at_most("a second SIGTERM ends it after", ended(server, 5), 1, " s")
    for name, number in (("SIGTERM", signal.SIGTERM), ("Ctrl-C", signal.SIGINT)):
        with Server() as server:
            opened(server)
            server.process.send_signal(number)
            verdict.at_most(f"{name} ends a server that is well after", ended(server, 15), 3, " s")
            verdict.is_true("with exit code 0", server.process.poll() == 0)
    if QUICK:
        return
    for name, number in (("SIGTERM", signal.SIGTERM), ("Ctrl-C", signal.SIGINT)):
        with Server() as server:
            page = opened(server, "/hang")
            page.send(page.tap())
            time.sleep(0.5)
            server.process.send_signal(number)
            verdict.at_most(
                f"{name} ends a server that hangs after", ended(server, 30), PATIENCE + 2, " s")


run(attack)
