# SPDX-License-Identifier: Apache-2.0
"""What happens when the connection drops or the server ends."""

import time
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect

from conftest import watched

CLICK = "(e, n) => { for (let i = 0; i < n; i++) e.click(); }"


def test_a_thousand_quick_clicks(fixture, page):
    page.goto(fixture.url("/clicks"))
    page.get_by_role("button", name="Click").evaluate(CLICK, 1000)
    expect(page.get_by_text("Clicks: 1000", exact=True)).to_be_visible()


def test_a_thousand_clicks_across_dropped_lines(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/clicks"))
    button = page.get_by_role("button", name="Click")
    status = page.get_by_role("status")
    for part in range(4):
        button.evaluate(CLICK, 125)
        proxy.drop()
        button.evaluate(CLICK, 125)
        expect(status).to_have_text("", timeout=20_000)
    expect(page.get_by_text("Clicks: 1000", exact=True)).to_be_visible()


def test_answers_that_were_lost_are_made_up_for(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/private"))
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    proxy.hold()
    page.get_by_role("button", name="Click").evaluate(CLICK, 5)
    proxy.drop()
    proxy.release()
    expect(page.get_by_text("Clicks: 6")).to_be_visible()


def test_a_restart_is_survived(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/clicks"))
    button = page.get_by_role("button", name="Click")
    button.click(click_count=2)
    expect(page.get_by_text("Clicks: 2")).to_be_visible()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    fixture.start()
    expect(page.get_by_text("Clicks: 0")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("status")).to_have_text("")
    button.click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()


def test_a_press_that_a_restart_has_lost_is_reported(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/clicks"))
    button = page.get_by_role("button", name="Click")
    button.click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    button.click()
    fixture.start()
    expect(page.get_by_role("status")).to_have_text(
        "Your last action may not have been carried out.", timeout=30_000)
    expect(page.get_by_text("Clicks: 0")).to_be_visible()
    button.click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("")


def test_text_survives_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.fill("precious")
    expect(page.get_by_text("Plain is 'precious'")).to_be_visible()
    page.get_by_label("Secret").fill("1234")
    expect(page.get_by_text("Secret has 4 characters")).to_be_visible()
    field.focus()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    field.press("Home")
    field.press_sequentially("most ")
    fixture.start()
    expect(page.get_by_text("Plain is 'most precious'")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Secret has 4 characters")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("most precious")
    assert field.evaluate("e => e.selectionStart") == 5


def test_a_password_that_was_cleared_without_a_connection_is_gone(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/fields"))
    secret = page.get_by_label("Secret")
    secret.fill("1234")
    expect(page.get_by_text("Secret has 4 characters")).to_be_visible()
    proxy.hold()
    page.get_by_role("button", name="Clear").click()
    proxy.drop()
    proxy.release()
    expect(page.get_by_text("Secret has 0 characters")).to_be_visible()
    expect(secret).to_have_value("")


def test_text_stays_in_its_row_over_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/rows"))
    page.get_by_role("button", name="Turn").click()
    page.get_by_role("button", name="Add").click()
    field = page.get_by_label("Row a")
    field.fill("xyz")
    expect(page.get_by_text("a has 'xyz'")).to_be_visible()
    fixture.kill()
    field.press_sequentially("!")
    fixture.start()
    expect(page.get_by_text("a has 'xyz!'")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("textbox")).to_have_count(3)
    expect(field).to_be_focused()
    assert field.evaluate("e => e.selectionStart") == 4
    for name in "bc":
        expect(page.get_by_label(f"Row {name}")).to_have_value("")


def test_after_a_restart_a_text_that_is_newer_than_the_page_counts(
        fixture, proxy, rough_page, context):
    page = rough_page
    page.goto(proxy.url("/fields"))
    page.get_by_label("Shared").fill("one")
    expect(page.get_by_text("Shared is 'one'")).to_be_visible()
    proxy.hold_sockets()
    fixture.kill()
    fixture.start()
    other = watched(context.new_page())
    other.goto(fixture.url("/fields"))
    other.get_by_label("Shared").fill("two")
    expect(other.get_by_text("Shared is 'two'")).to_be_visible()
    proxy.release()
    expect(page.get_by_text("Shared is 'two'")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Shared")).to_have_value("two")
    expect(other.get_by_label("Shared")).to_have_value("two")


def test_dialogs_stay_in_their_order(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/dialogs"))
    page.get_by_role("button", name="Open sheet").click()
    expect(page.get_by_text("Inside the sheet")).to_be_visible()
    proxy.hold()
    page.get_by_text("Ask", exact=True).evaluate("e => e.click()")
    proxy.drop()
    proxy.release()
    expect(page.get_by_text("Delete it?")).to_be_visible()
    assert page.evaluate("document.querySelectorAll('dialog:modal').length") == 2
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Answer: keep")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Sheet is closed")).to_be_visible()


def test_the_status_is_in_the_open_dialog(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/dialogs"))
    page.get_by_role("button", name="Open sheet").click()
    expect(page.get_by_text("Inside the sheet")).to_be_visible()
    fixture.kill()
    expect(page.locator("dialog > #millrace-status")).to_have_text("Reconnecting…")
    fixture.start()
    expect(page.locator("body > #millrace-status")).to_be_empty(timeout=30_000)
    expect(page.get_by_text("Sheet is closed")).to_be_visible()


def test_a_page_whose_end_has_not_arrived_requests_the_whole_tree(fixture, rough_page):
    page = rough_page
    # The event comes before the page's scripts run.
    page.add_init_script("""document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      document.getElementById("millrace-status").remove();
      const isText = (element) => element.textContent.startsWith("Clicks: ");
      [...document.querySelectorAll("main span")].find(isText).remove();
    })""")
    page.goto(fixture.url("/clicks"))
    expect(page.get_by_text("Clicks: 0")).to_be_visible()
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")


def test_a_line_that_says_nothing_is_given_up(proxy, rough_page):
    page = rough_page
    page.clock.install()
    page.goto(proxy.url("/private"))
    button = page.get_by_role("button", name="Click")
    button.click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    proxy.hold()
    button.click()
    page.clock.fast_forward(14_000)
    expect(page.get_by_role("status")).to_have_text("")
    page.clock.fast_forward(2_000)
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    proxy.release()
    expect(page.get_by_text("Clicks: 2")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("")


def swallowed(proxy, page):
    """Clicks once, cuts the connection, and lets the next connection never be answered."""
    page.clock.install()
    page.goto(proxy.url("/private"))
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    proxy.is_hole = True
    proxy.drop()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    page.clock.fast_forward(1_000)
    deadline = time.monotonic() + 20
    while not proxy.swallowed:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    proxy.is_hole = False
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()


def test_a_handshake_that_is_never_answered_is_given_up(proxy, rough_page):
    swallowed(proxy, rough_page)
    rough_page.clock.fast_forward(13_000)
    rough_page.clock.fast_forward(6_000)
    expect(rough_page.get_by_text("Clicks: 2")).to_be_visible()
    expect(rough_page.get_by_role("status")).to_have_text("")


@pytest.mark.parametrize("news", [
    "dispatchEvent(new Event('online'))",
    "document.dispatchEvent(new Event('visibilitychange'))"])
def test_news_of_the_network_ends_a_handshake_that_is_not_answered(proxy, rough_page, news):
    swallowed(proxy, rough_page)
    rough_page.evaluate(news)
    expect(rough_page.get_by_text("Clicks: 2")).to_be_visible()
    expect(rough_page.get_by_role("status")).to_have_text("")


@pytest.mark.parametrize("news", ["", "dispatchEvent(new Event('online'))"])
def test_a_page_without_events_notices_that_its_line_is_dead(proxy, rough_page, news):
    page = rough_page
    page.clock.install()
    page.goto(proxy.url("/private"))
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    proxy.hold()
    if news:
        page.evaluate(news)
    else:
        page.clock.fast_forward(26_000)
    expect(page.get_by_role("status")).to_have_text("")
    page.clock.fast_forward(16_000)
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    proxy.release()
    expect(page.get_by_role("status")).to_have_text("")


def test_a_quiet_line_that_answers_is_kept(fixture, page):
    page.clock.install()
    lines = []
    page.on("websocket", lambda line: lines.append(line))
    page.goto(fixture.url("/private"))
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    for _ in range(4):
        with lines[0].expect_event("framereceived"):
            page.clock.run_for(26_000)
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 2")).to_be_visible()
    assert len(lines) == 1


def test_a_refusal_that_is_told_late_opens_no_second_line(fixture, page):
    """The page requests the reason of the failures. Before the answer it opens the next socket."""
    page.clock.install()
    page.add_init_script("""
      globalThis.lines = [];
      globalThis.WebSocket = class { constructor() { lines.push(this); } send() {} close() {} };
    """)
    asked = []
    page.route("**/millrace.socket", lambda route: asked.append(route))
    page.goto(fixture.url("/private"))
    page.wait_for_function("() => lines.length === 1")
    for count in range(2, 6):  # four fail
        with_question = page.expect_request("**/millrace.socket") if count == 5 else nullcontext()
        with with_question:
            page.evaluate("lines.at(-1).onclose({ code: 1006, reason: '' })")
        page.clock.fast_forward(6_000)
        page.wait_for_function(f"() => lines.length === {count}")
    with page.expect_response("**/millrace.socket"):
        asked[0].fulfill(status=403, content_type="text/html", body="<p>No.</p>")
    page.clock.fast_forward(100)
    page.evaluate("lines.at(-1).onclose({ code: 1006, reason: '' })")
    page.clock.fast_forward(6_000)
    page.wait_for_function("() => lines.length === 6")
    page.clock.fast_forward(21_000)
    assert page.evaluate("lines.length") == 6
    page.complaints.clear()  # the browser reports the status


def test_typing_while_the_line_is_down(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/fields"))
    field = page.get_by_label("Loud")
    field.fill("a")
    expect(field).to_have_value("A")
    proxy.hold()
    proxy.drop()
    field.press_sequentially("bc")
    page.get_by_label("Wanted").evaluate("e => e.click()")
    proxy.release()
    expect(field).to_have_value("ABC")
    expect(page.get_by_text("Loud is 'ABC'")).to_be_visible()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(field).to_be_focused()


def restarted(fixture, page, change):
    """Kills the server, changes the page meanwhile, and waits for the new session."""
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    change()
    fixture.start()
    expect(page.get_by_role("status")).not_to_have_text("Reconnecting…", timeout=30_000)


def test_the_focus_stays_at_the_same_button_in_a_new_session(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/rows"))
    page.get_by_role("button", name="Delete a").click()
    expect(page.get_by_role("textbox")).to_have_count(2)
    page.get_by_role("button", name="Delete b").focus()
    restarted(fixture, page, lambda: None)
    expect(page.get_by_role("button", name="Delete b")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("a has ''")).to_be_visible()
    expect(page.get_by_text("b has ''")).to_have_count(0)


def test_the_focus_of_a_button_that_a_new_session_does_not_have_is_lost(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/rows"))
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Delete n3").focus()
    restarted(fixture, page, lambda: None)
    expect(page.get_by_role("textbox")).to_have_count(3)
    expect(page.locator("button:focus")).to_have_count(0)


def test_a_movement_of_the_pointer_is_no_action(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/drawing"))
    hover = page.get_by_text("Hover")
    shown = page.get_by_text("Pointer: ")
    hover.hover()
    expect(shown).not_to_contain_text("gone")
    restarted(fixture, page, lambda: page.mouse.move(0, 0))
    expect(page.get_by_role("status")).to_be_empty()
    restarted(fixture, page, page.get_by_role("button", name="Behind").click)
    expect(page.get_by_role("status")).not_to_be_empty()
    hover.hover()
    expect(shown).not_to_contain_text("gone")
    page.get_by_text("Hold me").hover()
    expect(shown).to_contain_text("gone")
    expect(page.get_by_role("status")).not_to_be_empty()
    page.mouse.down()
    expect(page.get_by_text("Presses: down")).to_be_visible()
    expect(page.get_by_text("Presses: down long up")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("status")).to_be_empty()


def test_a_row_that_is_leaving_the_page_is_no_row_of_the_new_session(fixture, rough_page):
    """Its animation ends soon, and removes it."""
    page = rough_page
    page.goto(fixture.url("/rows"))
    leaving = page.evaluate_handle("""() => {
      const row = document.querySelector("ul.mv-list > li");
      const copy = row.cloneNode(true);
      for (const part of copy.querySelectorAll("[data-n]")) part.removeAttribute("data-n");
      copy.className = "mv-leaving";
      row.before(copy);
      return copy;
    }""")
    restarted(fixture, page, lambda: None)
    assert not leaving.evaluate("row => row.isConnected")
    expect(page.get_by_role("listitem")).to_have_count(3)


def test_a_field_of_several_lines_finds_its_text_again(fixture, proxy, rough_page, context):
    """Its own text is no part of its label."""
    page = rough_page
    page.goto(proxy.url("/kept"))
    field = page.get_by_label("Remark")
    field.fill("one")
    expect(page.get_by_text("remark is 'one'")).to_be_visible()
    proxy.hold_sockets()
    fixture.kill()
    field.press("End")
    field.press_sequentially(" two")
    fixture.start()
    other = watched(context.new_page())
    other.goto(fixture.url("/kept"))
    other.get_by_label("Remark").fill("one")
    expect(other.get_by_text("remark is 'one'")).to_be_visible()
    proxy.release()
    expect(page.get_by_text("remark is 'one two'")).to_be_visible(timeout=30_000)
    expect(field).to_have_value("one two")
    expect(field).to_be_focused()


def test_a_label_with_a_number_and_an_identifier_find_their_fields_again(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/kept"))
    page.get_by_label("Name (").fill("Ann")
    page.get_by_test_id("code").fill("secret")
    expect(page.get_by_text("Name is 'Ann', code is 'secret'")).to_be_visible()
    expect(page.get_by_label("Name (3 of 20)")).to_be_visible()
    restarted(fixture, page, lambda: page.get_by_label("Name (").fill("Ann!"))
    expect(page.get_by_text("Name is 'Ann!', code is 'secret'")).to_be_visible()


def test_the_text_of_a_removed_row_does_not_get_into_another_row(fixture, rough_page):
    """The new session has the rows 1 and 2 again, whose labels differ only in their numbers."""
    page = rough_page
    page.goto(fixture.url("/kept"))
    page.get_by_role("button", name="Replace a line").click()
    expect(page.get_by_label("Line 3")).to_be_visible()
    def change():
        page.get_by_label("Line 1").fill("one")
        page.get_by_label("Line 3").fill("three")
    restarted(fixture, page, change)
    expect(page.get_by_label("Line 1")).to_have_value("one")
    expect(page.get_by_label("Line 2")).to_have_value("")
    expect(page.get_by_label("Line 3")).to_have_count(0)


def test_a_value_is_taken_over_again_after_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/formats"))
    field = page.get_by_label("Amount")
    field.fill("77")
    field.press("Tab")
    save = page.get_by_role("button", name="Save")
    save.evaluate("e => e.click()")
    expect(page.get_by_text("Saved 77 and 2")).to_be_visible()
    restarted(fixture, page, lambda: None)
    expect(page.get_by_text("Saved nothing")).to_be_visible()
    save.evaluate("e => e.click()")
    expect(page.get_by_text("Saved 77 and 2")).to_be_visible()


def test_a_value_that_is_being_typed_is_not_taken_over_by_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/formats"))
    field = page.get_by_label("Amount")
    field.fill("77")
    restarted(fixture, page, lambda: None)
    save = page.get_by_role("button", name="Save")
    save.evaluate("e => e.click()")  # leaves the focus where it is
    expect(page.get_by_text("Saved 1234 and 2")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("77")
    field.press("Tab")
    save.evaluate("e => e.click()")
    expect(page.get_by_text("Saved 77 and 2")).to_be_visible()


@pytest.mark.parametrize("label", ["Second", "Letter"])
def test_the_focus_of_the_person_wins_over_that_of_a_new_session(fixture, rough_page, label):
    page = rough_page
    page.goto(fixture.url("/kept"))
    expect(page.get_by_label("First")).to_be_focused()
    field = page.get_by_label(label)
    field.press_sequentially("ab")
    field.press("ArrowLeft")
    restarted(fixture, page, lambda: None)
    focus = "second" if label == "Second" else "elsewhere"
    expect(page.get_by_text(f"Focus is {focus}")).to_be_visible()
    page.keyboard.type("xy")
    expect(field).to_have_value("axyb")
    expect(field).to_be_focused()
    assert field.evaluate("e => e.selectionStart") == 3
    expect(page.get_by_label("First")).to_have_value("")


@pytest.mark.parametrize("typed", ["", "A"])
def test_the_focus_of_the_person_wins_over_that_of_the_first_session(proxy, rough_page, typed):
    """The page is complete before it is connected, and its `onAppear` runs after that."""
    page = rough_page
    proxy.hold_sockets()
    page.goto(proxy.url("/kept"))
    field = page.get_by_label("Name (")
    field.focus()
    page.keyboard.type(typed)
    proxy.release()
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    page.keyboard.type("nn")
    expect(page.get_by_text(f"Name is '{typed}nn'")).to_be_visible()
    expect(field).to_be_focused()
    expect(page.get_by_label("First")).to_have_value("")
    expect(page.get_by_text("Focus is elsewhere")).to_be_visible()


def test_a_field_with_the_focus_shows_a_text_that_the_new_session_sets(fixture, rough_page):
    """The page reports the focus before that text arrives, but the focus makes no text newer."""
    page = rough_page
    page.goto(fixture.url("/kept"))
    field = page.get_by_label("Greeting")
    expect(field).to_have_value("Hello")
    field.focus()
    expect(page.get_by_text("Focus is greeting")).to_be_visible()
    restarted(fixture, page, lambda: None)
    expect(page.get_by_text("Focus is greeting")).to_be_visible()
    expect(field).to_have_value("Hello")
    expect(field).to_be_focused()


def test_a_page_without_a_focus_gets_that_of_the_new_session(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/kept"))
    expect(page.get_by_label("First")).to_be_focused()
    restarted(fixture, page, lambda: page.evaluate("document.activeElement.blur()"))
    expect(page.get_by_label("First")).to_be_focused()


def test_an_editor_keeps_its_text_when_the_page_gets_its_whole_tree(proxy, rough_page):
    """The page's HTML had no text in it."""
    page = rough_page
    page.goto(proxy.url("/kept"))
    page.get_by_label("Remark").fill("one\ntwo")
    expect(page.get_by_text("remark is 'one")).to_be_visible()
    proxy.hold()
    page.get_by_role("button", name="Replace a line").click()
    assert proxy.holds.wait(20)
    proxy.drop()
    proxy.release()
    expect(page.get_by_label("Line 3")).to_be_visible()
    expect(page.get_by_label("Remark")).to_have_value("one\ntwo")


def test_a_text_that_replaced_a_typed_one_is_not_sent_to_a_new_session(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/kept"))
    groups = page.get_by_label("Groups")
    groups.press_sequentially("123")
    page.get_by_role("button", name="Show other groups").click()
    expect(groups).to_have_value("9999")
    restarted(fixture, page, lambda: None)
    expect(page.get_by_role("status")).to_have_text("")
    expect(groups).to_have_value("")
    page.get_by_label("Digits").press_sequentially("7")
    expect(page.get_by_label("Digits")).to_have_value("7")
    expect(groups).to_have_value("")


def test_a_text_that_its_binding_has_changed_survives_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/kept"))
    groups = page.get_by_label("Groups")
    groups.press_sequentially("12345")
    expect(groups).to_have_value("1234 5")
    restarted(fixture, page, lambda: None)
    expect(page.get_by_role("status")).to_have_text("")
    groups.press("6")
    expect(groups).to_have_value("1234 56")


def test_a_text_from_before_the_connection_survives_a_restart_too(fixture, proxy, rough_page):
    """An event that refuses the server's focus can be answered together with that of the text."""
    page = rough_page
    proxy.hold_sockets()
    page.goto(proxy.url("/kept"))
    groups = page.get_by_label("Groups")
    groups.press_sequentially("12345")
    proxy.release()
    expect(groups).to_have_value("1234 5")
    restarted(fixture, page, lambda: None)
    expect(page.get_by_role("status")).to_have_text("")
    groups.press("6")
    expect(groups).to_have_value("1234 56")


def test_a_text_that_another_person_has_replaced_is_not_restored_by_a_restart(
        fixture, rough_page, context):
    page = rough_page
    page.goto(fixture.url("/kept"))
    page.get_by_label("Remark").fill("mine")
    expect(page.get_by_text("remark is 'mine'")).to_be_visible()
    other = context.new_page()
    other.goto(fixture.url("/kept"))
    other.get_by_label("Remark").fill("theirs")
    expect(page.get_by_label("Remark")).to_have_value("theirs")
    other.close()
    restarted(fixture, page, lambda: None)
    expect(page.get_by_text("remark is ''")).to_be_visible()
    expect(page.get_by_label("Remark")).to_have_value("")


def test_a_text_whose_answer_is_the_whole_tree_survives_a_restart(fixture, proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/kept"))
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    groups = page.get_by_label("Groups")
    proxy.hold()
    groups.press_sequentially("12345")
    assert proxy.holds.wait(20)
    proxy.drop()
    proxy.release()
    expect(groups).to_have_value("1234 5")
    expect(page.get_by_role("status")).to_have_text("")
    restarted(fixture, page, lambda: None)
    groups.press("6")
    expect(groups).to_have_value("1234 56")


def test_texts_that_are_answered_together_with_an_action_survive_a_restart(
        fixture, proxy, rough_page):
    """All of them were typed before the page was connected."""
    page = rough_page
    proxy.hold_sockets()
    page.goto(proxy.url("/fields"))
    page.get_by_label("Loud").press_sequentially("de")
    page.get_by_label("Plain").press_sequentially("abc")
    page.get_by_label("Wanted").check()
    proxy.release()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(page.get_by_label("Loud")).to_have_value("DE")
    restarted(fixture, page, lambda: None)
    expect(page.get_by_text("Plain is 'abc'")).to_be_visible()
    expect(page.get_by_text("Loud is 'DE'")).to_be_visible()


def test_a_text_that_an_action_before_the_connection_has_set_is_not_restored(
        fixture, proxy, rough_page):
    page = rough_page
    proxy.hold_sockets()
    page.goto(proxy.url("/kept"))
    groups = page.get_by_label("Groups")
    groups.press_sequentially("123")
    page.get_by_role("button", name="Show other groups").click()
    proxy.release()
    expect(groups).to_have_value("9999")
    restarted(fixture, page, lambda: None)
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    expect(groups).to_have_value("")


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_a_value_that_was_taken_over_survives_a_restart(fixture, rough_page, key):
    page = rough_page
    page.goto(fixture.url("/formats"))
    field = page.get_by_label("Amount")
    field.fill("5000")
    expect(page.get_by_role("status")).to_be_empty()
    field.press(key)
    expect(field).to_have_value("5,000")
    restarted(fixture, page, lambda: None)
    expect(field).to_have_value("5,000")
