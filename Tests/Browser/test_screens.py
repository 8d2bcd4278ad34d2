# SPDX-License-Identifier: Apache-2.0
"""Screens whose layout comes from labels, styles and places of items."""

from playwright.sync_api import expect


def box(locator):
    return locator.bounding_box()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def end(locator):
    bounds = box(locator)
    return bounds["x"] + bounds["width"]


def test_a_button_is_as_wide_as_its_label(fixture, page):
    page.goto(fixture.url("/buttons"))
    main = box(page.locator(".mv-root"))
    for name in ("Styled", "Padded", "Row Value"):
        wide = box(button(page, name))
        inside = box(button(page, name).locator("> *"))
        assert wide["width"] == main["width"], name
        assert wide["width"] - inside["width"] <= 40, name
    assert box(button(page, "Narrow"))["width"] < 200


def test_the_label_of_a_button_is_as_high_as_its_button(fixture, page):
    page.goto(fixture.url("/buttons"))
    tile = box(button(page, "Tile"))
    assert (tile["width"], tile["height"]) == (200, 90)
    assert box(button(page, "Tile").locator("> *"))["height"] >= 86
    page.mouse.click(tile["x"] + 10, tile["y"] + 80)
    expect(page.get_by_text("Pressed 1 times")).to_be_visible()


def test_items_in_one_place_of_a_toolbar_are_side_by_side(fixture, page):
    page.goto(fixture.url("/toolbars"))
    bar = page.locator(".mv-bar").nth(0)
    assert abs(box(bar)["x"] - box(button(page, "Close"))["x"]) < 1
    items = [button(page, name) for name in ("Plain", "Add", "Edit")]
    assert abs(end(items[2]) - end(bar)) < 1
    for before, after in zip(items, items[1:]):
        assert 0 < box(after)["x"] - end(before) < 20


def test_items_beside_the_middle_and_in_the_bottom_bar(fixture, page):
    page.goto(fixture.url("/toolbars"))
    bar = page.locator(".mv-bar").nth(1)
    title, first, second, left, right = (
        page.get_by_text("Title", exact=True),
        *(button(page, name) for name in ("First", "Second", "Left", "Right")))
    assert end(title) < box(first)["x"] and end(first) < box(second)["x"]
    assert abs(end(second) - end(bar)) < 1
    assert box(left)["y"] > box(second)["y"] + box(second)["height"]
    assert abs(box(left)["x"] - box(bar)["x"]) < 1 and abs(end(right) - end(bar)) < 1
    middle, whole = box(page.get_by_text("Middle")), box(page.locator(".mv-bar").nth(2))
    centre = middle["x"] + middle["width"] / 2
    assert abs(centre - whole["x"] - whole["width"] / 2) < 1


def test_the_texts_of_a_header_and_of_a_footer_are_below_each_other(fixture, page):
    page.goto(fixture.url("/toolbars"))
    for first, second in (("Header", "More"), ("Too short", "Too weak")):
        above, below = (box(page.get_by_text(name, exact=True)) for name in (first, second))
        assert below["y"] >= above["y"] + above["height"] and below["x"] == above["x"]
