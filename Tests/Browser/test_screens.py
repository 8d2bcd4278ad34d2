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


def test_bars_are_above_their_views_also_in_stacks(fixture, page):
    page.goto(fixture.url("/bars-in-stacks"))
    above, row = box(button(page, "Above")), box(page.get_by_text("Behind"))
    field = box(page.get_by_role("searchbox"))
    assert field["y"] + field["height"] <= above["y"]
    assert above["y"] + above["height"] <= row["y"]
    left, row = box(button(page, "Left bar")), box(page.get_by_text("Left row"))
    assert left["y"] + left["height"] <= row["y"]
    assert end(button(page, "Left bar")) <= box(page.get_by_text("Right", exact=True))["x"]


def test_a_bar_is_as_opaque_as_its_page(fixture, page):
    page.goto(fixture.url("/bars-in-stacks"))
    opacity = "element => [...document.querySelectorAll('*')].filter(e => e.contains(element))" \
        ".reduce((product, e) => product * getComputedStyle(e).opacity, 1)"
    assert page.get_by_text("Faded").evaluate(opacity) == 0.5
    assert button(page, "Clear").evaluate(opacity) == 1


def test_the_controls_of_a_form_in_columns_begin_at_one_line(fixture, page):
    page.goto(fixture.url("/columns"))
    start = box(page.get_by_role("textbox", name="Name"))["x"]
    for control in (
            page.get_by_text("1.0"), button(page, "Less"), page.locator(".mv-segments").nth(0),
            page.get_by_role("radio", name="Four"), page.get_by_role("radio", name="Five"),
            page.get_by_role("checkbox", name="News")):
        assert abs(box(control)["x"] - start) <= 5, control
    for name in ("Name", "Version", "Count", "Segments", "Choices"):
        label = page.get_by_text(name, exact=True)
        assert 0 < start - end(label) < 20, name
        assert box(label)["width"] > 20, name
    second = page.locator(".mv-segments").nth(1)
    assert box(second.locator("> .mv-unseen"))["width"] <= 1
    assert abs(box(second)["x"] - start) < 1


def test_on_a_phone_the_labels_of_columns_are_above_the_controls(fixture, page):
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto(fixture.url("/columns"))
    field, label = box(page.get_by_role("textbox", name="Name")), box(page.get_by_text("Name"))
    assert label["y"] + label["height"] <= field["y"]
    assert box(page.locator(".mv-segments").nth(0))["x"] == field["x"]


def test_a_badge_is_between_the_title_of_a_link_and_its_arrow(fixture, page):
    page.goto(fixture.url("/columns"))
    link, badge = page.locator(".mv-push"), page.locator(".mv-badge")
    assert end(page.get_by_text("Inbox", exact=True)) < box(badge)["x"]
    assert 5 < end(link) - end(badge) < 60
    # The browser presses the link also below the badge.
    bounds = box(badge)
    page.mouse.click(bounds["x"] + 2, bounds["y"] + 2)
    expect(page.get_by_text("Mail", exact=True)).to_be_visible()


def test_markdown_is_drawn(fixture, page):
    page.goto(fixture.url("/markdown"))
    text = page.get_by_text("Read the terms of use, Ann.")
    expect(text).to_be_visible()
    link = text.get_by_role("link", name="the terms")
    expect(link).to_have_attribute("href", "https://example.com/terms")
    weights = text.locator("span").evaluate_all(
        "spans => spans.map(span => [span.textContent, getComputedStyle(span).fontWeight])")
    assert ["Ann", "700"] in weights and ["the ", "400"] in weights


def test_the_second_text_of_a_label_is_below_the_first_one(fixture, page):
    page.goto(fixture.url("/labels"))
    for name in ("Checkbox", "Switch", "Content"):
        first = box(page.get_by_text(name, exact=True))
        second = box(page.get_by_text(f"Below the {name.lower()}", exact=True))
        assert second["y"] >= first["y"] + first["height"] and second["x"] == first["x"], name
    box_of = [box(page.locator(".mv-toggle > input").nth(index)) for index in (0, 1)]
    assert box_of[0]["x"] < box(page.get_by_text("Checkbox", exact=True))["x"]
    assert box_of[1]["x"] > end(page.get_by_text("Below the switch"))


def test_the_items_of_a_menu_are_alike_also_in_a_section(fixture, page):
    page.goto(fixture.url("/labels"))
    page.locator("summary", has_text="Menu").click()
    items = [button(page, "First"), button(page, "Second"), page.locator("summary").nth(1)]
    first = box(items[0])
    for item in items[1:]:
        assert (box(item)["x"], box(item)["width"]) == (first["x"], first["width"])
        expect(item).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    items[2].click()
    expect(button(page, "Inner")).to_be_visible()
    items[1].click()
    expect(button(page, "Inner")).to_be_hidden()


def test_a_font_replaces_the_font_around_it(fixture, page):
    page.goto(fixture.url("/fonts"))

    def font(text):
        return page.get_by_text(text, exact=True).evaluate("""element => {
          const style = getComputedStyle(element);
          const family = style.fontFamily.includes("monospace") ? "monospaced" : "default";
          return [style.fontSize, style.fontWeight, style.fontStyle, family];
        }""")
    small, body = ["12.8px", "400", "normal", "default"], ["16px", "400", "normal", "default"]
    assert font("Small in large") == small
    assert font("Body in large") == body
    assert font("Headline in large") == font("Headline") == ["16px", "600", "normal", "default"]
    assert font("Points in large") == ["20px", "400", "normal", "default"]
    assert font("Large") == ["33.6px", "700", "normal", "default"]
    assert font("Small in drawn") == small
    # What a modifier changes also changes in the fonts inside.
    assert font("Drawn around small") == ["12.8px", "700", "italic", "monospaced"]
    assert font("Heavy around light") == ["28px", "800", "normal", "default"]
    assert font("Plain headline") == ["16px", "600", "normal", "default"]
    assert font("Light headline") == ["16px", "300", "normal", "default"]
