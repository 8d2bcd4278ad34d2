# SPDX-License-Identifier: Apache-2.0
"""What a page reports about its browser, and what views do with the browser."""

import pytest
from playwright.sync_api import expect

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def views(fixture, page):
    page.goto(fixture.url("/browser"))
    expect(page.get_by_text("Size: regular")).to_be_visible()
    return page


def shows(page, text):
    expect(page.get_by_text(text, exact=True)).to_be_visible()


def test_the_values_follow_the_browser(views):
    shows(views, "Colours: light")
    views.emulate_media(color_scheme="dark")
    shows(views, "Colours: dark")
    views.emulate_media(color_scheme="light", reduced_motion="reduce")
    shows(views, "Colours: light")
    shows(views, "Motion: reduced")
    views.set_viewport_size({"width": 500, "height": 700})
    shows(views, "Size: compact")
    shows(views, "Phase: active")
    views.evaluate(HIDE, True)
    shows(views, "Phase: background")
    views.evaluate(HIDE, False)
    shows(views, "Phase: active")


def test_the_hello_contains_the_colours(fixture, browser):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(fixture.url("/browser"))
    shows(page, "Colours: dark")
    context.close()


LOSE = """() => {
  const send = WebSocket.prototype.send;
  globalThis.lost = 0;
  WebSocket.prototype.send = function (text) {
    if (lost || !text.includes('"kind":"browser"')) send.call(this, text);
    else lost = 1;
  };
}"""


