#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a gallery over loopback: clicks, keystrokes, loading, and memory per open page;
with --lists, large lists of the fixture, also in a browser.

usage: measure.py [--program PATH] [--clicks N] [--keys N] [--pages N]
       measure.py --lists [--fixture PATH] [--rounds N]

Needs the standard library only, and Playwright for --lists. The client's own time is part of what
it prints. Build the programs in release before.
"""

import argparse
import base64
import os
import re
import socket
import statistics
import struct
import time

from serving import CHROMIUM, FIXTURE, GALLERY, Server


class Visitor:
    """A page without a browser: loads the HTML, opens the socket, says hello."""

    def __init__(self, port, path="/counter"):
        self.port = port
        self.seq = 0
        self.buffer = b""
        self.html = self._load(path)
        session = re.search(r'data-session="([^"]+)"', self.html).group(1)
        self.button = re.search(r'<button data-n="(\d+)"|$', self.html).group(1)
        self.field = re.search(r'<input data-n="(\d+)"|$', self.html).group(1)
        self.socket = self._connect()
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /millrace.socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.send(f'{{"t":"hello","session":"{session}","page":"{path}","batch":1}}')
        self.read()

    def _connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _load(self, path):
        with self._connect() as connection:
            connection.sendall(
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            text = b""
            while data := connection.recv(65536):
                text += data
        return text.decode()

    def send(self, text):
        data = text.encode()
        head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else (
            bytes([0x81, 0xFE]) + struct.pack(">H", len(data)))
        self.socket.sendall(head + b"\0\0\0\0" + data)  # a mask of zeros changes nothing

    def _take(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the server has closed the socket")
            self.buffer += data
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def read(self):
        head = self._take(2)
        length = head[1]
        if length == 126:
            length = struct.unpack(">H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self._take(8))[0]
        return self._take(length)

    def click(self):
        """Clicks once and waits for the patch."""
        self.seq += 1
        self.send(f'{{"t":"event","seq":{self.seq},"node":{self.button},"kind":"tap"}}')
        while b'"patches"' not in self.read():
            pass

    def type(self, text):
        """Sets the text of a field and waits until the server has answered."""
        self.seq += 1
        self.send(f'{{"t":"event","seq":{self.seq},"node":{self.field},'
                  f'"kind":"input","value":"{text}"}}')
        answered = f'"ack":{self.seq}'.encode()
        while answered not in self.read():
            pass


def resident(pid):
    """The resident size of a process in KB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


def summary(times):
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49]:.3f} ms, p99 {cuts[98]:.3f} ms, max {max(times):.3f} ms"


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def keystrokes():
    """The texts of a field while words are typed and deleted again, letter by letter."""
    while True:
        for word in ("ada", "oslo", "zu", "maria garcia", "no such person", "e"):
            yield from (word[:length] for length in range(1, len(word) + 1))
            yield from (word[:length] for length in range(len(word) - 1, -1, -1))


def counter(server, options):
    visitor = Visitor(server.port)
    for _ in range(200):
        visitor.click()
    times = [milliseconds(visitor.click) for _ in range(options.clicks)]
    print(f"click to patch: {summary(times)} over {options.clicks} clicks")
    before = resident(server.process.pid)
    pages = [Visitor(server.port) for _ in range(options.pages)]
    after = resident(server.process.pid)
    print(f"memory: {before} KB before, {after} KB with {len(pages)} more pages open, "
          f"{(after - before) / len(pages):.1f} KB per page")

    def reach():
        pages[0].click()
        for page in pages[1:]:
            page.read()

    print(f"one click reaches {len(pages)} pages in {milliseconds(reach):.1f} ms")


