# SPDX-License-Identifier: Apache-2.0
"""Uploads take little memory, whatever length they announce, and none without a page's session.

Addresses that keep the memory for uploads full leave room for small files of other addresses.
"""

import contextlib
import time

from target import ATTACKER, MB, QUICK, Server, opened, run

CLIENTS = 20 if QUICK else 200
SENT = 8 * MB  # of sixteen that are announced, so that all of them stay under way
STRANGERS = ["127.0.0.2", "127.0.0.3"]
FILE = 16 * MB  # of WebLimits.fileBytes; two such files fill the half of one address


def head(server, session, length):
    return server.head(
        "/millrace.upload", f"X-Millrace-Session: {session}", "X-Millrace-Name: x",
        f"Origin: http://127.0.0.1:{server.port}", f"Content-Length: {length}", method="POST")


def unfinished(server, session):
    """Uploads of two addresses, of which all but one byte is sent."""
    uploads = []
    for address in STRANGERS * 2:
        client = server.connect(address, timeout=5)
        with contextlib.suppress(OSError):
            client.sendall(head(server, session, FILE) + bytes(FILE - 1))
        uploads.append(client)
    time.sleep(0.5)
    return uploads


def status(client):
    """The status of an answer, or 0 if none comes."""
    with contextlib.suppress(OSError):
        return int(client.recv(65536)[9:12] or 0)
    return 0


def upload(server, session, length):
    """The status of the answer to a whole file of another address."""
    with server.connect("127.0.0.4") as client:
        with contextlib.suppress(OSError):
            client.sendall(head(server, session, length) + bytes(length))
        return status(client)


def fill(server, verdict, visitor):
    clients = unfinished(server, "none")
    refused = [status(client) for client in clients]
    verdict.is_true(f"files without a session are refused by their heads: {refused}",
                    refused == [403] * len(clients))
    verdict.is_true("a visitor's file arrives", upload(server, visitor.session, FILE) == 200)
    strangers = opened(server, address=STRANGERS[0])
    clients += unfinished(server, strangers.session)
    verdict.is_true("the memory for uploads is full", upload(server, visitor.session, FILE) == 503)
    verdict.is_true("a visitor's small file arrives", upload(server, visitor.session, MB) == 200)
    for client in clients:
        client.close()


def attack(verdict):
    with Server() as server:
        visitor = opened(server)
        fill(server, verdict, visitor)
    with Server() as server:
        visitor = opened(server)
        before = most = server.memory()
        request = head(server, opened(server, address=ATTACKER).session, 16 * MB)
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
