# SPDX-License-Identifier: Apache-2.0
"""What the views of the catalog do when they are used, with pointer and keyboard."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def interaction(fixture, page):
    page.goto(fixture.url("/catalog/interaction"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


@pytest.fixture
def content(fixture, page):
    page.goto(fixture.url("/catalog/content"))
    return page


@pytest.fixture
def structure(fixture, page):
    page.goto(fixture.url("/catalog/structure"))
    return page


def box(locator):
    return locator.bounding_box()


def rows(page):
    return page.locator("ul.mv-list > li")


def test_stacks_do_not_wrap_and_the_page_is_as_wide_as_the_window(fixture, page):
    page.set_viewport_size({"width": 1400, "height": 800})
    page.goto(fixture.url("/catalog/layout"))
    columns = [box(page.get_by_text(f"Column {n}", exact=True)) for n in range(1, 10)]
    assert len({column["y"] for column in columns}) == 1
    assert box(page.get_by_role("main"))["width"] > 1300
    page.set_viewport_size({"width": 390, "height": 800})
    columns = [box(page.get_by_text(f"Column {n}", exact=True)) for n in range(1, 10)]
    assert len({column["y"] for column in columns}) == 1
    assert all(a["x"] + a["width"] <= b["x"] for a, b in zip(columns, columns[1:]))


def test_frames_have_their_lengths(fixture, page):
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(fixture.url("/catalog/layout"))
    def frame(text):
        return box(page.get_by_text(text, exact=True).locator("xpath=.."))
    assert (frame("fixed")["width"], frame("fixed")["height"]) == (90, 50)
    assert (frame("min")["width"], frame("min")["height"]) == (90, 50)
    assert (frame("ideal")["width"], frame("ideal")["height"]) == (80, 40)
    assert frame("max")["width"] == 200
    assert frame("all")["width"] > 300
    trailing, row = box(page.get_by_text("Trailing", exact=True)), box(page.locator(".mv-root"))
    assert trailing["x"] + trailing["width"] == pytest.approx(row["x"] + row["width"], abs=1)


def test_a_slider_a_stepper_and_an_editor(content):
    content.get_by_role("slider").press("ArrowRight")
    content.get_by_role("button", name="More", exact=True).click()
    content.get_by_label("Note").fill("four")
    expect(content.get_by_text("Note has 4 letters, size is 3.0, count is 4")).to_be_visible()


def test_a_date(content):
    content.get_by_label("Day").fill("2024-02-29")
    expect(content.get_by_label("Day")).to_have_value("2024-02-29")


def test_a_date_that_is_half_typed_is_none(content):
    day = content.get_by_label("Day")
    day.fill("2024-02-29")
    day.fill("")
    expect(day).to_have_value("")
    day.blur()
    expect(day).to_have_value("2024-02-29")


def test_a_menu_with_pointer_and_keyboard(content):
    menu = content.locator("summary", has_text="Actions").first
    menu.click()
    content.get_by_role("button", name="Open", exact=True).click()
    expect(content.get_by_text("Chosen: open")).to_be_visible()
    expect(content.get_by_role("button", name="Open", exact=True)).to_be_hidden()
    menu.press("Enter")
    content.keyboard.press("ArrowDown")
    content.keyboard.press("ArrowDown")
    content.keyboard.press("Enter")
    expect(content.get_by_text("Chosen: delete")).to_be_visible()
    menu.press("Enter")
    content.keyboard.press("Escape")
    expect(content.get_by_role("button", name="Open", exact=True)).to_be_hidden()
    expect(menu).to_be_focused()


# Makes an element listen to keys, as with `onKeyPress`, and records what the page tells the server.
LISTENS = """(element, press) => {
  Object.assign(element.dataset, { press, phases: "down" });
  window.told = [];
  document.addEventListener("millrace", ({ detail: [kind] }) => window.told.push(kind));
}"""


def test_a_menu_keeps_its_arrow_keys_in_a_view_that_listens_to_them(content):
    content.locator("main > :first-child").evaluate(LISTENS, "arrowdown")
    content.locator("summary", has_text="Actions").first.press("Enter")
    content.keyboard.press("ArrowDown")
    expect(content.get_by_role("button", name="Open", exact=True)).to_be_focused()
    assert "key" not in content.evaluate("told")


def test_escape_closes_a_menu_and_presses_no_button(content):
    group = content.get_by_role("button", name="Details")
    group.evaluate("e => { e.dataset.keys = 'escape'; }")
    choice = content.get_by_role("button", name="Open", exact=True)
    content.locator("summary", has_text="Actions").first.press("Enter")
    expect(choice).to_be_visible()
    content.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    content.keyboard.press("Escape")
    expect(group).to_have_attribute("aria-expanded", "false")


def test_a_context_menu(content):
    content.get_by_text("Chosen: nothing").click(button="right")
    expect(content.get_by_role("button", name="Reset")).to_be_focused()
    content.get_by_text("A box").click()
    expect(content.get_by_role("button", name="Reset")).to_be_hidden()


def test_a_field_in_a_view_with_a_context_menu_keeps_that_of_the_browser(content):
    view = content.locator(".mv-context").filter(has_text="Chosen: nothing")
    assert view.evaluate("""(view) => {
      const field = document.createElement("input");
      field.dataset.on = "input";
      view.prepend(field);
      return field.dispatchEvent(
        new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    }""")
    expect(content.get_by_role("button", name="Reset")).to_be_hidden()


def test_a_group_folds(content):
    group = content.get_by_role("button", name="Details")
    expect(group).to_have_attribute("aria-expanded", "true")
    group.press("Enter")
    expect(content.get_by_text("What is inside the group")).to_have_count(0)


def test_a_stack_of_levels(structure):
    structure.get_by_role("button", name="Apple").click()
    expect(structure.get_by_text("All about Apple")).to_be_visible()
    structure.get_by_role("button", name="Next").click()
    expect(structure.get_by_text("All about Plum")).to_be_visible()
    structure.get_by_role("button", name="More").click()
    expect(structure.get_by_text("More about Plum")).to_be_visible()
    for text in ["All about Plum", "All about Apple"]:
        structure.get_by_role("button", name="Back").click()
        expect(structure.get_by_text(text)).to_be_visible()
    structure.get_by_role("button", name="Done").click()
    expect(structure.get_by_role("button", name="Quince")).to_be_visible()


def test_a_search_and_a_refresh(structure):
    structure.get_by_role("searchbox").fill("Qui")
    expect(structure.get_by_role("button", name="Apple")).to_have_count(0)
    structure.get_by_role("button", name="Refresh").click()
    expect(structure.get_by_text("Refreshed 1 times")).to_be_visible()


def test_tabs_with_the_arrow_keys(structure):
    structure.get_by_role("tab", name="Stack").focus()
    structure.keyboard.press("ArrowRight")
    expect(structure.get_by_role("tab", name="Split")).to_have_attribute("aria-selected", "true")
    expect(structure.get_by_text("is what is chosen in the first column.")).to_be_visible()
    structure.keyboard.press("ArrowLeft")
    expect(structure.get_by_role("button", name="Apple")).to_be_visible()


def test_tabs_keep_their_arrow_keys_in_a_view_that_listens_to_them(structure):
    structure.locator("main > :first-child").evaluate(LISTENS, "arrowright")
    structure.get_by_role("tab", name="Stack").focus()
    structure.keyboard.press("ArrowRight")
    expect(structure.get_by_role("tab", name="Split")).to_have_attribute("aria-selected", "true")
    assert "key" not in structure.evaluate("told")


def test_tabs_with_the_arrow_keys_from_right_to_left(structure):
    structure.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    structure.get_by_role("tab", name="Stack").focus()
    structure.keyboard.press("ArrowLeft")
    expect(structure.get_by_role("tab", name="Split")).to_have_attribute("aria-selected", "true")
    structure.keyboard.press("ArrowRight")
    expect(structure.get_by_role("tab", name="Stack")).to_have_attribute("aria-selected", "true")


def test_arrows_point_the_other_way_from_right_to_left(structure):
    structure.get_by_role("button", name="Apple").click()
    back = structure.get_by_role("button", name="Back").locator("svg")
    assert back.evaluate("e => getComputedStyle(e).scale") == "none"
    structure.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    assert back.evaluate("e => getComputedStyle(e).scale") == "-1 1"


def test_an_open_group_points_down_from_right_to_left(content):
    content.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    expect(content.get_by_role("button", name="Details")).to_have_attribute("aria-expanded", "true")
    content.wait_for_function(
        "() => getComputedStyle(document.querySelector('.mv-fold'), '::before').rotate === '-90deg'")


def test_arrow_keys_that_belong_to_the_browser_change_no_tab(structure):
    stack = structure.get_by_role("tab", name="Stack")
    stack.focus()
    for held in ["altKey", "ctrlKey", "metaKey", "shiftKey"]:
        stack.dispatch_event("keydown", {"key": "ArrowRight", held: True, "bubbles": True})
        expect(stack).to_be_focused()


def test_a_side_bar_chooses(structure):
    structure.get_by_role("tab", name="Split").click()
    side = structure.get_by_role("navigation", name="Sidebar")
    side.get_by_text("Plum").click()
    expect(structure.locator(".mv-split > :last-child")).to_contain_text("Plum")
    expect(side.locator("[aria-current=true]")).to_have_text("Plum")


def test_dialogs_open_and_close(structure):
    structure.get_by_role("tab", name="Dialogs").click()
    structure.get_by_role("button", name="Sheet").click()
    expect(structure.get_by_text("A sheet for Apple")).to_be_visible()
    structure.get_by_role("button", name="Another").click()
    expect(structure.get_by_text("A sheet for Pear")).to_be_visible()
    structure.keyboard.press("Escape")
    expect(structure.get_by_role("dialog")).to_have_count(0)
    structure.get_by_role("button", name="Ask").click()
    structure.get_by_role("button", name="Archive").click()
    expect(structure.get_by_text("Answer: archive")).to_be_visible()
    structure.get_by_role("button", name="Popover").click()
    expect(structure.get_by_text("In a popover")).to_be_visible()
    structure.get_by_text("Answer: archive").click()
    expect(structure.get_by_text("In a popover")).to_have_count(0)
    structure.get_by_role("button", name="Popover").click()
    expect(structure.get_by_text("In a popover")).to_be_visible()
    structure.keyboard.press("Escape")
    structure.keyboard.press("Escape")  # while the popover is leaving the page
    expect(structure.get_by_text("In a popover")).to_have_count(0)
    structure.get_by_role("button", name="Popover").click()
    expect(structure.get_by_text("In a popover")).to_be_visible()


def test_escape_closes_a_popover_and_presses_no_button_outside_of_it(structure):
    structure.get_by_role("tab", name="Dialogs").click()
    structure.get_by_role("button", name="Ask").evaluate("""e => {
      window.presses = 0;
      e.dataset.keys = "escape";
      e.addEventListener("click", () => { window.presses += 1; });
    }""")
    structure.get_by_role("button", name="Popover").click()
    expect(structure.get_by_text("In a popover")).to_be_visible()
    structure.keyboard.press("Escape")
    assert structure.evaluate("window.presses") == 0
    expect(structure.get_by_text("In a popover")).to_have_count(0)
    structure.keyboard.press("Escape")
    assert structure.evaluate("window.presses") == 1


def test_the_focus_follows_and_leads(interaction):
    first, second = interaction.get_by_label("First"), interaction.get_by_label("Second")
    first.click()
    expect(interaction.get_by_text("first", exact=True)).to_be_visible()
    first.press("Enter")
    expect(second).to_be_focused()
    expect(interaction.get_by_text("second", exact=True)).to_be_visible()
    second.blur()
    expect(interaction.get_by_text("no field")).to_be_visible()


def test_a_shortcut_presses_a_button(interaction):
    interaction.keyboard.press("Control+Shift+K")
    expect(interaction.get_by_text("Pressed 1 times")).to_be_visible()
    interaction.keyboard.press("Control+K")
    interaction.get_by_text("Tap me").click()
    expect(interaction.get_by_text("Pressed 11 times")).to_be_visible()


def test_a_shortcut_needs_a_button_that_is_there(interaction):
    button = interaction.get_by_text("Pressed 0 times")
    button.evaluate("e => { e.parentElement.hidden = true; }")
    interaction.keyboard.press("Control+Shift+K")
    button.evaluate("e => { e.parentElement.hidden = false; }")
    interaction.get_by_text("Tap me").click()
    expect(interaction.get_by_text("Pressed 10 times")).to_be_visible()


def test_a_shortcut_on_a_keyboard_with_other_letters(interaction):
    interaction.evaluate("""document.body.dispatchEvent(new KeyboardEvent("keydown", {
      key: "Л", code: "KeyK", ctrlKey: true, shiftKey: true, bubbles: true }))""")
    expect(interaction.get_by_text("Pressed 1 times")).to_be_visible()


@pytest.mark.parametrize(("keys", "pressed", "shown"), [
    ("shift s", "Shift+S", "a Sb"), ("space", "Space", "a  b"), ("backspace", "Backspace", "ab"),
    ("arrowleft", "ArrowLeft", "a b"), ("enter", "Enter", "a b")])
def test_what_types_in_a_field_presses_no_button(interaction, keys, pressed, shown):
    button = interaction.get_by_role("button", name="Pressed 0 times")
    button.evaluate("(e, keys) => { e.closest('[data-keys]').dataset.keys = keys; }", keys)
    field = interaction.get_by_label("Second")
    field.fill("a b")
    field.evaluate("e => e.setSelectionRange(2, 2)")
    interaction.keyboard.press(pressed)
    expect(field).to_have_value(shown)
    assert field.evaluate("e => e.selectionStart") == {
        "a b": 1 if pressed == "ArrowLeft" else 2, "ab": 1}.get(shown, 3)
    interaction.get_by_text("Tap me").click()
    expect(interaction.get_by_text("Pressed 10 times")).to_be_visible()


@pytest.mark.parametrize("keys, pressed", [("enter", "Enter"), ("space", "Space")])
def test_a_key_presses_what_has_the_focus_and_not_a_shortcut(interaction, keys, pressed):
    button = interaction.get_by_role("button", name="Pressed 0 times")
    button.evaluate("(e, keys) => { e.closest('[data-keys]').dataset.keys = keys; }", keys)
    menu = interaction.locator("details.mv-menu").first
    menu.locator("summary").press(pressed)
    expect(menu).to_have_attribute("open", "")
    interaction.keyboard.press("ArrowDown")
    expect(menu.get_by_role("button").first).to_be_focused()
    interaction.keyboard.press(pressed)
    expect(menu).not_to_have_attribute("open", "")
    interaction.get_by_text("Tap me").click()
    expect(interaction.get_by_text("Pressed 10 times")).to_be_visible()


def test_escape_presses_a_button_also_from_a_field(interaction):
    button = interaction.get_by_role("button", name="Pressed 0 times")
    button.evaluate("e => { e.closest('[data-keys]').dataset.keys = 'escape'; }")
    interaction.get_by_label("Second").focus()
    interaction.keyboard.press("Escape")
    expect(interaction.get_by_text("Pressed 1 times")).to_be_visible()


def test_a_space_is_typed_in_a_view_that_listens_to_it(interaction):
    field = interaction.get_by_label("Second")
    field.evaluate("e => Object.assign(e.parentElement.dataset, { press: 'space', phases: 'down' })")
    field.press_sequentially("a b")
    expect(field).to_have_value("a b")


def test_a_browser_that_fills_a_field_presses_no_key(interaction):
    interaction.get_by_label("Second").evaluate("""field => {
      for (const kind of ["keydown", "keyup"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }""")
    assert interaction.complaints == []


def test_a_shortcut_with_option_on_a_mac(fixture, page):
    page.add_init_script("Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })")
    page.goto(fixture.url("/catalog/interaction"))
    expect(page.locator("#millrace-status")).to_be_empty()
    button = page.get_by_role("button", name="Pressed 0 times")
    for keys, code, typed in [("option s", "KeyS", "ß"), ("option 1", "Digit1", "¡")]:
        button.or_(page.get_by_role("button", name="Pressed 1 times")).evaluate(
            "(e, keys) => { e.closest('[data-keys]').dataset.keys = keys; }", keys)
        page.evaluate("""([key, code]) => document.body.dispatchEvent(new KeyboardEvent("keydown", {
          key, code, altKey: true, bubbles: true }))""", [typed, code])
    expect(page.get_by_text("Pressed 2 times")).to_be_visible()


def test_the_server_takes_a_focus_that_a_person_has_set(interaction):
    first = interaction.get_by_label("First")
    first.click()
    expect(interaction.get_by_text("first", exact=True)).to_be_visible()
    interaction.get_by_role("button", name="Leave").evaluate("e => e.click()")
    expect(interaction.get_by_text("no field")).to_be_visible()
    expect(first).not_to_be_focused()


def test_a_pointer_comes_and_goes(interaction):
    interaction.get_by_text("pointer is away").hover()
    expect(interaction.get_by_text("pointer is over")).to_be_visible()
    interaction.get_by_label("Title").hover()
    expect(interaction.get_by_text("pointer is away")).to_be_visible()


def test_rows_are_selected_with_pointer_and_keyboard(interaction):
    all_rows = rows(interaction)
    all_rows.nth(0).click()
    expect(all_rows.nth(0)).to_have_attribute("aria-current", "true")
    all_rows.nth(0).press("ArrowDown")
    expect(all_rows.nth(1)).to_be_focused()
    interaction.keyboard.press("Space")
    expect(all_rows.nth(1)).not_to_have_attribute("aria-current", "true")


def test_the_menu_of_a_row_does_not_select_it(interaction):
    row = rows(interaction).nth(2)
    row.get_by_label("Actions").click()
    expect(row.get_by_role("button", name="Delete")).to_have_count(0)
    row.get_by_role("button", name="Move up").click()
    expect(interaction.get_by_text("Notes: One, Three, Two")).to_be_visible()
    expect(rows(interaction).nth(1)).not_to_have_attribute("aria-current", "true")
    rows(interaction).nth(0).focus()
    for keys in ["Control+Delete", "Alt+Backspace", "Shift+Delete"]:
        interaction.keyboard.press(keys)
    interaction.keyboard.press("Delete")
    expect(interaction.get_by_text("Notes: Three, Two")).to_be_visible()


def test_a_row_is_dragged(interaction):
    rows(interaction).nth(2).drag_to(rows(interaction).nth(0))
    expect(interaction.get_by_text("Notes: Three, One, Two")).to_be_visible()


def test_a_split_view_with_one_of_three_columns_hidden(structure):
    structure.set_viewport_size({"width": 1200, "height": 800})
    structure.get_by_role("tab", name="Split").click()
    split = structure.locator(".mv-split")
    expect(split).to_be_visible()
    columns = split.locator(":scope > *")
    split.evaluate("(split) => split.prepend(document.createElement('nav'))")
    assert box(columns.nth(0))["x"] < box(columns.nth(1))["x"] < box(columns.nth(2))["x"]
    columns.nth(0).evaluate("(column) => { column.hidden = true; }")
    content, detail = box(columns.nth(1)), box(columns.nth(2))
    assert content["x"] + content["width"] <= detail["x"] and content["y"] == detail["y"]
    assert detail["width"] > 600
    columns.nth(1).evaluate("(column) => { column.hidden = true; }")
    assert box(columns.nth(2))["width"] == box(split)["width"]
    structure.set_viewport_size({"width": 500, "height": 800})
    columns.evaluate_all("(all) => { for (const column of all) column.hidden = false; }")
    assert len({box(column)["x"] for column in columns.all()}) == 1


def test_the_button_that_refreshes_stays_without_a_navigation_bar(fixture, page):
    page.goto(fixture.url("/bars"))
    page.get_by_text("Open", exact=True).click()
    expect(page.get_by_role("button", name="Return")).to_be_visible()
    expect(page.get_by_text("Action", exact=True)).to_be_hidden()
    page.get_by_text("Action", exact=True).evaluate(
        "(one) => one.closest('.mv-level > *').classList.add('mv-refresh')")
    expect(page.get_by_text("Action", exact=True)).to_be_visible()


def test_a_drag_in_a_row_does_not_drag_the_row(interaction):
    takes = """row => {
      const handle = row.appendChild(document.createElement("span"));
      handle.dataset.drag = "10";
      const is = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1 };
      handle.dispatchEvent(new PointerEvent("pointerdown", is));
      const begins = new DragEvent("dragstart", { ...is, dataTransfer: new DataTransfer() });
      handle.dispatchEvent(begins);
      handle.dispatchEvent(new PointerEvent("pointercancel", is));
      // A file is dragged over the list later.
      const over = new DragEvent("dragover", is);
      row.dispatchEvent(over);
      return [begins.defaultPrevented, over.defaultPrevented];
    }"""
    assert rows(interaction).nth(2).evaluate(takes) == [True, False]


def test_bindings_to_rows_and_objects(interaction):
    interaction.get_by_label("Note 1").fill("Second")
    interaction.get_by_label("Title").fill("List")
    expect(interaction.get_by_text("List: One, Second, Three")).to_be_visible()


def test_a_view_comes_and_goes_slowly(interaction):
    interaction.get_by_role("button", name="Move", exact=True).click()
    expect(interaction.get_by_text("It is wide now")).to_be_visible()
    interaction.get_by_role("button", name="Move", exact=True).click()
    expect(interaction.get_by_text("It is wide now")).to_have_count(0)


def drag(page, locator, dx, dy, steps=8):
    locator.scroll_into_view_if_needed()
    area = box(locator)
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=steps)
    page.mouse.up()


def test_a_drag_follows_the_pointer_and_its_end_stays(interaction):
    handle = interaction.get_by_text("Handle")
    handle.scroll_into_view_if_needed()
    before = box(handle)
    interaction.mouse.move(before["x"] + 5, before["y"] + 5)
    interaction.mouse.down()
    interaction.mouse.move(before["x"] + 45, before["y"] + 25, steps=6)
    wanted = f"({before['x'] + 40}, {before['y'] + 20})"
    interaction.wait_for_function(
        """(wanted) => {
          const box = [...document.querySelectorAll("span")]
            .find((span) => span.textContent === "Handle").getBoundingClientRect();
          return `(${box.x}, ${box.y})` === wanted;
        }""", arg=wanted)
    expect(interaction.get_by_text("at 40, 20")).to_be_visible()
    interaction.mouse.up()
    expect(interaction.get_by_text("at 80, 40")).to_be_visible()


def test_a_short_move_is_no_drag(interaction):
    drag(interaction, interaction.get_by_text("Handle"), 2, 2)
    drag(interaction, interaction.get_by_text("Handle"), 30, 0)
    expect(interaction.get_by_text("at 70, 20")).to_be_visible()


def test_a_drag_by_another_pointer_cancels_the_first_one(interaction):
    phases = """element => {
      const phases = [];
      element.addEventListener("millrace", ({ detail: [kind, { phase }] }) => phases.push(phase));
      element.setPointerCapture = () => {}; // the browser knows no such pointer
      const tell = (type, pointerId, clientX) => element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId, clientX }));
      tell("pointerdown", 11, 0);
      tell("pointermove", 11, 50);
      tell("pointerdown", 12, 0);
      tell("pointermove", 11, 90);
      tell("pointermove", 12, 50);
      tell("pointerup", 12, 50);
      return phases;
    }"""
    handle = interaction.get_by_text("Handle").locator("xpath=ancestor-or-self::*[@data-drag][1]")
    assert handle.evaluate(phases) == ["changed", "cancelled", "changed", "ended"]


def test_presses_have_points_and_are_counted(interaction):
    area = interaction.get_by_text("no point")
    frame = area.locator("xpath=ancestor::*[@data-taps='2']")
    frame.click(position={"x": 30, "y": 12})
    expect(interaction.get_by_text("30, 12", exact=True)).to_be_visible()
    drag(interaction, interaction.get_by_text("Handle"), 30, 0)
    expect(interaction.get_by_text("at 70, 20")).to_be_visible()
    frame = interaction.locator("[data-taps='2']")
    frame.dblclick(position={"x": 31, "y": 13})
    expect(interaction.get_by_text("at 40, 20")).to_be_visible()


def test_a_press_that_is_far_away_is_one_at_the_end(interaction):
    interaction.get_by_text("no point").evaluate("""e => e.dispatchEvent(
      new MouseEvent("click", { bubbles: true, detail: 1, clientX: 5e6, clientY: -5e6 }))""")
    expect(interaction.get_by_text("1000000, -1000000")).to_be_visible()
    interaction.get_by_text("Tap me").click()
    expect(interaction.get_by_text("Pressed 10 times")).to_be_visible()


def test_keys_of_a_view_with_the_focus(interaction):
    counter = interaction.get_by_text("0 steps")
    counter.locator("xpath=ancestor::*[@tabindex]").focus()
    for key in ["ArrowRight", "ArrowRight", "Shift+ArrowLeft", "ArrowUp"]:
        interaction.keyboard.press(key)
    expect(interaction.get_by_text("-8 steps")).to_be_visible()


def test_the_style_sheet_of_the_application(fixture, page):
    page.goto(fixture.url("/styled"))
    quoted = page.locator("blockquote").get_by_text("quoted")
    assert quoted.evaluate("(e) => getComputedStyle(e).color") == "rgb(1, 2, 3)"


def test_a_view_is_in_front_of_its_background_and_of_those_before_it(fixture, page):
    page.goto(fixture.url("/layers"))
    # A click fails if another view is in front of the button.
    for name in ["Press", "More", "Behind", "Below", "Pressed 4 times"]:
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_text("Pressed 0 times")).to_be_visible()
    page.get_by_label("Name").click()
    expect(page.get_by_label("Name")).to_be_focused()


def test_an_open_menu_is_in_front_of_the_next_card(fixture, page):
    page.goto(fixture.url("/cards"))
    # A click fails if another view is in front of the button.
    for name in ["Shadow", "Offset", "Order", "Apple", "Opacity", "Scale"]:
        if name == "Opacity":
            page.get_by_text(name, exact=True).click(button="right")
        elif name == "Scale":
            page.get_by_role("button", name=name, exact=True).click()
        else:
            page.locator("summary", has_text=name).click()
        page.get_by_role("button", name=f"Choose {name}", exact=True).click()
        expect(page.get_by_text(f"Chosen: {name}", exact=True)).to_be_visible()
        expect(page.locator("[data-front]")).to_have_count(0)


def test_from_right_to_left_menus_and_popovers_begin_at_the_right(fixture, page):
    page.goto(fixture.url("/cards"))
    page.evaluate("document.documentElement.dir = 'rtl'")

    def right(locator):
        bounds = box(locator)
        return bounds["x"] + bounds["width"]
    menu = page.locator("summary", has_text="Shadow")
    menu.click()
    items = page.locator(".mv-menu[open] > .mv-menu-items")
    assert right(items) == pytest.approx(right(menu), abs=1)
    page.keyboard.press("Escape")
    opener = page.get_by_role("button", name="Scale", exact=True)
    opener.click()
    popover = page.locator(".mv-popover")
    expect(popover).to_be_visible()
    assert right(popover) == pytest.approx(right(opener), abs=4)  # both are in a scaled card


def test_a_line_with_a_padding_is_as_long_as_its_stack(fixture, page):
    page.goto(fixture.url("/layers"))
    lines = [box(page.locator("hr").nth(n)) for n in (0, 1)]
    assert lines[0]["width"] > 100 and lines[1]["height"] > 10


def test_a_shape_is_as_thin_as_its_frame(fixture, page):
    page.goto(fixture.url("/layers"))
    assert box(page.locator(".mv-h > .mv-shape"))["height"] == pytest.approx(2, abs=0.1)
    assert box(page.locator(".mv-w > .mv-color").last)["width"] == pytest.approx(4, abs=0.1)


def test_a_ratio_determines_the_width_in_a_frame_with_a_height(fixture, page):
    page.goto(fixture.url("/layers"))
    area = box(page.locator(".mv-contain"))
    assert (area["width"], area["height"]) == (pytest.approx(60, abs=1), pytest.approx(30, abs=1))


def test_a_view_outside_a_row_takes_all_columns(fixture, page):
    page.goto(fixture.url("/catalog/layout"))
    def width(view):
        return box(page.locator(f".mv-grid > {view}"))["width"]
    # The line has no number of columns, and the view has one of two.
    assert width(":has-text('All columns')") == pytest.approx(width("hr"), abs=1)


def test_narrow_columns_are_in_the_middle_of_their_grid(fixture, page):
    page.goto(fixture.url("/layers"))
    def middle(area):
        return area["x"] + area["width"] / 2
    cells = [box(page.get_by_text(name, exact=True)) for name in ("One", "Second")]
    grid = middle(box(page.locator(".mv-lazy-grid")))
    assert sum(map(middle, cells)) / 2 == pytest.approx(grid, abs=1)


def press(page, locator):
    """Presses the middle of an element, whatever is on top of it there."""
    area = box(locator)
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)


def test_a_popover_in_a_view_is_no_part_of_what_can_be_pressed(fixture, page):
    page.goto(fixture.url("/spinners"))
    page.locator("[data-taps]").evaluate("""(view) => {
      const popover = document.createElement("div");
      popover.className = "mv-popover";
      popover.textContent = "In front";
      view.append(popover);
    }""")
    page.get_by_text("In front").click()
    press(page, page.get_by_text("Loading", exact=True))
    press(page, page.get_by_text("Stop", exact=True))
    expect(page.get_by_text("1 presses, 1 taps, row 0")).to_be_visible()


def test_a_wheel_is_a_part_of_what_can_be_pressed(fixture, page):
    page.goto(fixture.url("/spinners"))
    press(page, page.locator("button progress"))
    press(page, page.get_by_text("Stop", exact=True))
    expect(page.get_by_text("2 presses, 0 taps, row 0")).to_be_visible()
    press(page, page.locator("[data-taps] progress").first)
    press(page, page.get_by_text("Loading", exact=True))
    press(page, page.locator("li progress"))
    expect(page.get_by_text("2 presses, 2 taps, row 1")).to_be_visible()
    # Assistive technology presses the element itself.
    page.locator("button progress").evaluate("e => e.click()")
    page.locator("[data-taps] progress").first.evaluate("e => e.click()")
    expect(page.get_by_text("3 presses, 3 taps, row 1")).to_be_visible()
    press(page, page.get_by_text("More", exact=True))
    expect(page.get_by_role("button", name="Again")).to_be_visible()
