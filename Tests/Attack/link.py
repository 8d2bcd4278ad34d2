# SPDX-License-Identifier: Apache-2.0
"""Programs that link themselves to a monitor: without its token, from a page, and with bad messages."""

import os
import random

from target import MB, QUICK, ROOT, Server, answer, frame, is_closed, run

GALLERY = os.environ.get("MILLRACE_GALLERY", str(ROOT / ".build/debug/gallery"))
TOKEN = "a-token-of-the-attack"
OPENING = '.{"millrace":"link","version":1,"program":"attack","run":"%s"}'
STORES = '.{"stores":{"_0":[{"id":1,"name":"S","canDispatch":true,"canExchange":true}]}}'
NEWS = ('.{"news":{"_0":[{"store":1,"edition":0,"first":0,"status":{"count":%s,"index":0,'
        '"isLocked":false,"isPaused":false,"isEdited":false,"isInPresent":true,"waiting":0,'
        '"branches":0}}]}}')


def upgrade(server, *lines):
    return server.head(
        "/monitor/link", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *lines)


def bearer(token=TOKEN):
    return f"Authorization: Bearer {token}"


def opened(server, *texts):
    """A link that was taken, after some texts."""
    client = server.connect()
    client.sendall(upgrade(server, bearer()))
    head = b""
    while b"\r\n\r\n" not in head:
        head += client.recv(4096)
    if b" 101 " not in head:
        raise ConnectionError(head.decode("latin-1"))
    for text in texts:
        client.sendall(frame(1, text.encode()))
    return client


def reason(client):
    """The reason with which the server closes a link."""
    data = b""
    client.settimeout(20)
    try:
        while piece := client.recv(65536):
            data += piece
    except OSError:
        pass
    place = data.rfind(b"\x88")
    return data[place + 4:].decode("utf-8", "replace") if place >= 0 else ""


def refused(server, verdict):
    own = f"Origin: http://127.0.0.1:{server.port}"
    for name, lines in {
            "without a token": [], "with a wrong token": [bearer("a-token-of-the-attacj")],
            "with an empty token": [bearer("")], "from a page": [bearer(), own]}.items():
        with server.connect() as client:
            client.sendall(upgrade(server, "Connection: close", *lines))
            status = answer(client)[0]
            verdict.is_true(f"a link {name}: status {status}", 400 <= status < 500)


def named(server, verdict):
    for name, texts in {
            "malformed": [".{"], "laterVersion": ['.{"millrace":"link","version":99}'],
            "unexpected": [OPENING % "a", NEWS % 5],
            "malformed ": [OPENING % "b", STORES, NEWS % -1],
            "malformed  ": [OPENING % "c", STORES, NEWS % 9223372036854775807]}.items():
        with opened(server, *texts) as client:
            said = reason(client)
            verdict.is_true(f"a link closes with '{said[:60]}'", said.startswith(name.strip() + ":"))


def fuzzed(server, verdict):
    chance = random.Random(7)
    pieces = ["9223372036854775807", "-1", "1e999", "null", "[", "{", "}", '"', "0", "\\u0000"]
    count = 100 if QUICK else 2_000
    for number in range(count):
        texts = [OPENING % number, STORES, NEWS % 5, '.{"answer":{"_0":1,"_1":{"rows":{"edition":0,'
                 '"from":0,"_0":[]}}}}', '.{"alive":{}}']
        place = chance.randrange(len(texts))
        text = texts[place]
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(pieces) + text[at + chance.randrange(3):]
        texts[place] = text
        with opened(server, *texts):
            pass
    verdict.is_true(f"the server lives after {count} fuzzed links", server.is_alive)


def flood(server, verdict):
    """A message without an end is cut at 64 MB, and its memory is given back."""
    before = server.memory()
    client = opened(server, OPENING % "flood")
    part = frame(1, b"+" + b"x" * (255 * 1024))
    try:
        for _ in range(300):
            client.sendall(part)
    except OSError:
        pass
    verdict.is_true("a message without an end is cut", is_closed(client, 20))
    client.close()
    grown = (server.memory() - before) / MB
    verdict.is_true(f"memory grew by {grown:.0f} MB", grown < 300)


def attack(verdict):
    with Server(program=GALLERY, GALLERY_MONITOR_TOKEN=TOKEN) as server:
        for one in (refused, named, fuzzed, flood):
            one(server, verdict)
        verdict.is_true("the server is alive", server.is_alive)


run(attack)
