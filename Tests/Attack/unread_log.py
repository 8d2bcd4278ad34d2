# SPDX-License-Identifier: Apache-2.0
"""A log that is not read, or whose reader has gone, does not stop the server."""

import os
import subprocess

from target import MB, QUICK, Server, opened, run

COUNT = 3_000 if QUICK else 20_000


def complain(server):
    """Makes the server log, by requests that it refuses, on few connections."""
    for _ in range(COUNT // 100):
        with server.connect() as client:
            request = server.head("/" + "x" * 80, method="POST") * 100
            client.sendall(request)
            client.settimeout(5)
            received = b""
            while received.count(b"HTTP/1.1 405") < 100:
                piece = client.recv(65536)
                if not piece:
                    break
                received += piece


def attack(verdict):
    with Server(log=subprocess.PIPE) as server:
        complain(server)
        before = server.memory()
        complain(server)
        verdict.is_true("a page is served beside a full pipe", server.get("/clicks")[0] == 200)
        verdict.is_true("a click is answered beside it", opened(server).click() < 5)
        verdict.at_most("memory for lines that wait", (server.memory() - before) / MB, 2, " MB")
    reader, writer = os.pipe()
    with Server(log=writer) as server:
        os.close(reader)
        os.close(writer)
        complain(server)
        status = server.get("/clicks")[0]
        verdict.is_true("a page is served after its reader has gone", status == 200)


run(attack)
