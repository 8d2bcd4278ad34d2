# SPDX-License-Identifier: Apache-2.0
"""A mistake in the program ends the page on which it happens; all others go on."""

import re

from target import QUICK, Page, Server, opened, run

ROUNDS = 20 if QUICK else 1_000


def ending(page):
    """The code and the reason with which the server closes a page's socket."""
    while True:
        opcode, payload = page.frame()
        if opcode == 8:
            return int.from_bytes(payload[:2], "big"), payload[2:].decode()


def attack(verdict):
    with Server() as server:
        others = [opened(server, "/private", address=f"127.0.0.{number}") for number in (1, 1, 3)]
        answers = {server.get("/broken")[0] for _ in range(ROUNDS)}
        verdict.is_true("a page without what it needs is answered with 500", answers == {500})
        codes, words = set(), set()
        for _ in range(ROUNDS):
            page = opened(server, "/fragile")
            page.send(page.tap())
            code, reason = ending(page)
            codes.add(code)
            words.add(reason)
            page.close()
        verdict.is_true(f"a page whose view fails is closed, with codes {codes}", codes == {4002})
        verdict.is_true(f"and says why: {min(words)}", "" not in words)
        slowest = max(page.click() for page in others for _ in range(20))
        verdict.at_most("the slowest click of the others", slowest * 1_000, 1_000, " ms")
        counts = set()
        for page in others:
            again = Page(server, "/private", html=page.html)
            welcome = again.hello()
            counts.add('"new":false' in welcome and bool(re.search("Clicks: 20", welcome)))
        verdict.is_true("and they have lost nothing", counts == {True})
        verdict.is_true("new pages are served", server.get("/clicks")[0] == 200)
        verdict.end(server)


run(attack)
