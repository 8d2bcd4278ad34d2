# SPDX-License-Identifier: Apache-2.0
"""The browser's address and the state of a page, and the status of a page without a connection."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def address(page):
    parts = urlsplit(page.url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def arrives(page, wanted):
    page.wait_for_function("wanted => location.pathname + location.search === wanted", arg=wanted)


def press(page, name):
    text = re.compile(f"^{re.escape(name)}$")  # a link shows an arrow, which is no text
    page.locator("#millrace button:visible", has_text=text).click()


def shows(page, text):
    expect(page.locator("#millrace").get_by_text(text, exact=True)).to_be_visible()


def test_taps_make_addresses_and_back_and_forward_go_through_them(fixture, page):
    page.goto(fixture.url("/shop"))
    shows(page, "All goods")
    press(page, "To item 1")
    arrives(page, "/shop/items/1")
    press(page, "To item 2")
    arrives(page, "/shop/items/1/items/2")
    press(page, "To a tag")
    arrives(page, "/shop/items/1/items/2/tags/a%2Fb%20%3F%26%23%C3%A4")
    shows(page, "Tag 'a/b ?&#ä'")
    page.go_back()
    shows(page, "Item 2")
    page.go_back()
    shows(page, "Item 1")
    page.go_back()
    shows(page, "All goods")
    assert address(page) == "/shop"
    page.go_forward()
    shows(page, "Item 1")
    assert address(page) == "/shop/items/1"
    press(page, "To a tag")  # removes the later entries of the history
    shows(page, "Tag 'a/b ?&#ä'")
    page.evaluate("history.forward()")
    press(page, "Back")
    arrives(page, "/shop/items/1")
    shows(page, "Item 1")


def test_a_reload_opens_the_address_that_the_page_had_set(fixture, page):
    page.goto(fixture.url("/shop"))
    press(page, "To a tag")
    shows(page, "Tag 'a/b ?&#ä'")
    before = address(page)
    page.reload()
    shows(page, "Tag 'a/b ?&#ä'")
    assert address(page) == before


def test_going_back_to_an_address_that_no_page_would_set(fixture, page):
    page.goto(fixture.url("/shop?from=a&from=b\\c"))
    for _ in range(2):
        press(page, "To item 1")
        shows(page, "Item 1")
        page.go_back()
        shows(page, "All goods")
    expect(page.get_by_role("status")).to_have_text("")


def test_going_back_while_the_page_is_welcomed_anew(fixture, page):
    held = []

    def hold(line):
        server = line.connect_to_server()
        server.on_message(
            lambda text: held.append((line, text)) if '"new":true' in text else line.send(text))

    page.route_web_socket("**/millrace.socket", hold)
    page.goto(fixture.url("/shop"))
    press(page, "To item 1")
    arrives(page, "/shop/items/1")
    fixture.kill()
    fixture.start()
    while not held:
        page.wait_for_timeout(20)
    page.complaints.clear()  # errors of sockets that found no server
    page.evaluate("history.back()")
    arrives(page, "/shop")
    line, welcome = held.pop()
    line.send(welcome)
    shows(page, "All goods")
    press(page, "To item 1")
    arrives(page, "/shop/items/1")
    shows(page, "Item 1")


def test_a_search_takes_the_place_of_the_entry(fixture, page):
    page.goto(fixture.url("/shop"))
    press(page, "To item 1")
    arrives(page, "/shop/items/1")
    page.go_back()
    shows(page, "All goods")
    length = page.evaluate("history.length")
    page.get_by_label("Search").press_sequentially("a b & c")
    shows(page, "Looking for 'a b & c'")
    arrives(page, "/shop?q=a%20b%20%26%20c")
    assert page.evaluate("history.length") == length
    press(page, "Help")
    arrives(page, "/shop?help=&q=a%20b%20%26%20c")
    press(page, "Close")
    arrives(page, "/shop?q=a%20b%20%26%20c")
    press(page, "To item 1")
    arrives(page, "/shop/items/1?q=a%20b%20%26%20c")
    page.go_back()
    shows(page, "All goods")
    expect(page.get_by_label("Search")).to_have_value("a b & c")


def test_a_reload_and_a_deep_link_show_the_same(fixture, page, context):
    page.goto(fixture.url("/shop"))
    page.get_by_label("Search").fill("x")
    press(page, "To item 1")
    press(page, "To item 2")
    arrives(page, "/shop/items/1/items/2?q=x")
    before = page.locator("#millrace").inner_text()
    page.reload()
    shows(page, "Item 2")
    assert page.locator("#millrace").inner_text() == before
    other = context.new_page()
    other.goto(page.url)
    assert other.locator("#millrace").inner_text() == before
    press(other, "Back")
    arrives(other, "/shop/items/1?q=x")
    page.go_back()
    shows(page, "Item 1")


def test_an_address_is_written_in_one_way(fixture, page):
    page.goto(fixture.url("/shop/items/007?q=a+b"))
    shows(page, "Item 7")
    arrives(page, "/shop/items/7?q=a%20b")


def test_an_unknown_address_is_the_applications_own_page(fixture, page):
    for path in ("/shop/nowhere", "/shop/items/100", "/shop/items/x"):
        answer = page.request.get(fixture.url(path))
        assert answer.status == 404
        assert "There is no such thing here" in answer.text()
    assert page.request.get(fixture.url("/shop/items/99")).status == 200


def test_back_while_the_line_is_down(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/shop"))
    press(page, "To item 1")
    arrives(page, "/shop/items/1")
    press(page, "To item 2")
    arrives(page, "/shop/items/1/items/2")
    proxy.hold()
    proxy.drop()
    page.evaluate("history.go(-2)")
    arrives(page, "/shop")
    proxy.release()
    shows(page, "All goods")
    assert address(page) == "/shop"


def test_a_restart_opens_the_address_that_the_page_shows(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/shop"))
    press(page, "To item 1")
    press(page, "To item 2")
    arrives(page, "/shop/items/1/items/2")
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    fixture.start()
    expect(page.get_by_role("status")).to_have_text("", timeout=30_000)
    shows(page, "Item 2")
    page.go_back()
    shows(page, "Item 1")


def test_a_fragment_is_no_news(fixture, page):
    page.goto(fixture.url("/shop/items/1"))
    shows(page, "Item 1")
    page.evaluate("location.hash = 'there'")
    page.evaluate("history.back()")
    press(page, "To item 2")
    arrives(page, "/shop/items/1/items/2")


def test_a_view_that_fails_ends_its_page_alone(fixture, context, rough_page):
    page = rough_page
    other = context.new_page()
    other.goto(fixture.url("/clicks"))
    page.goto(fixture.url("/fragile"))
    shows(page, "The tool is Tool")
    press(page, "Lose the tool")
    status = page.get_by_role("status")
    expect(status).to_contain_text("ToolView: its page has ended.")
    other.locator("#millrace").get_by_role("button", name="Click").click()
    expect(other.get_by_text("Clicks: 1")).to_be_visible()
    status.get_by_role("button", name="Reload").click()
    shows(page, "The tool is Tool")
    expect(status).to_have_text("")
    answer = page.request.get(fixture.url("/broken"))
    assert answer.status == 500
    assert "A view asked the environment for an object of type Tool" in answer.text()


def test_a_page_that_ends_below_a_dialog_can_be_loaded_again(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/fragile"))
    press(page, "Open sheet")
    press(page, "Lose it here")
    status = page.get_by_role("status")
    expect(status).to_contain_text("ToolView: its page has ended.")
    status.get_by_role("button", name="Reload").click()
    shows(page, "The tool is Tool")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_page_that_is_refused_says_why(fixture, context):
    page = context.new_page()
    page.add_init_script("""
      WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 }), 1); } };
    """)
    page.goto(fixture.url("/clicks"))
    status = page.get_by_role("status")
    expect(status).to_have_text(
        "The server refuses this page: something between it and the server blocks WebSockets.")


def test_a_server_that_has_come_back_is_not_said_to_refuse_the_page(fixture, rough_page):
    """The page asks for the reason of its failed attempts when the server runs again."""
    page = rough_page
    page.add_init_script("""
      const Real = WebSocket;
      let count = 0;
      window.said = [];
      WebSocket = class {
        constructor(url) {
          if (count++ >= 4) return new Real(url);
          setTimeout(() => this.onclose({ code: 1006, reason: "" }), 1);
        }
      };
      document.addEventListener("DOMContentLoaded", () => {
        const status = document.getElementById("millrace-status");
        new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
      });
    """)
    with page.expect_response("**/millrace.socket") as answer:
        page.goto(fixture.url("/clicks"))
    assert answer.value.status == 426
    press(page, "Click")
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    assert set(page.evaluate("said")) == {"Reconnecting…", ""}


def test_a_page_of_another_origin_hears_the_servers_reason(fixture, context):
    page = context.new_page()
    page.add_init_script("""
      WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 }), 1); } };
      const real = fetch;
      fetch = (path, options) =>
        real(path, { ...options, headers: { "X-Millrace-Origin": "https://evil.example" } });
    """)
    page.goto(fixture.url("/clicks"))
    expect(page.get_by_role("status")).to_contain_text("The server refuses this page: ")
    expect(page.get_by_role("status")).not_to_contain_text("The request was refused")
    expect(page.get_by_role("status")).to_contain_text("https://evil.example")


def test_a_server_that_restarts_says_when_to_come_back(fixture, rough_page):
    page = rough_page
    page.add_init_script("""
      const Real = WebSocket;
      let count = 0;
      window.begun = [];
      WebSocket = class {
        constructor(url) {
          window.begun.push(performance.now());
          if (count++) return new Real(url);
          setTimeout(() => this.onclose({ code: 1012, reason: "6000" }), 1);
        }
      };
    """)
    page.goto(fixture.url("/clicks"))
    expect(page.get_by_role("status")).to_have_text("The server is restarting…")
    expect(page.get_by_role("status")).to_have_text("")
    first, second = page.evaluate("window.begun")
    assert second - first >= 5900


@pytest.mark.parametrize("reason, delay", [("1000000", 1_000_000), ("9999999999", 2**31 - 1)])
def test_a_late_return_is_awaited(fixture, rough_page, reason, delay):
    page = rough_page
    page.add_init_script("""
      {
        const start = setTimeout;
        window.delays = [];
        window.setTimeout = (body, delay) => {
          window.delays.push(delay);
          return start(body, delay);
        };
        WebSocket = class {
          constructor() { start(() => this.onclose({ code: 1012, reason: "REASON" }), 1); }
        };
      }
    """.replace("REASON", reason))
    page.goto(fixture.url("/clicks"))
    page.wait_for_function("delay => window.delays.includes(delay)", arg=delay)
    expect(page.get_by_role("status")).to_have_text("The server is restarting…")


def test_a_page_that_must_load_again_does_so(fixture, rough_page):
    page = rough_page
    page.add_init_script("""
      if (!sessionStorage.loads) {
        WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 4003 }), 1); } };
      }
      sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0);
    """)
    page.goto(fixture.url("/clicks"))
    page.wait_for_function("() => sessionStorage.loads === '2'")
    press(page, "Click")
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
