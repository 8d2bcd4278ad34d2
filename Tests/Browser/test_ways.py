# SPDX-License-Identifier: Apache-2.0
"""Where the focus and the scroll position are after their element has gone."""

import pytest
from playwright.sync_api import expect


def opened(fixture, page, path):
    page.goto(fixture.url(path))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


@pytest.fixture
def levels(fixture, page):
    return opened(fixture, page, "/levels")


@pytest.fixture
def keys(fixture, page):
    return opened(fixture, page, "/keys")


@pytest.fixture
def rows(fixture, page):
    return opened(fixture, page, "/rows")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def link(page, name):
    return page.locator("button", has=page.get_by_text(name, exact=True))


def scrolled(page):
    return page.evaluate("document.scrollingElement.scrollTop")


def test_a_double_click_on_a_link_opens_one_level(levels):
    link(levels, "Row 1").dblclick()
    expect(levels.get_by_text("Level 1", exact=True)).to_be_visible()
    button(levels, "Back").click()
    expect(levels.get_by_text("Pushed 1 times")).to_be_visible()


@pytest.mark.parametrize("hand", ["click", "Enter"])
def test_back_leads_to_the_place_and_the_focus_that_were_left(levels, hand):
    row = link(levels, "Row 50")
    row.scroll_into_view_if_needed()
    before = scrolled(levels)
    assert before > 500
    row.click() if hand == "click" else row.press("Enter")
    expect(levels.get_by_text("Level 50", exact=True)).to_be_in_viewport()
    expect(levels.locator(".mv-level:focus")).to_have_count(1)
    levels.keyboard.press("Tab")
    expect(button(levels, "Back")).to_be_focused()
    link(levels, "Deeper").click()
    expect(levels.get_by_text("Level 150", exact=True)).to_be_in_viewport()
    button(levels, "Back").click()
    expect(link(levels, "Deeper")).to_have_count(1)
    expect(link(levels, "Deeper")).to_be_focused()
    expect(link(levels, "Deeper")).to_be_in_viewport()
    button(levels, "Back").press("Enter")
    expect(row).to_be_focused()
    assert scrolled(levels) == before
    expect(levels.locator("[tabindex='-1']:not(.mv-level)")).to_have_count(0)


def test_a_level_that_was_left_without_a_focus_gets_it(levels):
    link(levels, "Row 1").evaluate("e => e.click()")
    button(levels, "Back").press("Enter")
    expect(link(levels, "Row 1")).to_be_visible()
    expect(levels.locator(".mv-level:focus")).to_have_count(1)


def test_a_long_sheet_is_seen_from_its_top(keys):
    width = keys.locator("body").bounding_box()["width"]
    button(keys, "Long Sheet").click()
    expect(keys.get_by_text("Top of the sheet")).to_be_in_viewport()
    assert keys.locator("body").bounding_box()["width"] == width
    expect(keys.get_by_label("Name")).to_be_focused()
    assert keys.locator("dialog").evaluate("dialog => dialog.scrollTop") == 0
    keys.keyboard.press("Escape")
    expect(button(keys, "Long Sheet")).to_be_focused()


def test_a_focused_button_gets_its_keys_before_the_views_around_it(keys):
    button(keys, "Inside").press("Enter")
    expect(keys.get_by_text("Chosen: inside")).to_be_visible()
    button(keys, "Itself").press("Enter")
    expect(keys.get_by_text("Chosen: itself")).to_be_visible()
    button(keys, "Inside").press("Space")
    expect(keys.get_by_text("Chosen: inside")).to_be_visible()
    button(keys, "Itself").press("Space")
    expect(keys.get_by_text("Chosen: by Space")).to_be_visible()


def test_a_menu_has_the_focus_after_a_choice(keys):
    menu = keys.locator("summary", has_text="More").first
    menu.press("Enter")
    keys.keyboard.press("ArrowDown")
    keys.keyboard.press("Enter")
    expect(keys.get_by_text("Chosen: first")).to_be_visible()
    expect(menu).to_be_focused()
    menu.click()
    button(keys, "Second").click()
    expect(keys.get_by_text("Chosen: second")).to_be_visible()
    expect(menu).to_be_focused()


def test_the_arrows_of_a_menu_begin_at_its_ends(keys):
    menu = keys.locator("summary", has_text="More").first
    menu.press("Enter")
    keys.keyboard.press("ArrowUp")
    expect(button(keys, "Third")).to_be_focused()
    keys.keyboard.press("ArrowUp")
    expect(button(keys, "Second")).to_be_focused()
    keys.keyboard.press("ArrowDown")
    keys.keyboard.press("ArrowDown")
    expect(button(keys, "First")).to_be_focused()


