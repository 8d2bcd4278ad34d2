# SPDX-License-Identifier: Apache-2.0
"""Ten thousand persons' sessions rest on disk, and each is back at once: reload, deploy, crash."""

import os
import random
import re
import signal
import tempfile
import time

from target import KB, QUICK, ROOT, Page, Server, run, until

COUNT = 300 if QUICK else 10_000
SAMPLE = 50 if QUICK else 500
# A debug build beside other work takes longer for the same.
MOST = 2_000 if QUICK else 200  # milliseconds
PROGRAM = os.environ.get("MILLRACE_SESSION_FIXTURE", str(ROOT / ".build/debug/SessionFixture"))


def visit(server, cookie=None):
    """Opens a person's page; answers with the page and the person's cookie."""
    lines = [f"Cookie: {cookie}"] if cookie else []
    text = server.get("/desk", *lines)[1]
    page = Page(server, "/desk", html=text)
    page.hello()
    given = re.search(r"Set-Cookie: (millrace=[^;]*)", text)
    return page, given[1] if given else cookie


def resume(verdict, server, persons, how):
    """Persons by chance come back; the slowest one's time counts."""
    times, lost = [], 0
    for cookie, clicks in random.sample(sorted(persons.items()), SAMPLE):
        start = time.perf_counter()
        page, _ = visit(server, cookie)
        times.append((time.perf_counter() - start) * 1000)
        lost += f"Clicks: {clicks}<" not in page.html
        page.close()
    times.sort()
    verdict.is_true(f"{how}: all of {SAMPLE} persons have what they had", lost == 0)
    verdict.at_most(f"{how}: page and socket of the slowest one", times[-1], MOST, " ms")
    print(f"       half of them within {times[len(times) // 2]:.1f} ms", flush=True)


def at_rest(server):
    """Waits until the server does nothing."""
    def is_idle():
        before = server.processor_time()
        time.sleep(1)
        return server.processor_time() - before < 0.05
    return until(is_idle, within=60)


def server_with(folder):
    return Server(program=PROGRAM, FIXTURE_SESSIONS=folder)


def attack(verdict):
    persons = {}
    with tempfile.TemporaryDirectory(prefix="millrace-sessions-") as folder:
        with server_with(folder) as server:
            for _ in range(50):
                visit(server)[0].close()
            verdict.is_true("the server comes to rest", at_rest(server))
            before = server.memory()
            for number in range(COUNT):
                page, cookie = visit(server)
                persons[cookie] = clicks = number % 3 + 1
                for _ in range(clicks):
                    page.click()
                page.close()
            verdict.is_true("the server comes to rest", at_rest(server))
            verdict.at_most(
                f"memory of each of {COUNT:,} sessions at rest",
                (server.memory() - before) / COUNT / KB, 10 if QUICK else 1, " KB")
            resume(verdict, server, persons, "a reload")
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(timeout=20)
        with server_with(folder) as server:
            resume(verdict, server, persons, "a deploy")
            server.process.kill()
            server.process.wait()
        with server_with(folder) as server:
            resume(verdict, server, persons, "kill -9")


run(attack)
