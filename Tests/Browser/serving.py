# SPDX-License-Identifier: Apache-2.0
"""Starts the programs under test, and a proxy that can drop or hold their connections."""

import atexit
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Error

ROOT = Path(__file__).resolve().parents[2]
GALLERY = os.environ.get("MILLRACE_GALLERY", str(ROOT / ".build/debug/gallery"))
FIXTURE = os.environ.get("MILLRACE_FIXTURE", str(ROOT / ".build/debug/WebFixture"))
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
# A program that is killed cannot remove its temporary files, so the tests remove them at the end.
TEMPORARY = tempfile.mkdtemp(prefix="millrace-browser-")
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)


class Server:
    """A program that serves pages; `port` stays the same when it is started again."""

    def __init__(self, program, **environment):
        self.program = program
        self.environment = os.environ | {"TMPDIR": TEMPORARY} | environment
        self.port = 0
        self.process = None
        self.is_wanted = False
        self.errors = tempfile.TemporaryFile(dir=TEMPORARY)

    def start(self):
        self.is_wanted = True
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.environment)
        line = self.process.stdout.readline()  # the address, once it listens
        self.port = int(line.rsplit(":", 1)[1].strip("/\n"))
        return self

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def kill(self):
        """Kills the program if it runs. A program that has ended by itself fails its test."""
        code = self.process.poll() if self.is_wanted else None
        self.is_wanted = False
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        assert code is None, f"It ended by itself, with {code}, and said last:\n{self.said()}"

    def said(self):
        """The end of the program's standard error."""
        self.errors.seek(0)
        return self.errors.read()[-8_000:].decode(errors="replace")

    def end(self):
        self.is_wanted = False
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        return code


def reload(page):
    """Reloads a page whose server was killed and started again.

    The browser can still have a connection to the killed server; a request on it is reset."""
    try:
        page.reload()
    except Error as error:
        if "ERR_CONNECTION_RESET" not in error.message:
            raise
        page.reload()


class Proxy:
    """Passes bytes on to a server; connections can be dropped, answers and sockets held back."""

    def __init__(self, target):
        self.target = target
        self.live = set()
        self.lock = threading.Lock()
        self.open = threading.Event()
        self.open.set()
        self.holds = threading.Event()  # an answer is held back
        self.sockets = threading.Event()
        self.sockets.set()
        self.is_hole = False  # new connections are accepted, but never answered
        self.swallowed = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def drop(self):
        """Cuts every connection, and so loses the data on its way."""
        with self.lock:
            for end in self.live:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def hold(self):
        self.holds.clear()
        self.open.clear()

    def hold_sockets(self):
        """Holds back requests for a socket, and nothing else."""
        self.sockets.clear()

    def release(self):
        self.open.set()
        self.sockets.set()

    def close(self):
        self.release()
        self.listener.close()
        for client in self.swallowed:
            client.close()
        self.drop()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.is_hole:
                self.swallowed.append(client)
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:  # the server is not there
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.live |= {client, server}
            pairs = ((client, server, False), (server, client, True))
            for pair in pairs:
                threading.Thread(target=self._pump, args=pair, daemon=True).start()

    def _pump(self, source, sink, is_answer):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if is_answer:
                    if not self.open.is_set():
                        self.holds.set()
                    self.open.wait()
                elif b"/millrace.socket" in data:
                    self.sockets.wait()
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
