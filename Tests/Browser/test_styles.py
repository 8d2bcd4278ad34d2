# SPDX-License-Identifier: Apache-2.0
"""Controls and lists in the styles that modifiers choose, with pointer and keyboard."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def styles(fixture, page):
    page.set_viewport_size({"width": 900, "height": 800})
    page.goto(fixture.url("/catalog/styles"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def box(locator):
    return locator.bounding_box()


def test_the_arrow_keys_choose_a_segment(styles):
    group = styles.get_by_role("radiogroup", name="Size")
    small, large = [group.get_by_role("radio", name=name) for name in ("Small", "Large")]
    expect(small).to_be_checked()
    small.focus()
    styles.keyboard.press("ArrowRight")
    expect(large).to_be_focused()
    expect(large).to_be_checked()
    expect(styles.get_by_text("Size is Large")).to_be_visible()
    # The other pickers of the same value follow.
    expect(styles.get_by_role("radio", name="Large way")).to_be_checked()
    styles.get_by_role("radio", name="Small way").check()
    expect(small).to_be_checked()
    expect(large).not_to_be_checked()


def test_segments_are_side_by_side_and_radio_buttons_below_each_other(styles):
    segments = styles.locator(".mv-segments > .mv-choice")
    first, second = box(segments.nth(0)), box(segments.nth(1))
    assert first["y"] == second["y"] and first["x"] < second["x"]
    radios = styles.locator(".mv-radios > .mv-choice")
    assert box(radios.nth(0))["y"] < box(radios.nth(1))["y"]


def test_from_right_to_left_the_first_segment_is_on_the_right(styles):
    styles.evaluate("document.documentElement.dir = 'rtl'")
    segments = styles.locator(".mv-segments > .mv-choice")
    assert box(segments.nth(0))["x"] > box(segments.nth(1))["x"]


def test_a_switch_and_a_button_of_one_value(styles):
    switch = styles.get_by_role("switch", name="Loud")
    switch.focus()
    styles.keyboard.press("Space")
    expect(styles.get_by_text("Loud is on")).to_be_visible()
    button = styles.get_by_role("checkbox", name="Bold")
    expect(button).to_be_checked()
    button.click()
    expect(switch).not_to_be_checked()


def test_hidden_labels_take_no_space_and_are_read(styles):
    hidden = styles.get_by_role("combobox", name="Size")
    expect(hidden).to_be_visible()
    assert box(hidden.locator("xpath=preceding-sibling::*"))["width"] <= 1


def test_hidden_labels_of_progress(styles):
    gauge = styles.get_by_role("meter", name="Speed")
    label = styles.locator(".mv-gauge > .mv-caption")
    assert box(label)["width"] > 1
    styles.locator(".mv-root").evaluate("(root) => root.classList.add('mv-no-labels')")
    assert box(label)["width"] <= 1
    expect(gauge).to_be_visible()


def test_sizes_of_controls(styles):
    tiny, huge = [box(styles.get_by_role("button", name=name)) for name in ("Tiny", "Huge")]
    assert tiny["height"] < 30 and huge["height"] > 50


def test_a_destructive_button_has_the_colour_of_danger(styles):
    button = styles.get_by_role("button", name="Erase")
    styles.evaluate("() => document.body.style.setProperty('--danger', 'rgb(1, 2, 3)')")
    expect(button).to_have_css("color", "rgb(1, 2, 3)")
    expect(button).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    button.hover()
    expect(button).to_have_css("border-top-color", "rgb(1, 2, 3)")
    expect(button).to_have_css("color", "rgb(1, 2, 3)")


def test_a_menu_with_an_action(styles):
    styles.get_by_role("button", name="Save", exact=True).click()
    expect(styles.get_by_text("Saved 1 times")).to_be_visible()
    styles.locator("summary[aria-label=More]").click()
    styles.get_by_role("button", name="Save twice").click()
    expect(styles.get_by_text("Saved 3 times")).to_be_visible()


def test_a_header_hides_its_rows(styles):
    header = styles.get_by_role("button", name="Fruit")
    expect(header).to_have_attribute("aria-expanded", "true")
    header.click()
    expect(styles.get_by_text("Apple")).to_be_hidden()
    header.click()
    expect(styles.get_by_text("Apple")).to_be_visible()


def test_a_background_fills_its_row_behind_the_text(styles):
    row = styles.locator("li", has=styles.get_by_text("Pear", exact=True)).last
    back = row.locator(":scope > .mv-under")
    assert box(back)["width"] == pytest.approx(box(row)["width"], abs=1)
    row.click()
    expect(row).to_have_attribute("aria-current", "true")


def test_a_row_without_a_line(styles):
    oak = styles.locator("li", has=styles.get_by_text("Oak", exact=True)).last
    expect(oak).to_have_css("border-bottom-style", "none")


def test_sending_scrolls_to_the_new_message_and_back(styles):
    area = styles.locator(".mv-scroll")
    styles.get_by_role("button", name="Send").click()
    expect(styles.get_by_text("Message 41", exact=True)).to_be_in_viewport()
    assert area.evaluate("(box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1")
    styles.get_by_role("button", name="First").click()
    expect(styles.get_by_text("Message 1", exact=True)).to_be_in_viewport()
    assert area.evaluate("(box) => box.scrollTop") == 0
    # A second call for the same message scrolls again.
    area.evaluate("(box) => { box.scrollTop = 200; }")
    styles.get_by_role("button", name="First").click()
    styles.wait_for_function("() => document.querySelector('.mv-scroll').scrollTop === 0")


def test_a_sheet_that_escape_does_not_close(styles):
    styles.get_by_role("button", name="Open").click()
    sheet = styles.get_by_role("dialog", name="Half")
    expect(sheet).to_be_visible()
    assert box(sheet)["height"] == pytest.approx(400, abs=2)
    styles.keyboard.press("Escape")
    styles.keyboard.press("Escape")
    styles.get_by_role("checkbox", name="Checked").check()
    expect(sheet).to_have_attribute("data-on", "dismiss")
    styles.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_a_long_word_is_broken_and_the_words_of_rows_are_not(fixture, page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(fixture.url("/words"))
    expect(page.locator("#millrace-status")).to_be_empty()
    for text in page.get_by_text("Looooong").all():
        assert box(text)["width"] < width
    button = box(page.get_by_role("button", name="Delete"))
    assert button["x"] >= 0 and button["x"] + button["width"] <= width
    line = box(page.get_by_text("Badge", exact=True))["height"]
    for word in ("Wonderful", "Wonderful overlay"):
        lines = len(word.split())
        assert box(page.get_by_text(word, exact=True))["height"] <= lines * line + 1
    for text in ("Wonderful title", "Wonderful cell", "Wonderful button"):
        assert box(page.get_by_text(text, exact=True))["width"] >= 60


@pytest.mark.parametrize("width", [320, 375])
def test_a_row_of_buttons_fits_into_a_sheet_of_a_phone(fixture, page, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(fixture.url("/words"))
    page.get_by_role("button", name="Wonderful button").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    inside = sheet.evaluate("""e => {
      const { left, right } = e.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(e);
      const inside = [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)];
      return [...inside, e.scrollWidth - e.clientWidth];
    }""")
    assert inside[2] == 0
    for name in ("Cancel", "Discard", "Send"):
        button = box(sheet.get_by_role("button", name=name))
        assert inside[0] <= button["x"] and button["x"] + button["width"] <= inside[1] + 0.5
