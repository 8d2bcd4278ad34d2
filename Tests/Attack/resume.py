# SPDX-License-Identifier: Apache-2.0
"""The sessions of 10,000 persons are on disk; each is back soon after a reload, deploy or crash."""

import os
import random
import re
import signal
import tempfile
import time

from target import KB, QUICK, ROOT, Page, Server, run, until

COUNT = 300 if QUICK else 10_000
PENDING = 20 if QUICK else 200
SAMPLE = 50 if QUICK else 500
# A debug build beside other work takes longer for the same.
MOST = 2_000 if QUICK else 200  # milliseconds
PROGRAM = os.environ.get("MILLRACE_SESSION_FIXTURE", str(ROOT / ".build/debug/SessionFixture"))


def visit(server, cookie=None):
    """Opens a person's page; returns the page and the person's cookie."""
    lines = [f"Cookie: {cookie}"] if cookie else []
    text = server.get("/desk", *lines)[1]
    given = re.search(r"Set-Cookie: (millrace=[^;]*)", text)
    cookie = given[1] if given else cookie
    page = Page(server, "/desk", html=text, cookie=cookie)
    page.hello()
    return page, cookie


def resume(verdict, server, persons, how, count=SAMPLE):
    """Random persons open their pages again; the time of the slowest one counts."""
    times, lost = [], 0
    for cookie, clicks in random.sample(sorted(persons.items()), count):
        start = time.perf_counter()
        page, _ = visit(server, cookie)
        times.append((time.perf_counter() - start) * 1000)
        lost += f"Clicks: {clicks}<" not in page.html
        page.close()
    times.sort()
    verdict.is_true(f"{how}: all of {count} persons have what they had", lost == 0)
    verdict.at_most(f"{how}: page and socket of the slowest one", times[-1], MOST, " ms")
    print(f"       half of them within {times[len(times) // 2]:.1f} ms", flush=True)


def everyone(verdict, server, persons):
    """Each person requests the page, without a socket."""
    lost = 0
    for cookie, clicks in persons.items():
        lost += f"Clicks: {clicks}<" not in server.get("/desk", f"Cookie: {cookie}")[1]
    verdict.is_true(f"all of {len(persons):,} persons have what they had: {lost} do not", lost == 0)


def click_and_kill(server, persons):
    """Kills the server after clicks whose answers were not read; returns the pages by cookie."""
    pages = {}
    for cookie in random.sample(sorted(persons), PENDING):
        page, _ = visit(server, cookie)
        page.click()
        persons[cookie] += 1
        pages[cookie] = page
    at_rest(server)
    for page in pages.values():
        for _ in range(random.randint(1, 5)):
            page.send(page.tap())
    server.process.kill()
    server.process.wait()
    return pages


def pending(verdict, server, persons, pages):
    """Clicks from some time before the kill are there, and those of the last ones that were written.
    A page that was open begins anew, with the clicks that are there."""
    wrong = []
    for cookie, old in pages.items():
        old.close()
        page = Page(server, "/desk", html=old.html, cookie=cookie)
        welcome = page.hello()
        page.close()
        found = int((re.search(r"Clicks: (\d+)\\u003c", welcome) or [0, -1])[1])
        if '"new":true' not in welcome or not 0 <= found - persons[cookie] <= old.seq - 1:
            wrong.append(f"{persons[cookie]} clicks and {old.seq - 1} more: {welcome[:300]}")
        persons[cookie] = found
    verdict.is_true(
        f"kill -9 with pending clicks: {PENDING} pages show what is there {wrong[:1] or ''}",
        not wrong)
    visited = {cookie: persons[cookie] for cookie in pages}
    resume(verdict, server, visited, "pending clicks", PENDING)


def at_rest(server):
    """Waits until the server uses nearly no processor time."""
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
            pages = click_and_kill(server, persons)
        with server_with(folder) as server:
            pending(verdict, server, persons, pages)
            everyone(verdict, server, persons)


run(attack)
