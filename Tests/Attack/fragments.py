# SPDX-License-Identifier: Apache-2.0
"""Empty fragments cost linear time and do not delay other visitors."""

import contextlib
import statistics
import threading

from target import ATTACKER, MB, QUICK, Server, frame, opened, run

ROUNDS = 3 if QUICK else 20


def flood(server, bytes_):
    for _ in range(ROUNDS):
        page = opened(server, address=ATTACKER)
        with contextlib.suppress(OSError):
            page.socket.sendall(bytes_)
            # Until the server has seen all of it: it answers a ping, or it closes.
            page.socket.sendall(frame(9))
            page.socket.settimeout(20)
            page.socket.recv(65536)
        page.close()


def beside(server, visitor, bytes_):
    """The round trips of a visitor while others send bytes."""
    thread = threading.Thread(target=flood, args=(server, bytes_))
    thread.start()
    during = []
    while thread.is_alive() or len(during) < 50:
        during.append(visitor.click())
    thread.join()
    return during


def attack(verdict):
    with Server() as server:
        visitor = opened(server)
        beside(server, visitor, b"")
        # The round trips beside visitors that send only a ping, on the same machine.
        before = statistics.median(beside(server, visitor, b""))

        # One message of endless fragments; and messages with as many as there may be. The first
        # fragment is long, so that joining them again and again would cost something.
        first = frame(1, b"x" * 60_000, final=False)
        empty = first + frame(0, final=False) * (MB // 6)
        allowed = (first + frame(0, final=False) * 250 + frame(0)) * 8
        for name, bytes_ in (("a megabyte of fragments", empty), ("many fragments", allowed)):
            start = server.processor_time()
            flood(server, bytes_)
            spent = (server.processor_time() - start) / ROUNDS
            verdict.at_most(f"processor time of {name}", spent, 0.2, " s")
            during = beside(server, visitor, bytes_)
            verdict.at_most(
                f"a visitor's round trip beside {name}, to one beside others",
                statistics.median(during) / before, 10)
            verdict.at_most(f"the slowest one beside {name}", max(during), 1, " s")
        verdict.is_true("the server lives", server.is_alive)


run(attack)