def test_an_event_that_is_sent_again_does_not_restore_an_older_state(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/browser"))
    shows(page, "Size: regular")
    page.evaluate(LOSE)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => lost === 1")
    proxy.hold_sockets()
    proxy.drop()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    page.emulate_media(color_scheme="light")
    proxy.release()
    expect(page.get_by_role("status")).to_have_text("")
    page.get_by_text("Tapped 0").click()
    shows(page, "Tapped 1")
    shows(page, "Colours: light")


def test_an_address_that_the_browser_refuses_does_not_end_the_line(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/browser"))
    shows(page, "Size: regular")
    page.evaluate("() => { window.open = () => { throw new SyntaxError('address'); }; }")
    page.get_by_role("button", name="Help").click()
    page.get_by_text("Tapped 0").click()
    shows(page, "Tapped 1")
    assert ["does not open" in line for line in page.complaints] == [True]
    page.complaints.clear()


def test_an_address_opens_in_a_new_tab(views):
    with views.context.expect_page() as opened:
        views.get_by_role("button", name="Help").click()
    expect(opened.value.get_by_text("one line")).to_be_visible()
    assert opened.value.evaluate("opener") is None
    shows(views, "Phase: active")


def test_a_browser_that_opens_no_tab_opens_the_address_in_this_one(views):
    views.evaluate("window.open = () => null")
    views.get_by_role("button", name="Help").click()
    shows(views, "one line")


def test_a_view_chooses_the_colours(views):
    scheme = "e => getComputedStyle(e).colorScheme"
    ink = "e => getComputedStyle(e).color"
    root, part = views.locator("html"), views.get_by_text("Dark part")
    assert root.evaluate(scheme) == "light dark"
    assert part.evaluate(scheme) == "dark"
    assert part.evaluate(ink) == "rgb(232, 235, 239)"
    assert views.get_by_text("Phase: active").evaluate(ink) == "rgb(27, 31, 36)"
    views.get_by_label("Dark page").check()
    expect(views.locator(".mv-page-dark")).to_have_count(1)
    assert root.evaluate(scheme) == "dark"
    assert views.get_by_text("Phase: active").evaluate(ink) == "rgb(232, 235, 239)"


def test_a_view_with_the_trait_of_a_button_is_pressed_by_keys(views):
    button = views.get_by_role("button", name="Tapped 0")
    button.click()
    button = views.get_by_role("button", name="Tapped 1")
    button.focus()
    views.keyboard.press("Enter")
    shows(views, "Tapped 2")
    views.keyboard.press(" ")
    shows(views, "Tapped 3")
    views.keyboard.press("a")
    shows(views, "Tapped 3")


def test_roles_names_and_directions(views):
    expect(views.get_by_role("heading", name="Chapter", level=2)).to_be_visible()
    rating = views.get_by_role("img", name="Rating")
    expect(rating).to_have_attribute("aria-description", "4 of 5")
    right = views.get_by_test_id("right")
    assert right.evaluate("e => getComputedStyle(e).direction") == "rtl"


def test_commands_are_keys(views):
    text = views.get_by_text("Commands: ")
    text.click()
    views.locator("[tabindex='0']", has_text="Commands").focus()
    for key, name in [("ArrowUp", "up"), ("ArrowLeft", "left"), ("Backspace", "delete"),
                      ("Delete", "delete"), ("Escape", "exit")]:
        views.keyboard.press(key)
        shows(views, f"Commands: {name}")


@pytest.mark.parametrize("label, text", [("Text", "text"), ("Alone", "alone")])
def test_a_text_field_keeps_its_keys(views, label, text):
    field = views.get_by_label(label)
    field.click()
    views.keyboard.press("End")
    views.keyboard.press("Backspace")
    expect(field).to_have_value(text[:-1])
    views.keyboard.press("ArrowLeft")
    assert field.evaluate("e => e.selectionStart") == len(text) - 2
    shows(views, "Commands: nothing")


def test_escape_is_no_key_of_a_text_field(views):
    views.get_by_label("Text").click()
    views.keyboard.press("Escape")
    shows(views, "Commands: exit")


def test_a_radio_button_keeps_its_arrow_keys(views):
    views.get_by_role("radio", name="Train").focus()
    views.keyboard.press("ArrowRight")
    expect(views.get_by_role("radio", name="Ship")).to_be_checked()
    shows(views, "Commands: nothing")


def test_a_level_hides_its_bars(fixture, page):
    page.goto(fixture.url("/bars"))
    expect(page.get_by_label("Second")).to_be_focused()
    expect(page.get_by_role("tab", name="Search")).to_be_visible()
    expect(page.get_by_role("heading", name="Root")).to_be_visible()
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="Return")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    for name in ["Back", "Action"]:
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    title = page.get_by_role("heading", name="Level")  # for screen readers
    assert title.bounding_box()["width"] <= 1
    page.get_by_role("button", name="Return").click()
    expect(page.get_by_role("tab", name="Search")).to_be_visible()
    expect(page.get_by_role("heading", name="Root")).to_be_visible()


def test_a_tab_that_is_not_selected_hides_no_bar(fixture, page):
    page.goto(fixture.url("/bars"))
    page.get_by_role("tab", name="Search").click()
    expect(page.get_by_text("Found")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(4)
    page.get_by_role("tab", name="Hiding").click()
    expect(page.get_by_text("Without tabs")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_the_first_page_can_be_scrolled(fixture, page):
    page.goto(fixture.url("/scrolled"))
    expect(page.get_by_text("Line 30", exact=True)).to_be_in_viewport()
    box = page.locator(".mv-scroll")
    top = page.get_by_text("Line 30", exact=True).bounding_box()["y"]
    assert abs(top - box.bounding_box()["y"]) < 2


def test_a_scroll_view_with_an_anchor_stays_at_its_end(fixture, page):
    page.goto(fixture.url("/chat"))
    page.evaluate("""() => {
      globalThis.answers = 0;
      document.getElementById("millrace").addEventListener("millrace-change",
        ({ detail }) => { if (detail === "after") answers += 1; });
    }""")
    box = page.locator(".mv-scroll")
    expect(page.get_by_text("Message 39")).to_be_in_viewport()
    assert box.evaluate("e => getComputedStyle(e).scrollbarWidth") == "none"
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Message 40")).to_be_in_viewport()
    box.evaluate("e => e.scrollTo(0, 100)")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Message 41")).to_have_count(1)
    assert box.evaluate("e => e.scrollTop") == 100
    before = page.evaluate("answers")
    page.get_by_role("button", name="Nothing").click()  # its answer has no patches
    page.wait_for_function("before => answers > before", arg=before)
    assert box.evaluate("e => e.scrollTop") == 100
    box.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Message 42")).to_be_in_viewport()
