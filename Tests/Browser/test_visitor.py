# SPDX-License-Identifier: Apache-2.0
"""Two tabs with random clicks and keys: a page stays equal to the tree that the server would send.

These pages change only after input, so a difference is a fault of the patches or the script.
"""

import difflib
import os
import random

import pytest
from playwright.sync_api import expect

from conftest import watched

# Each seed gives another random script. MILLRACE_SEEDS=500 runs 500 of them for each page.
SEEDS = range(int(os.environ.get("MILLRACE_SEEDS", "1")))
STEPS, STEPS_TO_A_CHECK = 24, 8
OUT_OF_STEP = "requests the whole tree"  # the page reports this after a check

# Records the messages of the page's socket, can put the page out of step, so that it requests a
# fresh tree, and lists what the page shows. Attributes with the initial value of a control are left
# out, because its properties have the present one.
WATCH = """
  const line = globalThis.line = { sent: 0, answered: 0, batch: 0, welcomes: 0 };
  let waiting = [];
  line.until = (isTrue) => new Promise((resolve) => {
    waiting.push(() => (isTrue() ? resolve() ?? true : false));
    waiting = waiting.filter((look) => !look());
  });
  globalThis.WebSocket = class extends WebSocket {
    send(text) {
      line.sent = Math.max(line.sent, JSON.parse(text).seq ?? 0);
      super.send(text);
    }
    set onmessage(hear) {
      line.hear = (event) => hear(event);
      super.onmessage = (event) => {
        const { t, ack, batch } = JSON.parse(event.data);
        line.answered = ack ?? line.answered;
        line.batch = batch ?? line.batch;
        if (t === "welcome") line.welcomes += 1;
        hear(event);
        waiting = waiting.filter((look) => !look());
      };
    }
  };
  // A key, or a click at a place that has just changed, can hit a link that leaves the sample. Such
  // links do nothing here.
  line.leaves = ({ href }) =>
    href && new URL(href).pathname.split("/")[1] !== location.pathname.split("/")[1];
  addEventListener("click", (event) => {
    if (line.leaves(event.target.closest("a") ?? {})) event.preventDefault();
  }, true);
  // As a browser does for a person's choice; `share` is a part of 1.
  line.choose = (select, share) => {
    const { options } = select;
    if (options.length === 0) return;
    select.selectedIndex = Math.floor(share * options.length);
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  };
  line.quiet = () => line.until(() => line.welcomes > 0 && line.answered >= line.sent);
  line.confuse = () => line.hear({
    data: JSON.stringify({ t: "patch", ack: line.answered, batch: 0, patches: [["text", -1, ""]] }),
  });
  line.refreshed = async () => {
    await line.quiet();
    const { batch, welcomes } = line;
    const shown = line.shown();
    line.confuse();
    await line.until(() => line.welcomes > welcomes);
    return [shown, batch, line.shown(), line.batch];
  };
  const ANCHOR = 'style="overflow-anchor: none;"'; // set while a list has just been changed
  line.shown = () => {
    const lines = [];
    const write = (node, indent) => {
      if (node.nodeType === Node.TEXT_NODE) lines.push(indent + JSON.stringify(node.data));
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches(".mv-leaving")) return;
      const first = node.matches("input, select, option, textarea")
        ? ["value", "checked", "selected"] : [];
      lines.push([
        indent + node.localName,
        ...[...node.attributes].filter(({ name }) => !first.includes(name))
          .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
          .filter((attribute) => attribute !== ANCHOR).sort(),
        ...["value", "checked", "selected"].filter((name) => first.length > 0 && name in node)
          .map((name) => `${name} is ${JSON.stringify(node[name])}`),
        ...(node.matches("dialog:modal") ? ["is modal"] : []),
        ...(node === document.activeElement && node.checkVisibility() && !node.disabled
          ? ["has the focus"] : []),
      ].join(" "));
      if (node.matches("textarea")) return; // its content is the initial value
      for (const child of node.childNodes) write(child, indent + " ");
    };
    for (const child of document.querySelector("main").childNodes) write(child, "");
    return lines;
  };
"""

# The usable elements of the dialog on top, or of the page, without links that leave the sample.
USABLE = """() => {
  const root = [...document.querySelectorAll("dialog[open]")].pop() ?? document.querySelector("main");
  return [...root.querySelectorAll("[data-on], button, a[href], input, select, textarea, summary")]
    .filter((element) => !element.disabled && element.type !== "file" &&
      element.getClientRects().length > 0 && !line.leaves(element));
}"""

TEXTS = ("", "x", "12", "-1", "1e999", "Ω≈ç 👩‍👩‍👧‍👦", "<b>bold</b>&amp;", "\u202eright", "long " * 80, "two\nlines")
KEYS = ("Tab", "Shift+Tab", "Enter", "Escape", "Space", "ArrowDown", "ArrowUp", "ArrowLeft",
        "ArrowRight", "Home", "End", "PageDown", "Backspace", "Control+z", "Control+Shift+z", "a")
TYPED = ("text", "password", "search", "email", "url", "tel", "number", "textarea")


def step(page, chance):
    """One random step of a user: a click on an element, typed text, a choice or a key."""
    usable = page.evaluate_handle(USABLE)
    count = usable.evaluate("(all) => all.length")
    if count == 0 or chance.random() < 0.15:
        return page.keyboard.press(chance.choice(KEYS))
    element = usable.evaluate_handle("(all, n) => all[n]", chance.randrange(count)).as_element()
    element.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
    kind, box = element.evaluate("(element) => element.type ?? ''"), element.bounding_box()
    if kind == "select-one":
        return element.evaluate("(select, share) => line.choose(select, share)", chance.random())
    if box is None:  # it has gone meanwhile
        return None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2,
                     click_count=chance.choice((1, 1, 1, 2)))
    if kind in TYPED:
        if chance.random() < 0.5:
            page.keyboard.press("Control+a")
        page.keyboard.type(chance.choice(TEXTS))
    return None


def check(page):
    """Compares the patched page with the page after a fresh tree."""
    while True:
        shown, batch, fresh, now = page.evaluate("line.refreshed()")
        if now == batch + 1:  # else something changed meanwhile
            assert list(difflib.unified_diff(shown, fresh, "patched", "fresh", lineterm="", n=0)) == []
            return


def visit(context, url, seed):
    chance = random.Random(f"{seed} {url.split('/', 3)[3]}")
    context.add_init_script(WATCH)
    tabs = [watched(context.new_page()) for _ in range(2)]
    for tab in tabs:
        tab.on("framenavigated", lambda frame: print("loaded", frame.url))  # once, unless it fails
        tab.goto(url)
        expect(tab.locator("#millrace-status")).to_be_empty()
    for number in range(1, STEPS + 1):
        step(chance.choice((tabs[0], tabs[0], tabs[1])), chance)
        if number % STEPS_TO_A_CHECK == 0:
            for tab in tabs:  # a step in one tab can send patches to the other one
                tab.evaluate("line.quiet()")
            for tab in tabs:
                check(tab)
    for tab in tabs:
        assert [line for line in tab.complaints if OUT_OF_STEP not in line] == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", (
    "/catalog/interaction", "/catalog/content", "/catalog/structure", "/fields", "/rows", "/dialogs",
    "/shop", "/large/shared", "/large/list5"))
def test_a_page_of_the_catalog_stays_what_the_server_would_send_anew(fixture, context, path, seed):
    visit(context, fixture.url(path), seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", ("/people", "/circles"))
def test_a_sample_stays_what_the_server_would_send_anew(gallery, context, path, seed):
    visit(context, gallery.url(path), seed)
