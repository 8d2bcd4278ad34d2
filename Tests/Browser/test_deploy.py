# SPDX-License-Identifier: Apache-2.0
"""The configurations of the article Deploying.md, word for word: nginx with TLS and a sub-path."""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import own_complaints, watched
from serving import FIXTURE, GALLERY, ROOT, TEMPORARY
from test_board import act, card, log_in, open_board

ARTICLE = ROOT / "Sources/MillraceWeb/MillraceWeb.docc/Deploying.md"
HOST = "app.example.com"
NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr warn;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def block(language):
    """The code block of the article in a language."""
    text = ARTICLE.read_text(encoding="utf-8")
    return re.search(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]


def replaced(text, *pairs):
    for old, new in pairs:
        assert old in text, f"the article no longer says: {old}"
        text = text.replace(old, new)
    return text


class Site:
    """The program as the unit starts it, behind nginx as the article configures it."""

    def __init__(self, folder, program=FIXTURE, **environment):
        self.folder, self.log = folder, folder / "log"
        self.words = shlex.split(re.search(r"^ExecStart=(.*)$", block("ini"), re.MULTILINE)[1])
        self.words[0] = program
        own = self.words.index("--port") + 1
        self.words[own] = "0"
        self.environment = os.environ | {"TMPDIR": TEMPORARY} | environment
        self.start()
        self.words[own] = re.search(r":(\d+)/", self.line)[1]  # the same when it is started again
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", f"/CN={HOST}", "-addext",
             f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", certificate],
            check=True, capture_output=True)
        # nginx takes over the open listener, as it does from an older nginx. So no other program
        # gets the port, and a connection waits until nginx runs.
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
            site = replaced(
                block("nginx"), ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
                ("http://127.0.0.1:8080", f"http://127.0.0.1:{self.words[own]}"),
                ("/etc/ssl/app.pem", str(certificate)), ("/etc/ssl/app.key", str(key)))
            configuration = folder / "nginx.conf"
            configuration.write_text(NGINX.format(folder=folder, site=site))
            nginx = shutil.which("nginx") or "/usr/sbin/nginx"
            with (folder / "nginx.log").open("w") as log:
                self.proxy = subprocess.Popen(
                    [nginx, "-p", folder, "-c", configuration], stdout=log, stderr=log,
                    env=os.environ | {"NGINX": f"{listener.fileno()};"},
                    pass_fds=[listener.fileno()])
        try:
            self.ask(f"GET /app/ HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n")
        except OSError as failure:
            raise AssertionError((folder / "nginx.log").read_text()) from failure

    def start(self):
        with self.log.open("a") as log:
            self.program = subprocess.Popen(
                self.words, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
        self.line = self.program.stdout.readline()

    def kill(self):
        self.program.kill()
        self.program.wait()
        self.program.stdout.close()

    def url(self, path):
        return f"https://{HOST}:{self.port}{path}"

    def ask(self, request, address="127.0.0.1"):
        """The first bytes of the answer to a request over TLS, from an address of this machine."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(
            ("127.0.0.1", self.port), timeout=20, source_address=(address, 0)
        ) as plain, context.wrap_socket(plain, server_hostname=HOST) as secure:
            secure.sendall(request.encode())
            return secure.recv(4096).decode("latin-1")

    def end(self):
        for process in (self.proxy, self.program):
            process.terminate()
        self.proxy.wait(timeout=20)
        code = self.program.wait(timeout=20)
        self.program.stdout.close()
        return code


@pytest.fixture
def public(tmp_path):
    """A folder that nginx may read. If root runs the tests, nginx has workers of another user."""
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if str(folder) != "/tmp":
            folder.chmod(0o755)
    return tmp_path


@pytest.fixture
def site(public):
    site = Site(public)
    yield site
    site.end()


@pytest.fixture
def board_site(public):
    site = Site(
        public, GALLERY, BOARD_FOLDER=str(public / "boards"), GALLERY_SESSION_KEY="5a" * 32)
    yield site
    site.end()


@pytest.fixture
def visitor(browser):
    context = browser.new_context(ignore_https_errors=True)
    context.set_default_timeout(20_000)
    yield watched(context.new_page())
    context.close()


def test_a_page_lives_behind_nginx_with_tls_below_a_path(site, visitor):
    assert site.line.rstrip().endswith("/app/")
    sockets = []
    visitor.on("websocket", lambda opened: sockets.append(opened.url))
    visitor.goto(site.url("/app/"))
    visitor.get_by_role("link", name="Clicks", exact=True).click()
    visitor.wait_for_url(site.url("/app/clicks"))  # waits for the scripts of the page too
    expect(visitor.get_by_text("Clicks: 0")).to_be_visible()
    visitor.get_by_role("button", name="Click").click(click_count=3)
    expect(visitor.get_by_text("Clicks: 3")).to_be_visible()
    assert sockets == [f"wss://{HOST}:{site.port}/app/millrace.socket"]
    assert visitor.complaints == []


def test_files_and_links_stay_below_the_path(site, visitor, tmp_path):
    note = tmp_path / "note.txt"
    note.write_bytes(b"x" * 3_000_000)  # more than nginx accepts by default
    visitor.goto(site.url("/app/files"))
    with visitor.expect_file_chooser() as opened:
        visitor.get_by_role("button", name="One File").click()
    opened.value.set_files(note)
    expect(visitor.get_by_text("note.txt: 3000000 bytes")).to_be_visible()
    with visitor.expect_popup() as other:
        visitor.get_by_role("link", name="Private Clicks").click()
    expect(other.value.get_by_text("Clicks: 0")).to_be_visible()
    assert other.value.url == site.url("/app/private")
    assert visitor.complaints == []


def test_a_page_is_loaded_again_behind_nginx_whose_timeout_is_long(site, visitor):
    visitor.goto(site.url("/app/clicks"))
    visitor.get_by_role("button", name="Click").click()
    expect(visitor.get_by_text("Clicks: 1")).to_be_visible()
    # nginx closes idle connections after its timeout. The server's pings must come before that.
    text = block("nginx")
    assert int(re.search(r"proxy_read_timeout (\d+)s", text)[1]) > 60
    visitor.reload()
    expect(visitor.get_by_text("Clicks: 1")).to_be_visible()


def test_the_log_has_the_clients_address(site):
    answer = site.ask(f"POST /app/clicks HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 0\r\n"
                      "X-Forwarded-For: 6.6.6.6\r\n\r\n", address="127.0.0.9")
    assert answer.startswith("HTTP/1.1 405")
    site.end()
    assert "client=127.0.0.9" in site.log.read_text()
    assert "6.6.6.6" not in site.log.read_text()


def test_foreign_names_and_origins_are_refused(site):
    foreign = site.ask("GET /app/clicks HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert foreign.startswith("HTTP/1.1 403")
    socket_ = (f"GET /app/millrace.socket HTTP/1.1\r\nHost: {HOST}\r\nOrigin: https://ORIGIN\r\n"
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    assert site.ask(socket_.replace("ORIGIN", "evil.example")).startswith("HTTP/1.1 403")
    assert site.ask(socket_.replace("ORIGIN", HOST)).startswith("HTTP/1.1 101")


def test_the_unit_is_understood(site, tmp_path):
    unit = tmp_path / "app.service"
    unit.write_text(replaced(block("ini"), ("/usr/local/bin/app", FIXTURE)))
    if shutil.which("systemd-analyze"):
        run = subprocess.run(
            ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
        wrong = [line for line in run.stderr.splitlines() if "app.service" in line]
        assert wrong == []
    # The unit must wait longer than the program takes to stop.
    assert int(re.search(r"TimeoutStopSec=(\d+)", unit.read_text())[1]) > 10
    assert site.end() == 0


def test_a_board_lives_behind_nginx_across_a_reload_and_a_kill(board_site, visitor):
    visitor.goto(board_site.url("/app/board"))
    log_in(visitor)
    open_board(visitor)
    assert visitor.url.startswith(board_site.url("/app/board/"))
    visitor.get_by_label("New card").fill("Buy a certificate")
    visitor.get_by_label("New card").press("Enter")
    expect(card(visitor, "Buy a certificate")).to_be_visible()
    cookie = next(x for x in visitor.context.cookies() if x["httpOnly"])
    assert cookie["secure"] and cookie["path"] == "/app" and cookie["sameSite"] in ("Lax", "Strict")
    visitor.reload()
    expect(card(visitor, "Buy a certificate")).to_be_visible()
    act(visitor, "Buy a certificate", "Move to Done")
    expect(visitor.get_by_text("Ada moved “Buy a certificate” to “Done”.")).to_be_visible()
    done = visitor.get_by_text(re.compile(r"^Done \(\d+\)$")).inner_text()
    address = visitor.url
    board_site.kill()
    board_site.start()
    expect(card(visitor, "Buy a certificate")).to_be_visible()
    expect(visitor.get_by_text(done, exact=True)).to_be_visible()
    visitor.go_back()
    expect(visitor).to_have_title("Boards")
    visitor.go_forward()
    expect(card(visitor, "Buy a certificate")).to_be_visible()
    assert visitor.url == address
    assert own_complaints(visitor) == []
