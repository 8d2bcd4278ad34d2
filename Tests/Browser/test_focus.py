# SPDX-License-Identifier: Apache-2.0
"""The keyboard's focus: what the page reports, and what the server sets."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def form(fixture, page):
    page.goto(fixture.url("/focus"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def shows(page, text):
    expect(page.get_by_text(text, exact=True)).to_be_visible()


def test_a_field_that_loses_the_focus_to_one_that_the_server_chose_says_so(form):
    name, mail = form.get_by_label("Name"), form.get_by_label("Mail")
    name.click()
    shows(form, "in name")
    name.press("Enter")
    expect(mail).to_be_focused()
    shows(form, "in mail")
    shows(form, "not in name")
    mail.press("Enter")
    expect(name).to_be_focused()
    shows(form, "in name")
    shows(form, "not in mail")


def test_between_two_fields_the_state_is_never_without_one(form):
    form.get_by_label("street").click()
    shows(form, "Heard: street")
    form.keyboard.press("Tab")
    shows(form, "Heard: street city")
    form.keyboard.press("Shift+Tab")
    shows(form, "Heard: street city street")
    form.get_by_label("Name").click()
    shows(form, "Heard: street city street none")
    shows(form, "in name")


def test_a_field_that_moves_keeps_the_focus(form):
    names = form.locator(".mv-vstack label:has(input)")
    form.get_by_label("street").click()
    shows(form, "Heard: street")
    for order in ["city street", "street city"]:
        form.keyboard.press("Enter")
        expect(names).to_have_text(["Name", "Mail", *order.split()])
        expect(form.get_by_label("street")).to_be_focused()
    form.get_by_label("Name").click()
    shows(form, "Heard: street none")


def test_a_view_that_is_focusable_gets_the_focus_and_loses_it(form):
    form.get_by_role("button", name="To the Board").click()
    shows(form, "in board")
    expect(form.locator("[tabindex='0']", has_text="Board")).to_be_focused()
    form.get_by_label("Name").click()
    shows(form, "not in board")
    shows(form, "in name")


def test_fields_of_one_state_keep_the_focus(form):
    first, second = form.get_by_label("First"), form.get_by_label("Second")
    first.click()
    shows(form, "Pair: , , active")
    form.keyboard.type("one", delay=20)
    shows(form, "Pair: one, , active")
    expect(first).to_be_focused()
    form.keyboard.press("Tab")
    form.keyboard.type("two", delay=20)
    shows(form, "Pair: one, two, active")
    expect(second).to_be_focused()
    first.click()
    form.keyboard.type("s", delay=20)
    shows(form, "Pair: ones, two, active")
    expect(first).to_be_focused()
    form.keyboard.press("Control+d")
    shows(form, "Pair: ones, two, idle")
    expect(form.locator("input:focus")).to_have_count(0)
    form.get_by_role("button", name="Begin").click()
    expect(first).to_be_focused()
    shows(form, "Pair: ones, two, active")
    form.get_by_role("button", name="Done").click()
    shows(form, "Pair: ones, two, idle")
    expect(form.locator("input:focus")).to_have_count(0)


def test_a_focus_that_is_set_later_wins_over_that_of_the_person(fixture, context, page):
    """The page has no `onAppear`, and the field with the focus does not report it."""
    page.goto(fixture.url("/called"))
    expect(page.locator("#millrace-status")).to_be_empty()
    other = context.new_page()
    other.goto(fixture.url("/clicks"))
    expect(other.locator("#millrace-status")).to_be_empty()
    page.get_by_label("Plain").focus()
    other.get_by_role("button", name="Click").click()
    expect(page.get_by_label("Called")).to_be_focused()


def test_a_focus_that_the_person_has_moved_since_is_not_taken_back(proxy, page):
    """The answer to the Return key arrives after the person has chosen another field."""
    page.goto(proxy.url("/focus"))
    page.get_by_label("Name").click()
    shows(page, "in name")
    proxy.hold()
    page.get_by_label("Name").press("Enter")
    city = page.get_by_label("city")
    city.click()
    city.press_sequentially("a")
    proxy.release()
    shows(page, "Heard: city")
    shows(page, "not in mail")
    expect(city).to_be_focused()
    expect(page.get_by_label("Mail")).to_have_value("a")
    page.keyboard.type("b")
    expect(page.get_by_label("Mail")).to_have_value("ab")
    shows(page, "Heard: city")


def test_the_server_can_move_the_focus_twice_before_it_hears_of_that(proxy, page):
    """The page reports that the first field has lost the focus. The person has not moved it."""
    page.goto(proxy.url("/focus"))
    page.get_by_label("Name").click()
    shows(page, "in name")
    proxy.hold()
    page.get_by_label("Name").press("Enter")
    assert proxy.holds.wait(20)
    page.get_by_role("button", name="To the Board").evaluate("e => e.click()")
    proxy.release()
    shows(page, "in board")
    expect(page.locator("[tabindex='0']", has_text="Board")).to_be_focused()
    shows(page, "not in mail")


def test_a_field_that_got_the_focus_without_a_connection_keeps_it(proxy, rough_page):
    """The page misses a batch, and gets its whole tree before its own events are handled."""
    page = rough_page
    page.goto(proxy.url("/focus"))
    page.get_by_label("Name").click()
    shows(page, "in name")
    proxy.hold()
    page.get_by_label("Name").press("Enter")
    assert proxy.holds.wait(20)
    proxy.hold_sockets()
    proxy.drop()
    page.get_by_label("city").click()
    proxy.release()
    shows(page, "Heard: city")
    shows(page, "not in mail")
    expect(page.get_by_label("city")).to_be_focused()


def test_a_popover_is_not_inside_the_view_that_opens_it(fixture, page):
    page.goto(fixture.url("/around"))
    expect(page.locator("#millrace-status")).to_be_empty()
    page.get_by_role("button", name="Open").focus()
    shows(page, "inside")
    page.get_by_role("button", name="Open").click()
    page.get_by_label("Note").click()
    shows(page, "outside")
    page.get_by_role("button", name="Around").click()
    shows(page, "inside")
    expect(page.locator("[tabindex='0']", has_text="inside")).to_be_focused()


def test_a_row_that_is_inserted_with_the_focus_does_not_take_that_of_the_person(proxy, page):
    """The answer with the row arrives after the person has chosen a field."""
    page.goto(proxy.url("/wanted"))
    page.get_by_label("Row 1").click()
    shows(page, "Focus is row(1), search is ''")
    proxy.hold()
    page.get_by_role("button", name="Add").evaluate("e => e.click()")
    assert proxy.holds.wait(20)
    page.get_by_label("Search").click()
    page.keyboard.type("a")
    proxy.release()
    expect(page.get_by_label("Row 4")).to_be_visible()
    shows(page, "Focus is search, search is 'a'")
    page.keyboard.type("b")
    shows(page, "Focus is search, search is 'ab'")


def test_the_focus_that_the_browser_sets_first_is_not_one_of_the_person(
        fixture, proxy, context, page):
    proxy.hold_sockets()
    page.goto(proxy.url("/wanted"))
    expect(page.get_by_label("Search")).to_be_focused()
    other = context.new_page()
    other.goto(fixture.url("/clicks"))
    other.get_by_role("button", name="Click").click()
    expect(other.get_by_text("Clicks: 1")).to_be_visible()
    proxy.release()
    expect(page.get_by_label("Row 1")).to_be_focused()
    shows(page, "Focus is row(1), search is ''")
