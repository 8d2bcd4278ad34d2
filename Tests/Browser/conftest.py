# SPDX-License-Identifier: Apache-2.0
"""The fixtures of the browser tests: programs, a browser, pages that must report no errors."""

import functools
import os
import re

import pytest
from playwright.sync_api import expect, sync_playwright

from serving import CHROMIUM, FIXTURE, GALLERY, Proxy, Server

# MILLRACE_LAG=300 delays each message of a server, and each connection, by 300 milliseconds. A test
# that does not wait for what it checks fails then, and not only once in a thousand runs.
LAG = int(os.environ.get("MILLRACE_LAG", "0"))
LATE = """
  globalThis.WebSocket = class extends WebSocket {
    set onopen(begin) {
      const isOpen = () => this.readyState === this.OPEN; // the page can have closed it
      super.onopen = (event) => setTimeout(() => isOpen() && begin(event), %d);
    }
    set onmessage(hear) { super.onmessage = (event) => setTimeout(hear, %d, event); }
  };
""" % (LAG, LAG)

# The timeout is long, because a slow disk or a busy machine is no fault.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--host-resolver-rules=MAP app.example.com 127.0.0.1"])
        if LAG:
            browser.new_context = functools.partial(late_context, browser.new_context)
        yield browser
        browser.close()


def late_context(new_context, **options):
    context = new_context(**options)
    context.add_init_script(LATE)
    return context


@pytest.fixture
def gallery():
    server = Server(GALLERY).start()
    yield server
    server.kill()


@pytest.fixture
def fixture():
    server = Server(FIXTURE).start()
    yield server
    server.kill()


@pytest.fixture
def proxy(fixture):
    proxy = Proxy(fixture.port)
    yield proxy
    proxy.close()


@pytest.fixture
def context(browser):
    context = browser.new_context()
    context.set_default_timeout(20_000)
    yield context
    context.close()


def watched(page):
    """A page whose errors and warnings are collected."""
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: page.complaints.append(message.text)
            if message.type in ("error", "warning") else None)
    return page


# What a browser reports of a connection that was cut on purpose. After some failed attempts a page
# asks for the reason; a server that has come back answers with 426, and a proxy without one with 502.
CUT = re.compile("WebSocket|ERR_|the server responded with a status of (426|502)")


def own_complaints(page):
    """The errors of a page's own scripts."""
    return [line for line in page.complaints if not CUT.search(line)]


@pytest.fixture
def page(context):
    """A page that fails its test if the browser reports an error or a warning."""
    page = watched(context.new_page())
    yield page
    assert page.complaints == []


@pytest.fixture
def rough_page(context):
    """A page whose connection is cut on purpose; only the script's own errors count."""
    page = watched(context.new_page())
    yield page
    assert own_complaints(page) == []
