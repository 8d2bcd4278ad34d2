# SPDX-License-Identifier: Apache-2.0
"""A client that does not read what it is sent costs a few megabytes at most."""

import time

from target import ATTACKER, MB, QUICK, Server, frame, opened, run

SECONDS = 2 if QUICK else 15
CROWD = 50 if QUICK else 300


def pour(client, piece, server):
    """Sends as much as the server takes for some time; returns the most memory that it had."""
    most, deadline = server.memory(), time.monotonic() + SECONDS
    client.settimeout(0.2)
    rest = b""
    while time.monotonic() < deadline:
        rest = rest or memoryview(piece)
        try:
            rest = rest[client.send(rest):]  # the next call continues where this one ended
        except TimeoutError:
            pass  # it waits; go on looking
        except OSError:
            break
        most = max(most, server.memory())
    return most


def case(verdict, name, make, limit=4):
    with Server() as server:
        warm = opened(server)
        for _ in range(50):
            warm.click()
        before = server.memory()
        client, piece = make(server)
        most = pour(client, piece, server)
        verdict.at_most(f"memory by {name}", (most - before) / MB, limit, " MB")
        verdict.is_true(f"another visitor is served meanwhile ({name})", warm.click() < 1)
        client.close()


def pings(server):
    page = opened(server, address=ATTACKER, receive_buffer=4096)
    return page.socket, frame(9) * 10_000


def events(server):
    page = opened(server, address=ATTACKER, receive_buffer=4096)
    # Clicks on an element that does not exist: each is refused in the log and acknowledged.
    page.button = 999_999
    return page.socket, b"".join(frame(1, page.tap().encode()) for _ in range(200_000))


def requests(server):
    client = server.connect(ATTACKER, receive_buffer=4096)
    return client, server.head("/no" + "x" * 200) * 5_000


def pages(server):
    client = server.connect(ATTACKER, receive_buffer=4096)
    return client, server.head("/large/stack") * 50


def one_page():
    """What a large page costs while it waits for its socket: MB of memory, and seconds."""
    with Server() as server:
        opened(server)
        most, longest = 0, 0
        for _ in range(3):
            before, start = server.memory(), time.perf_counter()
            server.get("/large/stack")
            longest = max(longest, time.perf_counter() - start)
            most = max(most, (server.memory() - before) / MB)
        return most, longest


def crowd(verdict, page, seconds):
    """Many connections of one address ask for a large page and do not read it."""
    with Server() as server:
        warm = opened(server)
        before = most = server.memory()
        clients = [server.connect(ATTACKER, receive_buffer=4096) for _ in range(CROWD)]
        for client in clients:
            client.sendall(server.head("/large/stack"))
        longest = warm.click()
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            longest = max(longest, warm.click())
            most = max(most, server.memory())
            time.sleep(0.05)
        # The limits of an address: 16 MB of HTML that waits for sockets, which are 18 such pages,
        # and 64 MB of unread output.
        verdict.at_most(
            f"memory by {CROWD} connections that do not read", (most - before) / MB,
            int(64 + 19 * page), " MB")
        verdict.at_most(
            "a click of another visitor meanwhile", longest, round(4 * seconds + 0.5, 1), " s")
        for client in clients:
            client.close()


def watching(verdict):
    """Changes of a shared page are sent to a client that does not read."""
    with Server() as server:
        clicker = opened(server)
        for _ in range(50):
            clicker.click()
        before = server.memory()
        blind = opened(server, address=ATTACKER, receive_buffer=4096)
        most, deadline = before, time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            for _ in range(50):
                clicker.click()
            most = max(most, server.memory())
        verdict.at_most("memory by changes that are not read", (most - before) / MB, 4, " MB")
        blind.close()


def attack(verdict):
    case(verdict, "empty pings", pings)
    case(verdict, "events whose answers are not read", events)
    case(verdict, "requests whose answers are not read", requests)
    page, seconds = one_page()
    # Of the fifty pages only the first one is made.
    case(verdict, "large pages that are not read", pages, limit=int(4 + page))
    crowd(verdict, page, seconds)
    watching(verdict)


run(attack)
