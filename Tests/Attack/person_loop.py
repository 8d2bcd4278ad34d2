# SPDX-License-Identifier: Apache-2.0
"""Visitors without cookies, which store something, remove no person's session and fill no disk."""

import os
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from target import ATTACKER, QUICK, ROOT, Page, Server, run, until

PERSONS = 20 if QUICK else 1_000
STRANGERS = 10 * PERSONS
BOUND = 3 * PERSONS  # what the storage keeps at most
PROGRAM = os.environ.get("MILLRACE_SESSION_FIXTURE", str(ROOT / ".build/debug/SessionFixture"))


def visit(server, cookie="", address="127.0.0.1", clicks=0):
    """The text of the page, and the cookie that it gave."""
    with server.connect(address) as client:
        lines = [f"Cookie: {cookie}"] if cookie else []
        client.sendall(server.head("/desk", "Connection: close", *lines))
        html = b""
        while piece := client.recv(65536):
            html += piece
    html = html.decode()
    given = re.search("(?i)^set-cookie: ([^;]*)", html, re.MULTILINE)
    if clicks:
        page = Page(server, "/desk", address=address, html=html)
        page.hello()
        for _ in range(clicks):
            page.click()
        page.close()
    return html, given[1] if given else cookie


def rest(server, cookies):
    """How many of these persons still have their clicks."""
    return sum("Clicks: 2<" in visit(server, cookie)[0] for cookie in cookies)


def at_rest(storage, folder):
    """How many sessions are on the disk."""
    if storage == "folder":
        return sum(1 for _ in Path(folder).iterdir())
    with closing(sqlite3.connect(f"file:{folder}/sessions.sqlite?mode=ro", uri=True)) as file:
        return file.execute("SELECT count(DISTINCT session) FROM value").fetchone()[0]


def attack(verdict, storage, folder):
    limits = f"personsPerAddress={2 * PERSONS}"
    environment = {
        "FIXTURE_STORAGE": storage, "FIXTURE_BOUND": str(BOUND), "FIXTURE_SESSIONS": folder}
    with Server(program=PROGRAM, limits=limits, **environment) as server:
        cookies = [visit(server, clicks=2)[1] for _ in range(PERSONS)]
        for _ in range(STRANGERS):
            visit(server, address=ATTACKER, clicks=1)
        verdict.is_true(f"{storage}: the server lives", server.is_alive)
        kept = until(lambda: rest(server, cookies) == PERSONS, within=5)
        verdict.is_true(
            f"{storage}: {STRANGERS:,} visitors of one address took nothing of {PERSONS:,} persons",
            kept)
    if storage == "memory":
        return
    verdict.at_most(f"{storage}: sessions on the disk", at_rest(storage, folder), BOUND)
    with Server(program=PROGRAM, limits=limits, **environment) as server:
        verdict.is_true(
            f"{storage}: all that {PERSONS:,} persons have is on the disk",
            rest(server, cookies) == PERSONS)


def main(verdict):
    for storage in ("memory", "folder", "sqlite"):
        with tempfile.TemporaryDirectory(prefix="millrace-persons-") as folder:
            attack(verdict, storage, folder)


run(main)
