# SPDX-License-Identifier: Apache-2.0
"""Layouts and controls as in the tutorials of SwiftUI."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def tutorial(fixture, page):
    page.set_viewport_size({"width": 420, "height": 800})
    page.goto(fixture.url("/tutorial"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def box(locator):
    return locator.bounding_box()


def end(locator):
    bounds = box(locator)
    return bounds["x"] + bounds["width"]


def css(locator, name):
    return locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)


def test_a_field_in_a_frame_is_not_wider_than_the_page(tutorial):
    field = tutorial.get_by_label("Email")
    assert end(field) + 32 <= end(tutorial.locator(".mv-root"))
    assert box(field)["width"] > 200
    tutorial.set_viewport_size({"width": 1000, "height": 800})
    assert box(field)["width"] == 416


def test_a_frame_in_a_row_is_at_least_as_wide_as_its_words(tutorial):
    word, rest = tutorial.get_by_text("Ingredients:"), tutorial.get_by_text("Flour, sugar")
    assert end(word) < box(rest)["x"]


def test_a_negative_padding_draws_views_nearer(tutorial):
    picture, below = tutorial.get_by_text("Picture", exact=True), tutorial.get_by_text("Below")
    bottom = box(tutorial.get_by_test_id("map"))["y"] + 60
    assert box(picture)["y"] == pytest.approx(bottom - 20, abs=1)
    assert box(below)["y"] == pytest.approx(bottom - 20 + box(picture)["height"], abs=1)


def test_a_field_in_a_row_takes_the_space_and_the_alignment(tutorial):
    field = tutorial.get_by_label("Name")
    assert end(field) == pytest.approx(end(tutorial.locator("form")), abs=1)
    assert css(field, "textAlign") == "end"


def test_an_icon_has_the_colour_of_its_label(tutorial):
    label = tutorial.locator(".mv-label", has_text="Warm")
    assert css(label.locator(".mv-icon"), "color") == css(label, "color")
    assert css(label, "color") != css(tutorial.locator("body"), "color")


def test_a_footer_is_quieter_than_the_text(tutorial):
    assert css(tutorial.get_by_text("A footer"), "color") != css(
        tutorial.get_by_text("Item", exact=True), "color")


def test_cells_that_take_the_space_share_the_grid(tutorial):
    grid = tutorial.locator(".mv-grid")
    one, two = [grid.locator(".mv-grid-row > *").nth(index) for index in (0, 1)]
    assert min(box(one)["width"], box(two)["width"]) > 140
    assert end(two) == pytest.approx(end(tutorial.locator(".mv-root")), abs=1)


def test_the_headers_of_sections_are_in_a_picker(tutorial):
    options = tutorial.get_by_label("Flavour").locator("option")
    assert options.all_text_contents() == ["Fruit", "Lemon", "Other", "Vanilla"]
    expect(tutorial.get_by_label("Flavour")).to_have_value("2")
    expect(options.nth(0)).to_be_disabled()
    tutorial.get_by_label("Flavour").select_option("Lemon")
    expect(tutorial.get_by_role("radio", name="Lime")).to_be_checked()
    expect(tutorial.get_by_role("radiogroup", name="Taste")).to_contain_text("SourLimeSweetHoney")


def test_a_gesture_outside_of_disabled_is_enabled(tutorial):
    tutorial.get_by_text("Press anyway").click()
    expect(tutorial.get_by_text("Pressed 1")).to_be_visible()


def test_pages_have_dots(tutorial):
    dots = tutorial.get_by_role("tab")
    assert [dot.get_attribute("aria-label") for dot in dots.all()] == [
        "Page 1", "Page 2", "Page 3"]
    first, second = tutorial.get_by_text("Welcome 1"), tutorial.get_by_text("Welcome 2")
    expect(first).to_be_visible()
    expect(second).to_be_hidden()
    assert box(dots.nth(0))["y"] > box(first)["y"]
    assert box(dots.nth(0))["width"] == 24
    assert css(dots.nth(0), "borderTopWidth") == "0px"
    dots.nth(1).click()
    expect(second).to_be_visible()
    expect(first).to_be_hidden()
    tutorial.keyboard.press("ArrowRight")
    expect(tutorial.get_by_text("Welcome 3")).to_be_visible()
