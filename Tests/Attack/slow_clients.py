# SPDX-License-Identifier: Apache-2.0
"""Slow clients, and many clients, do not prevent others from being served."""

import contextlib
import time

from target import ATTACKER, QUICK, Server, frame, is_closed, opened, run

HEAD = 1 if QUICK else 10  # seconds for a head, a handshake, a hello
MANY = 1_500 if QUICK else 12_000


def drip(server, data, clients=10):
    """Sends a byte from time to time; returns the seconds until all connections are closed."""
    sockets = [server.connect(ATTACKER) for _ in range(clients)]
    start, place = time.monotonic(), 0
    while sockets and time.monotonic() - start < 4 * HEAD + 5:
        for client in list(sockets):
            with contextlib.suppress(OSError):
                client.sendall(data[place:place + 1])
            if is_closed(client, 0.01):
                sockets.remove(client)
        place = (place + 1) % len(data)
        time.sleep(HEAD / 10)
    return time.monotonic() - start if not sockets else float("inf")


def attack(verdict):
    with Server(limits=f"headTimeout={HEAD}") as server:
        slow = server.head("/clicks", "X: " + "x" * 1_000)[:-4]
        verdict.at_most("a head, a byte at a time, lives", drip(server, slow), HEAD + 5, " s")
        slow = server.upgrade()[:-4] + b"\r\nX: " + b"x" * 1_000
        verdict.at_most("a handshake, a byte at a time, lives", drip(server, slow), HEAD + 5, " s")

        silent = server.connect(ATTACKER)
        silent.sendall(server.upgrade())
        silent.recv(4096)
        chatty = server.connect(ATTACKER)
        chatty.sendall(server.upgrade())
        chatty.recv(4096)
        start = time.monotonic()
        gone = False
        while not gone and time.monotonic() - start < HEAD + 5:
            try:
                chatty.sendall(frame(9))
                gone = is_closed(chatty, 0.1)
            except OSError:
                gone = True
        verdict.is_true("a socket that says no hello is closed", is_closed(silent, HEAD + 5))
        verdict.is_true("a socket that only pings is closed too", gone)

        crowd = []
        for _ in range(MANY):
            client = server.connect(ATTACKER, timeout=5)
            crowd.append(client)
            with contextlib.suppress(OSError):  # those that are too many are closed at once
                client.sendall(b"G")
        visitor = None
        with contextlib.suppress(OSError):
            visitor = opened(server)
        verdict.is_true(
            f"a visitor is served beside {len(crowd)} connections of one address",
            visitor is not None and server.get("/clicks")[0] == 200)
        start = time.monotonic()
        left = sum(not is_closed(client, max(0.01, HEAD + 5 - (time.monotonic() - start)))
                   for client in crowd)
        verdict.at_most("of which are left when their time is up", left, 0)
        if visitor:
            verdict.is_true("the visitor is still there", visitor.click() < 5)


run(attack)
