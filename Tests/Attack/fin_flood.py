# SPDX-License-Identifier: Apache-2.0
"""Clients that end their half of the connection at once leave nothing behind, however many come."""

import contextlib
import socket
import time

from target import ATTACKER, MB, QUICK, Server, frame, is_closed, opened, run, until

ROUNDS = 4 if QUICK else 50
CROWD = 200  # connections at a time
PATIENCE = 15  # seconds until the server has closed them


def shapes(server):
    """What comes before the end: nothing, half a head, a request, and a page with its clicks."""
    request = server.head("/clicks")
    hello = '{"t":"hello","session":"","page":"/clicks","batch":1}'
    clicks = [f'{{"t":"event","seq":{seq},"node":1,"kind":"tap"}}' for seq in range(1, 200)]
    page = server.upgrade() + b"".join(frame(1, text.encode()) for text in [hello, *clicks])
    return {"nothing": b"", "half a head": request[:20], "a request": request, "a page": page}


def flood(server, data, visitor):
    """Sends some bytes, ends the sending half of the connections, and reads on. Returns the number
    of connections that the server leaves open, and the time of a visitor's click meanwhile."""
    crowd = [server.connect(ATTACKER, timeout=5) for _ in range(CROWD)]
    for client in crowd:
        with contextlib.suppress(OSError):
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
    click, deadline = visitor.click(), time.monotonic() + PATIENCE
    left = sum(not is_closed(client, max(0.01, deadline - time.monotonic())) for client in crowd)
    for client in crowd:
        client.close()
    return left, click


def attack(verdict):
    with Server() as server:
        visitor = opened(server)
        for data in shapes(server).values():
            flood(server, data, visitor)
        before = server.memory()
        for name, data in shapes(server).items():
            results = [flood(server, data, visitor) for _ in range(ROUNDS)]
            verdict.at_most(
                f"connections left of {ROUNDS * CROWD} that end behind {name}",
                sum(left for left, _ in results), 0)
            verdict.at_most(
                f"a click of another visitor meanwhile ({name})",
                max(click for _, click in results), 5, " s")
        until(lambda: server.memory() - before < MB)  # the last sessions may be ending
        verdict.at_most("memory after all of them", (server.memory() - before) / MB, 4, " MB")
        start = server.processor_time()
        time.sleep(2)
        share = (server.processor_time() - start) / 2 * 100
        verdict.at_most("processor time when they have gone", share, 5, " %")
        verdict.is_true("the server lives", server.is_alive)


run(attack)
