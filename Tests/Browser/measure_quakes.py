#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how long a month of earthquakes takes from its last byte until it is shown, and the
longest pauses meanwhile: of the program, as another page sees it, and of the browser's page.

usage: measure_quakes.py [--program PATH] [--features N] [--times N]

Build the gallery with `swift build -c release --product gallery --enable-all-traits` first.
"""

import argparse
import threading
import time

from playwright.sync_api import sync_playwright

import feeds
from measure import Visitor, milliseconds
from serving import CHROMIUM, GALLERY, Server

WATCH = """total => {
  window.pauses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) pauses.push(entry.duration);
  }).observe({ type: 'longtask' });
  window.shown = new Promise((done) => {
    const isThere = () => document.body.innerText.includes(total) &&
      document.querySelectorAll('.mv-clip path').length > 20;
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(Date.now())));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}"""


def clicks(port, stop, times):
    """Presses a button of another page again and again, each time after the last answer."""
    visitor = Visitor(port)
    while not stop.is_set():
        times.append(milliseconds(visitor.click))


def once(browser, server, feed, features):
    page = browser.new_page()
    page.goto(server.url("/quakes"))
    page.wait_for_timeout(1500)
    last = []
    feed.on_last_byte = lambda: last.append(time.time())
    page.evaluate(WATCH, f"{features} earthquakes / {features} total")
    stop, times = threading.Event(), []
    other = threading.Thread(target=clicks, args=(server.port, stop, times))
    other.start()
    page.locator("summary", has_text="Refresh").click()
    page.get_by_role("button", name="Past month").click()
    shown = page.evaluate("shown")
    stop.set()
    other.join()
    pauses = page.evaluate("pauses")
    page.close()
    return shown - last[0] * 1000, max(times), max(pauses, default=0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=GALLERY)
    parser.add_argument("--features", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    feed = feeds.FeedServer()
    feed.feeds["month"] = feeds.feed(options.features, span=30 * feeds.DAY)
    server = Server(options.program, QUAKES_FEED=feed.address).start()
    print(f"a feed of {len(feed.feeds['month']) / 1e6:.1f} MB")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(options.times):
            shown, program, page = once(browser, server, feed, options.features)
            print(f"shown {shown:.0f} ms after its last byte; longest pause of the program "
                  f"{program:.0f} ms, of the page {page:.0f} ms (0: none over 50 ms)")
        browser.close()
    server.kill()
    feed.close()


main()