def test_a_context_menu_begins_with_what_can_be_pressed(keys):
    # The view has another menu, of its swipe actions, before the context menu.
    keys.get_by_text("Chosen: nothing").click(button="right")
    expect(button(keys, "Ever")).to_be_focused()


def test_a_context_menu_closes_another_menu(keys):
    keys.locator("summary", has_text="More").first.click()
    expect(button(keys, "First")).to_be_visible()
    keys.get_by_text("Chosen: nothing").click(button="right")
    expect(button(keys, "Ever")).to_be_visible()
    expect(button(keys, "First")).to_be_hidden()


def test_a_menu_that_is_drawn_as_a_whole_opens_in_front(keys):
    menu = keys.locator("details", has_text="More").first
    menu.evaluate("""(menu) => {
      menu.style.opacity = 0.9;
      menu.nextElementSibling.style = "opacity: 0.9; height: 10rem; background: yellow";
    }""")
    menu.locator("summary").click()
    button(keys, "First").click()  # fails if another element would get the click
    expect(keys.get_by_text("Chosen: first")).to_be_visible()


def test_a_dialog_that_is_leaving_the_page_does_not_open_again(keys):
    keys.evaluate("""() => {
      const leaving = document.createElement("div");
      leaving.className = "mv-leaving";
      leaving.append(document.createElement("dialog"));
      document.querySelector(".mv-root").append(leaving);
    }""")
    button(keys, "Again").click()
    button(keys, "Inside").click()
    expect(keys.get_by_text("Chosen: inside")).to_be_visible()
    expect(keys.locator("dialog[open]")).to_have_count(0)


def test_the_next_row_has_the_focus_of_one_that_was_deleted(keys):
    rows = keys.locator("ul.mv-list").first.locator("> li")
    menus = rows.locator("summary")
    for name, left in [("Bea", ["Ada", "Cid"]), ("Cid", ["Ada"])]:
        row = rows.filter(has_text=name)
        row.locator("summary").press("Enter")
        row.get_by_role("button", name="Delete").press("Enter")
        expect(rows).to_have_count(len(left))
        expect(menus.nth(len(left) - 1)).to_be_focused()


def test_the_next_row_has_the_focus_after_a_question(keys):
    button(keys, "Remove Dan").press("Enter")
    button(keys, "Yes").press("Enter")
    expect(button(keys, "Remove Dan")).to_have_count(0)
    expect(button(keys, "Remove Eve")).to_be_focused()


def test_what_is_typed_into_a_row_that_was_deleted_presses_nothing(rows):
    rows.get_by_label("Row b").click()
    button(rows, "Delete b").evaluate("e => e.click()")  # as by another person: the focus stays
    expect(rows.get_by_label("Row b")).to_have_count(0)
    expect(rows.locator(":focus")).to_have_count(0)
    for key in [" ", "Enter", "Backspace"]:
        rows.keyboard.press(key)
    rows.keyboard.press("Tab")
    expect(button(rows, "Delete c")).to_be_focused()
    button(rows, "Add").click()
    expect(rows.get_by_role("textbox")).to_have_count(3)


def test_a_key_that_is_held_down_deletes_one_row(rows):
    button(rows, "Delete a").focus()
    rows.keyboard.down("Enter")
    for _ in range(3):
        expect(button(rows, "Delete b")).to_be_focused()
        rows.keyboard.down("Enter")  # the key repeats
    rows.keyboard.up("Enter")
    button(rows, "Add").click()
    expect(rows.get_by_role("textbox")).to_have_count(3)
    button(rows, "Delete b").press("Enter")
    expect(rows.get_by_role("textbox")).to_have_count(2)


def test_a_checkbox_that_removes_its_row_gives_the_focus_to_the_next_row(rows):
    rows.get_by_label("Done a").press("Space")
    expect(button(rows, "Delete b")).to_be_focused()
    expect(rows.get_by_role("textbox")).to_have_count(2)