def people(server, options):
    times = [milliseconds(lambda: Visitor(server.port, "/people")) for _ in range(100)]
    print(f"people, loading a page and connecting: {summary(times)} over 100 loads")
    visitor = Visitor(server.port, "/people")
    keys = keystrokes()
    times = [milliseconds(lambda: visitor.type(next(keys))) for _ in range(options.keys)]
    print(f"people, keystroke to patch: {summary(times)} over {options.keys} keystrokes")
    before = resident(server.process.pid)
    pages = [Visitor(server.port, "/people") for _ in range(100)]
    opened = resident(server.process.pid)
    for page in pages:
        page.click()  # a random change: after it the page has tables of its own
    changed = resident(server.process.pid)
    print(f"people, memory: {(opened - before) / 100:.1f} KB per open page, "
          f"{(changed - before) / 100:.1f} KB after a first change on each")


# Runs an action in the page and waits for the frame that shows its result.
SHOWN = """async ([selector, text, act, target, value]) => {
  const shown = () => document.querySelector("main").innerText.includes(text);
  const element = document.querySelector(target);
  const begin = performance.now();
  if (act === "fill") {
    element.value = value;
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  } else element.click();
  const root = document.querySelector(".mv-root");
  await new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if ([...root.children].some((child) => child.textContent.startsWith(text))) {
        seen.disconnect();
        resolve();
      }
    });
    seen.observe(root, { childList: true, subtree: true, characterData: true });
  });
  const applied = performance.now() - begin;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return [applied, performance.now() - begin];
}"""


def shown(page, text, act, target, value=""):
    """How long until the text was set by a patch, and until its frame was on the screen."""
    return page.evaluate(SHOWN, ["", text, act, target, value])


def long_list(server, options):
    """A list of 100,000 rows, without a browser."""
    path = "/large/list"
    first = Visitor(server.port, path)
    times = [milliseconds(lambda: Visitor(server.port, path)) for _ in range(50)]
    print(f"{path}: first page {len(first.html.encode())} bytes, loading and connecting: "
          f"{summary(times)} over 50 loads")
    words = ["Grace", "Grace 4", "Grace 4095", ""] * options.rounds
    times = [milliseconds(lambda: first.type(words.pop(0))) for _ in range(len(words))]
    print(f"{path}: a search to its patches: {summary(times)}")
    before = resident(server.process.pid)
    pages = [Visitor(server.port, path) for _ in range(100)]
    opened = resident(server.process.pid)
    for page in pages:
        page.type("Ada")  # after it the page has its own array of the rows that were found
    print(f"{path}: memory: {(opened - before) / 100:.0f} KB per open page, "
          f"{(resident(server.process.pid) - before) / 100:.0f} KB after a search on each")


def lists(server, options):
    from playwright.sync_api import sync_playwright

    Visitor(server.port, "/large/list")  # the program makes the rows for the first page
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"])
        for path, count in [("/large/stack", 5000), ("/large/list5", 5000), ("/large/list", 100000)]:
            page = browser.new_page()
            begin = time.perf_counter()
            body = page.goto(server.url(path)).body()
            page.wait_for_function("() => document.querySelector('.mv-root').childElementCount > 2")
            print(f"{path}: {len(body)} bytes, loaded in "
                  f"{(time.perf_counter() - begin) * 1000:.0f} ms")
            narrow, clear, every = [], [], []
            for _ in range(options.rounds):
                narrow.append(shown(page, "1 found" if count == 5000 else "3 found", "fill", "input", "Grace 4095"))
                clear.append(shown(page, f"{count} found", "fill", "input", ""))
                if path.endswith("stack"):
                    every.append(shown(page, "", "click", "button"))
            for name, times in [("search", narrow), ("cleared", clear), ("all rows set", every)]:
                if times:
                    applied, painted = (statistics.median(part) for part in zip(*times))
                    print(f"{path}: {name}: applied after {applied:.0f} ms, "
                          f"shown after {painted:.0f} ms")
            page.close()
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=GALLERY)
    parser.add_argument("--clicks", type=int, default=5000)
    parser.add_argument("--keys", type=int, default=1000)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--lists", action="store_true")
    parser.add_argument("--fixture", default=FIXTURE)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for part in (long_list, lists) if options.lists else (counter, people):
        server = Server(options.fixture if options.lists else options.program).start()
        try:
            part(server, options)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
