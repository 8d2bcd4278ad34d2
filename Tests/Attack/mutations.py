# SPDX-License-Identifier: Apache-2.0
"""Heads and frames with random faults end no server and disturb no visitor.

The seed is printed; MILLRACE_SEED repeats a run.
"""

import contextlib
import os
import random

from target import ATTACKER, QUICK, Page, Server, frame, opened, run

COUNT = 1_000 if QUICK else 20_000
PIECES = [
    b"\r\n", b"\n", b"\r", b"\0", b":", b" ", b"\t", b"%", b"%00", b"%2e", b"\xff", b"\xc3\xa9",
    b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Host: a\r\n", b"HTTP/1.1",
    b"0\r\n\r\n", b"GET ", b"x" * 5_000, b"Connection: upgrade\r\n", b"Expect: 100-continue\r\n",
]


def mutated(data, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[place:place] = chance.choice(PIECES)
            case 1:
                data[place:place + 1] = bytes((chance.randrange(256),))
            case 2:
                del data[place:place + chance.randint(1, 20)]
            case 3:
                data[place:place] = data[place:place + 40]
            case _:
                del data[place:]
    return bytes(data)


def attack(verdict):
    seed = int(os.environ.get("MILLRACE_SEED", random.randrange(1_000_000)))
    print(f"       seed {seed}")
    chance = random.Random(seed)
    with Server(limits="headTimeout=1") as server:
        visitor = opened(server)
        statuses = {}
        heads = [
            server.head("/clicks?a=b", "Cookie: a=b"), server.upgrade(),
            server.head("/%C3%BC", "If-None-Match: x"), server.head("/", method="POST"),
        ]
        for number in range(COUNT):
            with contextlib.suppress(OSError), server.connect(ATTACKER) as client:
                head = mutated(chance.choice(heads), chance)
                client.sendall(head)
                # An incomplete head gets no answer; a complete one may wait for its answer.
                client.settimeout(0.5 if b"\r\n\r\n" in head else 0.03)
                status = client.recv(4096)[9:12].decode("latin-1")
                statuses[status] = statuses.get(status, 0) + 1
            if number % 100 == 0:
                visitor.click()
        verdict.is_true(f"answers to {COUNT} heads: {dict(sorted(statuses.items()))}",
                        statuses.get("200") and not any(key.startswith("5") for key in statuses))
        verdict.is_true("the visitor is served after the heads", visitor.click() < 5)

        html = server.get("/fields", address=ATTACKER)[1]
        for number in range(COUNT // 10):
            with contextlib.suppress(OSError):
                page = Page(server, "/fields", address=ATTACKER, html=html)
                page.hello()
                good = [
                    frame(1, page.tap().encode()), frame(9, b"ping"),
                    frame(1, b'{"t":"hello"', final=False), frame(0, b"}"), frame(8, b"\x03\xe8"),
                ]
                data = b"".join(chance.choices(good, k=5))
                page.socket.sendall(mutated(data, chance))
                page.socket.settimeout(0.05)
                page.socket.recv(4096)
            page.close()
            if number % 100 == 0:
                visitor.click()
        verdict.is_true(f"the visitor is served after {COUNT // 10} sockets", visitor.click() < 5)
        verdict.is_true("the server lives", server.is_alive)


run(attack)