def test_a_button_that_is_disabled_keeps_the_focus_and_does_nothing(keys):
    more, less = button(keys, "More"), button(keys, "Less")
    more.press("Enter")
    expect(keys.get_by_text("Count 2, sent 0")).to_be_visible()
    expect(more).to_be_disabled()
    expect(more).to_be_focused()
    keys.keyboard.press("Enter")
    keys.keyboard.press("Shift+Tab")
    expect(less).to_be_focused()
    expect(more).to_have_attribute("disabled", "")
    keys.keyboard.press("Enter")
    expect(keys.get_by_text("Count 1, sent 0")).to_be_visible()
    expect(more).to_be_enabled()
    send = button(keys, "Send")
    send.click()
    expect(keys.get_by_text("Count 1, sent 1")).to_be_visible()
    expect(send).to_be_disabled()
    keys.keyboard.press("Enter")
    keys.keyboard.press("Tab")
    keys.keyboard.press("Enter")  # Again
    expect(send).to_be_enabled()
    expect(send).not_to_have_attribute("aria-disabled", "true")
    keys.keyboard.press("Shift+Tab")
    keys.keyboard.press("Enter")
    expect(keys.get_by_text("Count 1, sent 2")).to_be_visible()


def test_texts_keep_their_lines_and_spaces(fixture, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(fixture, page, "/texts")
    def box(text):
        return page.get_by_text(text, exact=True).bounding_box()
    line = box("one line")["height"]
    spans = page.locator(".mv-root span")
    heights = [spans.nth(n).bounding_box()["height"] for n in (1, 2)]
    assert heights == [pytest.approx(2 * line, abs=1)] * 2
    assert spans.nth(3).bounding_box()["width"] > spans.nth(4).bounding_box()["width"] + 20
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_a_text_and_a_field_have_the_direction_of_what_they_hold(fixture, page):
    opened(fixture, page, "/texts")
    # The end of a sentence that is read from right to left is on the left.
    left = page.locator("span", has_text="שלום").evaluate("""(span) => {
      const range = document.createRange();
      const at = span.firstChild.data.indexOf("!");
      range.setStart(span.firstChild, at);
      range.setEnd(span.firstChild, at + 1);
      const sign = range.getBoundingClientRect();
      range.setStart(span.firstChild, 0);
      range.setEnd(span.firstChild, 1);
      return range.getBoundingClientRect().left - sign.left;
    }""")
    assert left > 20
    assert page.get_by_label("Word").evaluate("field => getComputedStyle(field).unicodeBidi") == (
        "plaintext")


def open_over(page, name):
    """Opens a sheet or popover by a key, so that the pointer is not above the view around it."""
    button(page, name).press("Enter")
    expect(button(page, f"Close the {name}")).to_be_visible()


@pytest.mark.parametrize("name", ["Sheet", "Popover"])
def test_a_view_gets_no_keys_of_a_sheet_or_popover_in_it(fixture, page, name):
    opened(fixture, page, "/behind")
    button(page, name).press("ArrowUp")
    expect(page.get_by_text("Keys: 1")).to_be_visible()
    open_over(page, name)
    button(page, f"Close the {name}").press("ArrowUp")
    button(page, f"Close the {name}").press("Enter")
    expect(button(page, f"Close the {name}")).to_have_count(0)
    expect(page.get_by_text("Keys: 1")).to_be_visible()


@pytest.mark.parametrize("name", ["Sheet", "Popover"])
def test_a_view_does_not_notice_the_pointer_above_a_sheet_or_popover_in_it(fixture, page, name):
    opened(fixture, page, "/behind")
    page.evaluate("""() => {
      globalThis.told = [];
      document.addEventListener("millrace", ({ detail: [kind] }) => told.push(kind));
    }""")
    open_over(page, name)
    assert page.evaluate("told") == []
    button(page, f"Close the {name}").hover()
    reported = "new Promise((done) => requestAnimationFrame(() => done(told)))"
    assert page.evaluate(reported) == []


def test_the_pointer_leaves_a_view_for_a_popover_in_it(fixture, page):
    opened(fixture, page, "/behind")
    button(page, "Popover").click()
    expect(page.get_by_text("Hovers: 1, over, at")).to_be_visible()
    page.get_by_text("In the popover").hover()
    expect(page.get_by_text("Hovers: 1, away, off")).to_be_visible()


def test_a_view_notices_the_pointer_when_a_popover_above_it_closes(fixture, page):
    opened(fixture, page, "/behind")
    button(page, "Popover").click()
    place = "e => Object.assign(e.style, { position: 'fixed', inset: 0, margin: 0 })"
    page.locator(".mv-popover").evaluate(place)
    page.get_by_text("In the popover").hover()
    expect(page.get_by_text("Hovers: 1, away, off")).to_be_visible()
    view = page.get_by_text("Keys: 0").bounding_box()
    page.mouse.move(view["x"] + 5, view["y"] + 5)
    page.keyboard.press("Escape")
    expect(page.locator(".mv-popover")).to_have_count(0)
    page.mouse.move(view["x"] + 6, view["y"] + 5)
    expect(page.get_by_text("Hovers: 2, over, at")).to_be_visible()
