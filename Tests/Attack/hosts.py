# SPDX-License-Identifier: Apache-2.0
"""A server on all addresses answers to the names that it was given, and to no others."""

import subprocess

from target import PROGRAM, Server, run


def attack(verdict):
    try:
        without = subprocess.run(
            [PROGRAM, "--host", "0.0.0.0", "--port", "0"], capture_output=True, text=True,
            timeout=5)
        said, code = without.stderr, without.returncode
    except subprocess.TimeoutExpired:
        said, code = "", None
    verdict.is_true(f"--host 0.0.0.0 without --allow-host ends with {code}", code == 1)
    verdict.is_true("and says what to do", "--allow-host NAME" in said)
    with Server("--host", "0.0.0.0", "--allow-host", "site.example") as server:
        for host, wanted in (
            ("site.example", 200), ("SITE.example:8443", 200), ("evil.example", 403),
            ("127.0.0.1", 403), ("localhost", 403), ("site.example.evil", 403), ("", 403),
        ):
            with server.connect() as client:
                client.sendall(f"GET /clicks HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                status = int(client.recv(4096)[9:12])
            verdict.is_true(f"Host '{host}': status {status}", status == wanted)
            with server.connect() as client:
                request = server.upgrade().decode()
                own = f"127.0.0.1:{server.port}"
                client.sendall(request.replace(own, host).encode())
                status = int(client.recv(4096)[9:12])
            wanted = 101 if wanted == 200 else 403
            verdict.is_true(f"a socket for Host '{host}': status {status}", status == wanted)


run(attack)
