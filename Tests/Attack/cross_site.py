# SPDX-License-Identifier: Apache-2.0
"""Pages of other sites start no sessions, and open no sockets."""

from target import Server, run

REFUSED = [
    ("a picture", "cross-site", "no-cors", "image"),
    ("a frame", "cross-site", "navigate", "iframe"),
    ("a script", "cross-site", "no-cors", "script"), ("a fetch", "cross-site", "cors", "empty"),
    ("a picture of a sister", "same-site", "no-cors", "image"),
    ("an object", "cross-site", "navigate", "object"),
    ("half a header", "cross-site", "", ""),
]
SERVED = [
    ("a link", "cross-site", "navigate", "document"),
    ("the person", "none", "navigate", "document"),
    ("a page of its own", "same-origin", "navigate", "iframe"),
]


def ask(server, site, mode, dest):
    lines = [f"Sec-Fetch-Site: {site}"]
    lines += [f"Sec-Fetch-Mode: {mode}"] if mode else []
    lines += [f"Sec-Fetch-Dest: {dest}"] if dest else []
    return server.get("/clicks", *lines)


def attack(verdict):
    with Server() as server:
        for name, *fetch in REFUSED:
            status, text = ask(server, *fetch)
            verdict.is_true(
                f"{name}: status {status}, no session",
                status == 403 and "data-session" not in text)
        for name, *fetch in SERVED:
            status, text = ask(server, *fetch)
            verdict.is_true(f"{name}: status {status}", status == 200 and "data-session" in text)
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", None):
            with server.connect() as client:
                request = server.upgrade()
                own = f"Origin: http://127.0.0.1:{server.port}\r\n".encode()
                new = f"Origin: {origin}\r\n".encode() if origin else b""
                client.sendall(request.replace(own, new))
                client.settimeout(2)
                status = client.recv(4096)[9:12]
                verdict.is_true(f"a socket for the origin {origin}: status {status.decode()}",
                                status == b"403")


run(attack)
