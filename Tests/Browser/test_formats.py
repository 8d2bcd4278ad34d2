# SPDX-License-Identifier: Apache-2.0
"""Fields for values, fields for several lines, and the styles of texts."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def formats(fixture, page):
    page.goto(fixture.url("/formats"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def height(locator):
    return locator.bounding_box()["height"]


def style(locator, name):
    return locator.evaluate("(e, name) => getComputedStyle(e)[name]", name)


def test_a_value_is_taken_over_with_return(formats):
    field = formats.get_by_label("Amount")
    field.fill("5000")
    field.press("Enter")
    expect(formats.get_by_text("Saved amount 5000")).to_be_visible()
    expect(field).to_have_value("5,000")
    field.press_sequentially("x")
    field.press("Enter")
    expect(field).to_have_value("5,000")


def test_a_value_is_taken_over_before_the_press_of_a_button(formats):
    field = formats.get_by_label("Amount")
    field.fill("77")
    formats.get_by_label("Guests").fill("")
    formats.get_by_role("button", name="Save").click()
    expect(formats.get_by_text("Saved 77 and 0")).to_be_visible()
    expect(field).to_have_value("77")


def test_an_invalid_text_is_replaced_when_the_focus_leaves(formats):
    field = formats.get_by_label("Amount")
    field.fill("many")
    expect(field).to_have_value("many")
    field.press("Tab")
    expect(field).to_have_value("1,234")
    expect(formats.get_by_label("Guests")).to_be_focused()


def test_a_field_grows_within_its_limits(formats):
    field = formats.get_by_label("Note", exact=True)
    lines = []
    for count in [1, 3, 4, 9]:
        field.fill("\n".join("x" * count))
        lines.append(height(field))
    two, three, four, many = lines
    assert two < three < four
    assert many == pytest.approx(four, abs=1)
    line = float(style(field, "lineHeight").removesuffix("px"))
    assert three - two == pytest.approx(line, abs=1)
    field.press("Enter")
    expect(formats.get_by_text("Note has 18 letters")).to_be_visible()
    assert field.bounding_box()["width"] > 300


def test_a_field_has_hints_for_the_browser(formats):
    hints = {"autocomplete": "one-time-code", "autocorrect": "off", "spellcheck": "false",
             "autocapitalize": "characters", "enterkeyhint": "send"}
    for name, value in hints.items():
        expect(formats.get_by_label("Code")).to_have_attribute(name, value)
    expect(formats.get_by_label("Amount")).to_have_attribute("inputmode", "numeric")


def test_a_plain_field_has_no_border_but_shows_its_focus(formats):
    field = formats.get_by_label("Guests")
    assert style(field, "borderTopColor") == "rgba(0, 0, 0, 0)"
    assert style(formats.get_by_label("Copy of the note"), "borderTopColor") == "rgba(0, 0, 0, 0)"
    assert style(formats.get_by_label("Amount"), "borderTopColor") != "rgba(0, 0, 0, 0)"
    field.focus()
    assert style(field, "outlineStyle") == "solid"


def test_lines_are_limited_for_each_text(formats):
    line = float(style(formats.get_by_text("airy"), "fontSize").removesuffix("px")) * 1.5
    assert height(formats.get_by_text("many words")) == pytest.approx(line, abs=1)
    assert height(formats.get_by_text("all words")) > 3 * line
    parts = [formats.get_by_text(text, exact=True) for text in ("joined", "parts")]
    assert parts[0].bounding_box()["y"] == pytest.approx(parts[1].bounding_box()["y"], abs=1)
    assert height(formats.get_by_text("three lines")) == pytest.approx(3 * line, abs=1)
    assert height(formats.get_by_text("airy")) == pytest.approx(line + 10, abs=1)


def test_letters_have_their_styles(formats):
    button = formats.get_by_role("button", name="loud")
    assert (style(button, "textTransform"), style(button, "letterSpacing")) == ("uppercase", "2px")
    assert style(formats.get_by_text("not to copy"), "userSelect") == "none"
    name, power = formats.get_by_text("Ann"), formats.get_by_text("2", exact=True)
    assert power.bounding_box()["y"] < name.bounding_box()["y"]
    star = formats.get_by_role("img", name="star fill").bounding_box()
    assert star["x"] + star["width"] <= name.bounding_box()["x"]
