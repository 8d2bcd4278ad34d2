# SPDX-License-Identifier: Apache-2.0
"""Servers of animals that the gallery does not start."""

import json
import subprocess
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from serving import GALLERY

SERVER = str(Path(GALLERY).with_name("animals-server"))


class Client:
    """A server on a file, and a client that sends changes to it."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        self.process = subprocess.Popen(
            [SERVER, str(self.file), "--while-input"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, body):
        request = urllib.request.Request(
            self.address + "/animals/api", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(timeout=20) == 0
        self.process.stdout.close()


class Between:
    """Passes requests on to a server. It can kill the server after its answer to a change, and then
    it does not pass that answer on."""

    def __init__(self, file):
        self.file = file
        self.server = Client(file).__enter__()
        self.kills = False
        self.killed = threading.Event()
        self.keys = []
        between = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                between.pass_on(self)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def pass_on(self, asked):
        body = asked.rfile.read(int(asked.headers["Content-Length"]))
        key = asked.headers["Idempotency-Key"]
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        request = urllib.request.Request(self.server.address + asked.path, body, headers)
        asked.close_connection = True
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                told = answer.read()
        except (urllib.error.URLError, OSError):
            return  # the server is not there, and the connection ends without an answer
        if key:
            self.keys.append(key)
            if self.kills:
                self.kills = False
                self.server.kill()
                self.killed.set()
                return
        asked.send_response(200)
        asked.send_header("Content-Type", "application/json")
        asked.send_header("Content-Length", str(len(told)))
        asked.end_headers()
        asked.wfile.write(told)

    def restart(self):
        self.server = Client(self.file).__enter__()

    def close(self):
        self.http.shutdown()
        self.http.server_close()
        self.server.kill()
