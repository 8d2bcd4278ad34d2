# SPDX-License-Identifier: Apache-2.0
"""Input counts as soon as a page is visible, even before its scripts and its socket."""

import pytest
from playwright.sync_api import expect

SCRIPTS = ["millrace-tree", "millrace-address", "millrace-fields", "millrace-elements",
           "millrace-line", "millrace-session", "millrace", "millrace-browser",
           "millrace-controls", "millrace-keys", "millrace-rows", "millrace-gestures",
           "millrace-order", "millrace-pointer", "millrace-focus", "millrace-windows",
           "millrace-scroll"]


@pytest.fixture
def late(page):
    """Opens a page one of whose scripts arrives only when the returned function is called."""
    def open_late(url, script="millrace"):
        held = []
        page.route(f"**/{script}.js", lambda route: held.append(route))
        page.goto(url, wait_until="commit")

        def arrive():
            while not held:
                page.wait_for_timeout(5)  # lets Playwright report the route
            assert len(held) == 1
            assert page.evaluate("document.readyState") != "complete"
            held[0].continue_()
        return arrive
    return open_late


@pytest.mark.parametrize("script", SCRIPTS)
def test_clicks_count_before_each_script(fixture, page, late, script):
    arrive = late(fixture.url("/private"), script)
    button = page.get_by_role("button", name="Click")
    button.click()
    button.click()
    expect(page.get_by_text("Clicks: 0")).to_be_visible()
    arrive()
    expect(page.get_by_text("Clicks: 2")).to_be_visible()
    button.click()
    expect(page.get_by_text("Clicks: 3")).to_be_visible()


def test_text_and_what_is_done_with_it_keep_their_order(fixture, page, late):
    arrive = late(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.press_sequentially("milk")
    field.press("Enter")
    field.press_sequentially(" and eggs")
    page.get_by_label("Wanted").check()
    page.get_by_label("Colour").select_option("Green")
    arrive()
    expect(page.get_by_text("Submitted 'milk'")).to_be_visible()
    expect(page.get_by_text("Plain is 'milk and eggs'")).to_be_visible()
    expect(page.get_by_text("Wanted is yes, colour is green")).to_be_visible()
    expect(field).to_have_value("milk and eggs")
    expect(page.get_by_label("Wanted")).to_be_checked()


@pytest.mark.parametrize("script", ["millrace", "millrace-controls"])
def test_a_focus_that_is_older_than_the_scripts_stays(fixture, page, late, script):
    """The page focuses another field when it appears."""
    arrive = late(fixture.url("/kept"), script)
    field = page.get_by_label("Name (")
    field.focus()
    page.keyboard.type("An")
    arrive()
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    expect(field).to_be_focused()
    page.keyboard.type("n")
    expect(page.get_by_text("Name is 'Ann'")).to_be_visible()
    expect(page.get_by_text("Focus is elsewhere")).to_be_visible()


def test_a_focus_that_a_browser_gives_in_a_dialog_is_not_kept(fixture, page, late):
    """The first element of a dialog gets the focus when the dialog opens."""
    arrive = late(fixture.url("/kept"), "millrace-tree")
    page.evaluate("""() => {
      const root = document.querySelector("main").firstElementChild;
      const dialog = document.createElement("dialog");
      dialog.append(document.createElement("button"), ...root.childNodes);
      root.append(dialog);
    }""")
    arrive()
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    expect(page.get_by_label("First")).to_be_focused()
    expect(page.get_by_text("Focus is first")).to_be_visible()


def test_a_field_that_is_cleared_early_stays_empty(fixture, page, late):
    arrive = late(fixture.url("/fields"))
    page.get_by_label("Plain").press_sequentially("gone")
    page.get_by_role("button", name="Clear").click()
    arrive()
    expect(page.get_by_label("Plain")).to_have_value("")
    expect(page.get_by_text("Plain is ''")).to_be_visible()


def test_a_box_that_is_ticked_twice_ends_empty(fixture, page, late):
    arrive = late(fixture.url("/fields"))
    page.get_by_label("Wanted").check()
    page.get_by_label("Wanted").uncheck()
    page.get_by_label("Plain").press_sequentially("x")
    arrive()
    expect(page.get_by_text("Plain is 'x'")).to_be_visible()
    expect(page.get_by_text("Wanted is no")).to_be_visible()
    expect(page.get_by_label("Wanted")).not_to_be_checked()


def test_a_composition_that_began_early_ends_whole(fixture, page, late, context):
    arrive = late(fixture.url("/fields"))
    page.get_by_label("Loud").focus()
    session = context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {
        "text": "ni", "selectionStart": 2, "selectionEnd": 2})
    expect(page.get_by_label("Loud")).to_have_value("ni")
    arrive()
    page.get_by_label("Wanted").evaluate("e => e.click()")
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(page.get_by_text("Loud is ''")).to_be_visible()
    session.send("Input.insertText", {"text": "ni hao"})
    expect(page.get_by_label("Loud")).to_have_value("NI HAO")


def test_clicks_count_before_the_socket(proxy, page):
    proxy.hold_sockets()
    page.goto(proxy.url("/private"))
    button = page.get_by_role("button", name="Click")
    button.click()
    button.click()
    expect(page.get_by_text("Clicks: 0")).to_be_visible()
    proxy.release()
    expect(page.get_by_text("Clicks: 2")).to_be_visible()


@pytest.mark.parametrize("script", ["millrace-tree", "millrace-windows"])
def test_a_page_without_one_of_its_scripts_says_so(fixture, page, script):
    page.route(f"**/{script}.js", lambda route: route.abort())
    page.goto(fixture.url("/private"))
    expect(page.get_by_role("alert")).to_have_text(
        "A part of this page could not be loaded. Please load the page again.")
    page.complaints.clear()  # the browser reports the script, and what needs it
