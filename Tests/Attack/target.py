# SPDX-License-Identifier: Apache-2.0
"""What the attacks share: the server under attack, visitors, what is measured, and the verdict.

Nothing but Python's own modules is needed. A script is called so:

    SCRIPT [--quick]

with the server's program in MILLRACE_FIXTURE. It prints what it measured beside its limit and ends
with 1 if a limit is broken.
"""

import atexit
import contextlib
import os
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("MILLRACE_FIXTURE", str(ROOT / ".build/debug/WebFixture"))
QUICK = "--quick" in sys.argv
KB, MB = 1024, 1024 * 1024
MASK = bytes((7, 130, 45, 211))
ATTACKER = "127.0.0.2"  # visitors come from 127.0.0.1
# A server that is killed cannot remove its temporary files: they go when the script ends.
TEMPORARY = tempfile.mkdtemp(prefix="millrace-attack-")
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)


class Server:
    """The program under attack. Its log is discarded unless a script gives a file for it."""

    def __init__(self, *arguments, limits="", log=None, program=PROGRAM, **environment):
        self.program = program
        self.environment = (
            os.environ | {"TMPDIR": TEMPORARY, "MILLRACE_LIMITS": limits} | environment)
        self.arguments, self.log, self.port = arguments, log, 0

    def __enter__(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.process = subprocess.Popen(
            [self.program, "--port", "0", *self.arguments],
            stdout=subprocess.PIPE, stderr=self.log or subprocess.DEVNULL,
            text=True, env=self.environment)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        if not found:
            self.process.wait()
            raise ConnectionError(f"the server did not start with {' '.join(self.arguments)}")
        self.port = int(found[1])
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    @property
    def is_alive(self):
        return self.process.poll() is None

    def memory(self):
        """Bytes of memory that are the process's own and in use."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"^Anonymous: +(\d+)", text, re.MULTILINE)[1]) * KB

    def processor_time(self):
        """Seconds of processors that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connect(self, address="127.0.0.1", receive_buffer=None, timeout=20):
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.bind((address, 0))
        client.settimeout(timeout)
        client.connect(("127.0.0.1", self.port))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def head(self, path, *lines, method="GET"):
        """The bytes of a request's head."""
        all_lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *lines, "", ""]
        return "\r\n".join(all_lines).encode()

    def get(self, path, *lines, address="127.0.0.1"):
        """Status and text of one request on a connection of its own."""
        with self.connect(address) as client:
            client.sendall(self.head(path, "Connection: close", *lines))
            return answer(client)

    def upgrade(self, *lines, path="/millrace.socket"):
        return self.head(
            path, *lines, f"Origin: http://127.0.0.1:{self.port}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")


def answer(client):
    """Status and text of all that comes until the end; 0 and no text if nothing comes."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while piece := client.recv(65536):
            data += piece
    return (int(data[9:12]) if data[9:12].isdigit() else 0), data.decode("utf-8", "replace")


def frame(opcode, payload=b"", final=True):
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", (0x80 if final else 0) | opcode, 0x80 | length)
    elif length > 0xFFFF:
        head = struct.pack("!BBQ", (0x80 if final else 0) | opcode, 0xFF, length)
    else:
        head = struct.pack("!BBH", (0x80 if final else 0) | opcode, 0xFE, length)
    return head + MASK + bytes(byte ^ MASK[index % 4] for index, byte in enumerate(payload))


class Page:
    """A live page without a browser: its HTML, then its socket."""

    def __init__(self, server, path="/clicks", address="127.0.0.1", receive_buffer=None, html=None,
                 cookie=None):
        self.path, self.seq, self.buffer = path, 0, b""
        self.html = html or server.get(path, address=address)[1]
        self.session = (re.search(r'data-session="([^"]*)"', self.html) or ["", ""])[1]
        self.button = int((re.search(r'<button data-n="(\d+)"', self.html) or ["", "0"])[1])
        self.socket = server.connect(address, receive_buffer)
        self.socket.sendall(server.upgrade(*[f"Cookie: {cookie}"] if cookie else []))
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise ConnectionError(head.decode("latin-1"))

    def _more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("the server has closed the connection")
        self.buffer += piece

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, text):
        self.socket.sendall(frame(1, text.encode()))

    def hello(self):
        """Sends the hello and returns the welcome."""
        self.send(
            f'{{"t":"hello","session":"{self.session}","page":"{self.path}","batch":1}}')
        return self.text()

    def tap(self):
        """The text of the next click."""
        self.seq += 1
        return f'{{"t":"event","seq":{self.seq},"node":{self.button},"kind":"tap"}}'

    def click(self):
        """Clicks, waits for the answer, and returns the seconds that this took."""
        start = time.perf_counter()
        self.send(self.tap())
        while f'"ack":{self.seq}' not in self.text():
            pass
        return time.perf_counter() - start

    def frame(self):
        head = self._take(2)
        length = head[1] & 0x7F
        if length == 126:
            length = struct.unpack("!H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", self._take(8))[0]
        return head[0] & 15, self._take(length)

    def text(self):
        while True:
            opcode, payload = self.frame()
            if opcode == 1:
                return payload.decode()
            if opcode == 8:
                raise ConnectionError(f"closed with {struct.unpack('!H', payload[:2])[0]}")

    def close(self):
        self.socket.close()

    def reset(self):
        """Aborts the connection with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def opened(server, path="/clicks", **options):
    """A page after its hello and welcome."""
    page = Page(server, path, **options)
    page.hello()
    return page


def is_closed(client, within):
    """Whether the server closes a connection within some seconds; its output is ignored."""
    deadline = time.monotonic() + within
    with contextlib.suppress(OSError):
        while (left := deadline - time.monotonic()) > 0:
            client.settimeout(left)
            if not client.recv(65536):
                return True
        return False
    return time.monotonic() < deadline


def until(condition, within=20):
    """Checks a condition ten times a second; returns whether it became true."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


class Verdict:
    """What was measured, beside its limit."""

    def __init__(self):
        self.broken = 0

    def at_most(self, what, value, limit, unit=""):
        self._say(value <= limit, f"{what}: {value:,.2f}{unit}, at most {limit:,}{unit}")

    def is_true(self, what, truth):
        self._say(truth, what)

    def _say(self, holds, text):
        self.broken += not holds
        print(f"{'ok    ' if holds else 'BROKEN'} {text}", flush=True)

    def end(self, server=None):
        if server is not None:
            self.is_true("the server lives", server.is_alive)
        sys.exit(1 if self.broken else 0)


def run(attack):
    """Runs an attack; an unexpected error counts as a broken limit, with one line."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    verdict = Verdict()
    try:
        attack(verdict)
    except (OSError, AssertionError, subprocess.SubprocessError) as error:
        verdict.is_true(f"no surprise: {type(error).__name__}: {error}", False)
    verdict.end()
