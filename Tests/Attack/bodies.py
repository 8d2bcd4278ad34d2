# SPDX-License-Identifier: Apache-2.0
"""Uploads of clients without a session take little memory, whatever length they announce."""

import contextlib
import time

from target import ATTACKER, MB, QUICK, Server, opened, run

CLIENTS = 20 if QUICK else 200
SENT = 8 * MB  # of sixteen that are announced, so that all of them stay under way


def attack(verdict):
    with Server() as server:
        visitor = opened(server)
        before = most = server.memory()
        request = server.head(
            "/millrace.upload", "X-Millrace-Session: none", "X-Millrace-Name: x",
            f"Origin: http://127.0.0.1:{server.port}",
            f"Content-Length: {16 * MB}", method="POST")
        crowd = [server.connect(ATTACKER, timeout=0.2) for _ in range(CLIENTS)]
        for client in crowd:
            with contextlib.suppress(OSError):
                client.sendall(request)
        piece, sent = bytes(256 * 1024), 0
        while sent < SENT:
            for client in crowd:
                with contextlib.suppress(OSError):
                    client.sendall(piece)
            sent += len(piece)
            most = max(most, server.memory())
        verdict.at_most(f"memory by {CLIENTS} strangers' files", (most - before) / MB, 80, " MB")
        verdict.is_true("a visitor is served meanwhile", visitor.click() < 5)
        for client in crowd:
            client.close()
        time.sleep(0.5)
        verdict.is_true("and after it", visitor.click() < 5)


run(attack)
