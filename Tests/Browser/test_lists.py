# SPDX-License-Identifier: Apache-2.0
"""Large lists: the page has only the rows in view and some more, but a user sees no difference."""

import re

import pytest
from playwright.sync_api import expect

# The height of the part of the window that shows gaps instead of rows.
BLANK = """() => {
  const gaps = [...document.querySelectorAll(".mv-gap")].map((gap) => gap.getBoundingClientRect());
  return gaps.reduce((sum, { top, bottom }) =>
    sum + Math.max(Math.min(bottom, innerHeight) - Math.max(top, 0), 0), 0);
}"""

TO_END = "() => scrollTo(0, document.documentElement.scrollHeight)"


@pytest.fixture
def large(fixture, page):
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(fixture.url("/large/list"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def rows(page):
    return page.locator("ul.mv-list > li:not(.mv-gap)")


def row(page, number):
    return page.locator("ul.mv-list > li").filter(
        has=page.get_by_text(re.compile(rf"^\w+ {number}$")))


def reached(page, condition):
    """Waits, frame by frame, until a condition holds in the page."""
    assert page.evaluate(f"""async () => {{
      for (let frames = 0; frames < 900; frames++) {{
        if ({condition}) return true;
        await new Promise(requestAnimationFrame);
      }}
      return false;
    }}""")


def no_blank(page):
    reached(page, f"({BLANK})() === 0")


def top(locator):
    return locator.bounding_box()["y"]


def test_the_first_page_is_small(fixture, context):
    body = context.request.get(fixture.url("/large/list")).body()
    assert len(body) < 30_000


def test_the_page_is_as_high_as_all_rows(large):
    height = large.evaluate("document.documentElement.scrollHeight")
    each = rows(large).nth(1).bounding_box()["height"]
    assert height == pytest.approx(100_000 * each, rel=0.01)
    assert rows(large).count() < 200


def test_scrolling_to_the_end_and_back(large):
    large.evaluate(TO_END)
    expect(row(large, 99_999)).to_be_in_viewport()
    no_blank(large)
    assert rows(large).count() < 200
    large.evaluate("scrollTo(0, 0)")
    expect(row(large, 0)).to_be_in_viewport()
    no_blank(large)


def test_the_end_key_and_the_home_key(large):
    large.locator("body").press("End")
    expect(row(large, 99_999)).to_be_in_viewport()
    large.locator("body").press("Home")
    expect(row(large, 0)).to_be_in_viewport()


def test_a_jump_with_the_scroll_bar_shows_the_rows_of_that_place(large):
    large.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    no_blank(large)
    first = int(re.search(r"\d+", rows(large).first.inner_text())[0])
    assert 49_000 < first < 51_000


def test_slow_scrolling_shows_no_gap_and_moves_no_row(large):
    """Scrolls a part of the window at a time, as a wheel does: what is visible is never blank.

    It scrolls on when half a window of rows is ready below, however slow the machine is."""
    blank = large.evaluate(f"""async () => {{
      const blank = {BLANK};
      const part = 120;
      const isNear = () => [...document.querySelectorAll(".mv-gap")].some((gap) => {{
        const {{ top, bottom }} = gap.getBoundingClientRect();
        return bottom > top && top < innerHeight * 1.5 && bottom > 0;
      }});
      let worst = 0;
      for (let step = 0; step < 60; step++) {{
        scrollBy(0, part);
        worst = Math.max(worst, blank());
        for (let frames = 0; isNear(); frames++) {{
          if (frames == 900) return `no rows of part ${{step}}`;
          await new Promise(requestAnimationFrame);
        }}
      }}
      return worst;
    }}""")
    assert blank == 0
    assert large.evaluate("scrollY") == 60 * 120


def test_a_search_and_its_clearing(large):
    large.get_by_label("Search").fill("Grace 4095")
    expect(large.get_by_text("3 found")).to_be_visible()
    expect(rows(large)).to_have_count(3)
    large.get_by_label("Search").fill("")
    expect(large.get_by_text("100000 found")).to_be_visible()
    expect(row(large, 0)).to_be_visible()
    large.evaluate(TO_END)
    expect(row(large, 99_999)).to_be_in_viewport()


def test_a_list_with_an_anchor_at_its_end_stays_there(large):
    large.locator("ul.mv-list").evaluate("""(list) => {
      list.dataset.anchor = "0 1";
      list.style = "height: 300px; overflow-y: auto";
    }""")
    large.get_by_label("Search").fill("Grace 4095")
    expect(rows(large)).to_have_count(3)
    large.get_by_label("Search").fill("")
    expect(row(large, 99_999)).to_be_in_viewport()
    large.get_by_label("Search").fill("Grace 40")
    expect(row(large, 40_999)).to_be_in_viewport()


def test_a_key_leads_away_from_an_anchor(large):
    """The row that a key leads to has to arrive first."""
    large.locator("ul.mv-list").evaluate("""(list) => {
      list.dataset.anchor = "0 1";
      list.style = "height: 300px; overflow-y: auto";
      list.scrollTo(0, list.scrollHeight);
    }""")
    last = row(large, 99_999)
    expect(last).to_be_in_viewport()
    last.press("Home")
    expect(row(large, 0)).to_be_focused()
    expect(row(large, 0)).to_be_in_viewport()


def test_of_the_menus_of_rows_one_is_open(fixture, page):
    """A press on a control in a row closes menus, and selects no row."""
    page.goto(fixture.url("/stops"))
    menus = page.locator("ul.mv-list").first.locator("details")
    opened = page.locator("details[open]")
    for number in (0, 3):
        menus.nth(number).locator("summary").click()
        expect(menus.nth(number)).to_have_attribute("open", "")
        expect(opened).to_have_count(1)
    menus.nth(2).evaluate("(menu) => menu.before(document.createElement('input'))")
    page.get_by_role("textbox").click()
    expect(opened).to_have_count(0)
    page.get_by_role("button", name="Remove 2").click()
    expect(page.get_by_text("Row 2", exact=True)).to_have_count(0)
    expect(page.get_by_text("Selected: 0")).to_be_visible()


def test_a_press_in_a_popover_of_a_row_does_not_select_the_row(fixture, page):
    page.goto(fixture.url("/stops"))
    row(page, 4).evaluate("""(row) => {
      const popover = document.createElement("div");
      popover.className = "mv-popover";
      popover.textContent = "In front";
      row.append(popover);
    }""")
    page.get_by_text("In front").click()
    page.get_by_role("button", name="Remove 2").click()
    expect(page.get_by_text("Row 2", exact=True)).to_have_count(0)
    expect(page.get_by_text("Selected: 0")).to_be_visible()


def test_far_rows_are_selected(large):
    large.evaluate(TO_END)
    row(large, 99_998).click()
    expect(row(large, 99_998)).to_have_attribute("aria-current", "true")
    large.evaluate("scrollTo(0, 0)")
    expect(large.get_by_text("selected: 99998")).to_be_visible()
    large.evaluate(TO_END)
    expect(row(large, 99_998)).to_have_attribute("aria-current", "true")


def test_rows_say_which_of_how_many_they_are(large):
    expect(row(large, 0)).to_have_attribute("aria-posinset", "1")
    large.evaluate(TO_END)
    expect(row(large, 99_999)).to_have_attribute("aria-posinset", "100000")
    expect(row(large, 99_999)).to_have_attribute("aria-setsize", "100000")


def test_the_focus_stays_on_a_row_that_is_out_of_view(large):
    row(large, 3).focus()
    large.evaluate(TO_END)
    expect(row(large, 99_999)).to_be_in_viewport()
    expect(row(large, 3)).to_be_focused()
    large.keyboard.press("Space")
    large.keyboard.press("ArrowDown")
    expect(row(large, 4)).to_be_focused()
    expect(row(large, 4)).to_be_in_viewport()
    large.evaluate("scrollTo(0, 0)")
    expect(large.get_by_text("selected: 3", exact=False)).to_be_visible()


def test_the_keyboard_reaches_every_row(large):
    row(large, 0).focus()
    for _ in range(150):
        large.keyboard.press("ArrowDown")
    expect(row(large, 150)).to_be_focused()
    large.keyboard.press("End")
    expect(row(large, 99_999)).to_be_focused()
    expect(row(large, 99_999)).to_be_in_viewport()
    large.keyboard.press("ArrowUp")
    expect(row(large, 99_998)).to_be_focused()
    large.keyboard.press("Home")
    expect(row(large, 0)).to_be_focused()
    expect(row(large, 0)).to_be_in_viewport()


def test_a_key_of_a_view_around_the_list_moves_no_focus(large):
    large.locator("main > :first-child").evaluate(
        "(root) => Object.assign(root.dataset, { press: 'end', phases: 'down' })")
    row(large, 0).focus()
    large.keyboard.press("End")
    large.keyboard.press("ArrowDown")
    expect(row(large, 1)).to_be_focused()


def test_keys_that_are_pressed_before_the_page_is_connected_count(proxy, page):
    page.set_viewport_size({"width": 900, "height": 700})
    proxy.hold_sockets()
    page.goto(proxy.url("/large/list"))
    row(page, 0).focus()
    for _ in range(100):
        page.keyboard.press("ArrowDown")
    expect(row(page, 100)).to_have_count(0)
    proxy.release()
    expect(row(page, 100)).to_be_focused()


def test_keys_that_are_pressed_faster_than_rows_come_count(proxy, page):
    """The server's answers are held back while the keys are pressed."""
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(proxy.url("/large/list"))
    expect(page.locator("#millrace-status")).to_be_empty()
    row(page, 0).focus()
    proxy.hold()
    for _ in range(150):
        page.keyboard.press("ArrowDown")
    expect(row(page, 150)).to_have_count(0)
    proxy.release()
    expect(row(page, 150)).to_be_focused()


def test_rows_of_different_heights_stay_where_they_are(fixture, page):
    page.goto(fixture.url("/large/lazy"))
    expect(page.locator("#millrace-status")).to_be_empty()
    jumps = page.evaluate("""async () => {
      const box = document.querySelector(".mv-scroll");
      const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));
      let worst = 0;
      for (const step of [...Array(60).fill(70), ...Array(60).fill(-70)]) {
        const seen = [...box.querySelectorAll("input")].find((input) =>
          input.getBoundingClientRect().top > box.getBoundingClientRect().top + 80);
        const before = seen.getBoundingClientRect().top;
        box.scrollBy(0, step);
        await frame();
        await frame();
        if (!seen.isConnected) return "the row in view is gone";
        worst = Math.max(worst, Math.abs(seen.getBoundingClientRect().top - before + step));
      }
      return worst;
    }""")
    assert jumps < 2


def test_what_was_typed_into_a_row_is_kept(fixture, page):
    page.goto(fixture.url("/large/lazy"))
    box = page.locator(".mv-scroll")
    page.get_by_label("Ada 0", exact=True).fill("first")
    page.get_by_label("Grace 15", exact=True).focus()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight / 2)")
    expect(page.get_by_label("Ada 0", exact=True)).to_have_count(0)
    box.evaluate("(box) => box.scrollTo(0, 0)")
    expect(page.get_by_label("Ada 0", exact=True)).to_have_value("first")


def test_rows_that_come_above_do_not_move_what_is_read(fixture, context, page):
    page.goto(fixture.url("/large/shared"))
    other = context.new_page()
    other.goto(fixture.url("/large/shared"))
    page.evaluate("scrollTo(0, 20000)")
    no_blank(page)
    seen = page.locator("li:not(.mv-gap) li:not(.mv-gap)").filter(visible=True)
    text = page.evaluate("""() => [...document.querySelectorAll("li li:not(.mv-gap)")]
      .find((row) => row.getBoundingClientRect().top > 100).querySelector("span").textContent""")
    watched = seen.filter(has=page.get_by_text(text, exact=True))
    before = top(watched)
    other.get_by_role("button", name="Add on top").click()
    expect(other.get_by_text("New 1", exact=True)).to_be_visible()
    reached(page, "document.querySelector('.mv-gap').dataset.gap.endsWith('1001')")
    assert top(watched) == pytest.approx(before, abs=1)


def test_two_pages_scroll_on_their_own(fixture, context, page):
    page.goto(fixture.url("/large/shared"))
    other = context.new_page()
    other.goto(fixture.url("/large/shared"))
    page.evaluate(TO_END)
    expect(page.get_by_text(re.compile("^.* 999$"))).to_be_in_viewport()
    expect(other.get_by_text(re.compile("^.* 0$")).last).to_be_visible()
    other.get_by_role("button", name="Turn").click()
    expect(other.get_by_text(re.compile("^.* 999$"))).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_text(re.compile("^.* 999$"))).to_be_visible()
    page.evaluate(TO_END)
    expect(page.get_by_text("Ada 0", exact=True)).to_be_in_viewport()


def connected(page, url):
    """Opens a page and waits for the server's welcome, after which the page asks for rows again.
    Returns the line, and the requests for rows that are sent on it from now on."""
    page.add_init_script("""addEventListener("millrace-change",
      ({ detail }) => { window.isWelcome ||= detail === "welcome"; }, true)""")
    with page.expect_websocket() as line:
        page.goto(url)
    page.wait_for_function("() => window.isWelcome")
    sent = []
    line.value.on("framesent", lambda text: sent.append(text) if '"kind":"rows"' in text else None)
    return line.value, sent


def test_a_row_with_the_focus_stays_when_a_change_moves_it_away(fixture, context, page):
    line, sent = connected(page, fixture.url("/large/shared"))
    menu = page.locator("li li").filter(has=page.get_by_text("Ada 0", exact=True)).locator("summary")
    with line.expect_event("framereceived"):
        menu.focus()
    menu.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    turned(fixture, context, page)
    expect(menu).to_be_focused()
    assert len(sent) == 1


def test_a_row_that_is_dragged_stays_when_a_change_moves_it_away(fixture, context, page):
    line, _ = connected(page, fixture.url("/large/shared"))
    row = page.locator("li li").filter(has=page.get_by_text("Ada 0", exact=True))
    data = page.evaluate_handle("new DataTransfer()")
    with line.expect_event("framereceived"):
        row.dispatch_event("dragstart", {"dataTransfer": data})
    turned(fixture, context, page)
    expect(row).to_have_count(1)


@pytest.fixture
def moves(fixture, page):
    page.goto(fixture.url("/moves"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


# Each row is dropped near the upper or lower edge of another one.
@pytest.mark.parametrize("row, target, is_below, order", [
    ("A", "B", True, "BACD12"),
    ("A", "C", False, "BACD12"),
    ("A", "C", True, "BCAD12"),
    ("D", "B", True, "ABDC12"),
    ("D", "A", False, "DABC12"),
    ("A", "D", True, "BCDA12"),
    ("A", "1", False, "BCDA12"),
    ("2", "1", False, "ABCD21"),
    ("2", "D", True, "ABCD21"),
    ("1", "2", True, "ABCD21"),
])
def test_a_row_is_dropped_before_or_after_another_one(moves, row, target, is_below, order):
    rows = moves.locator("ul").first.locator("li")
    source, place = [rows.filter(has=moves.get_by_text(name, exact=True)) for name in (row, target)]
    height = place.bounding_box()["height"]
    source.drag_to(place, target_position={"x": 20, "y": height - 4 if is_below else 4})
    expect(moves.get_by_text(f"Order: {order}")).to_be_visible()
    expect(moves.locator(".mv-drop, .mv-drop-below")).to_have_count(0)


def test_text_that_is_dragged_from_a_field_in_a_row_moves_no_row(moves):
    rows = moves.locator("ul").first.locator("li")
    first, second, last = [
        rows.filter(has=moves.get_by_text(name, exact=True)) for name in ("A", "B", "D")]
    first.evaluate("(row) => row.append(document.createElement('input'))")
    field = first.locator("input")
    field.fill("some words")
    field.select_text()
    moves.evaluate("() => document.addEventListener('dragstart', () => { window.isDragged = true; })")
    box, there = field.bounding_box(), second.bounding_box()
    moves.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    moves.mouse.down()
    for at in (0.5, 0.7, 0.9):
        moves.mouse.move(there["x"] + 20, there["y"] + there["height"] * at)
    moves.mouse.up()
    assert moves.evaluate("isDragged")
    # A move of the first row would arrive before this one.
    last.drag_to(first, target_position={"x": 20, "y": 4})
    expect(moves.get_by_text("Order: DABC12")).to_be_visible()


def test_a_row_is_not_dragged_by_a_press_in_its_field(moves):
    """Firefox would set no caret in the field."""
    row = moves.locator("ul").first.locator("li").first
    row.evaluate("(row) => row.append(document.createElement('input'))")
    for part, dragged in [(row.locator("input"), "false"), (row.locator("span").first, "true")]:
        part.hover()
        moves.mouse.down()
        expect(row).to_have_attribute("draggable", dragged)
        moves.mouse.up()
        expect(row).to_have_attribute("draggable", "true")


def test_a_line_shows_where_a_row_will_be_dropped(moves):
    rows = moves.locator("ul").first.locator("li")
    data = moves.evaluate_handle("new DataTransfer()")
    rows.nth(0).dispatch_event("dragstart", {"dataTransfer": data})
    box = rows.nth(2).bounding_box()
    for part, name in [(0.75, "mv-drop-below"), (0.25, "mv-drop")]:
        at = box["y"] + box["height"] * part
        rows.nth(2).dispatch_event("dragover", {"dataTransfer": data, "clientY": at})
        expect(rows.nth(2)).to_have_class(name)


def test_the_space_between_sections(moves):
    over, under = [moves.locator(".mv-section", has_text=name).bounding_box()
                   for name in ("over", "under")]
    assert under["y"] - over["y"] - over["height"] == pytest.approx(40, abs=0.5)


def turned(fixture, context, page):
    other = context.new_page()
    other.goto(fixture.url("/large/shared"))
    other.get_by_role("button", name="Turn").click()
    expect(page.get_by_text(re.compile("^.* 999$"))).to_be_visible()


def test_a_far_row_is_deleted_and_moved(fixture, page):
    page.goto(fixture.url("/large/shared"))
    page.evaluate(TO_END)
    last = page.locator("li li").filter(has=page.get_by_text(re.compile("^.* 999$")))
    last.get_by_label("Actions").click()
    last.get_by_role("button", name="Delete").click()
    expect(last).to_have_count(0)
    above = page.locator("li li").filter(has=page.get_by_text(re.compile("^.* 998$")))
    above.get_by_label("Actions").click()
    above.get_by_role("button", name="Move up").click()
    reached(page, """[...document.querySelectorAll("li li:not(.mv-gap)")].at(-1)
      .textContent.includes(" 997")""")


def test_a_sheet_of_a_row_closes_wherever_the_page_is_scrolled(fixture, page):
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(fixture.url("/large/sheets"))
    expect(page.locator("#millrace-status")).to_be_empty()
    button = page.get_by_role("button", name="Edit Ada 0", exact=True)
    button.click()
    expect(page.get_by_text("About Ada 0")).to_be_visible()
    page.evaluate(TO_END)
    expect(page.get_by_text("Edit Grace 4999")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_dropped_connection_while_scrolled(proxy, rough_page):
    rough_page.goto(proxy.url("/large/list"))
    rough_page.evaluate(TO_END)
    expect(row(rough_page, 99_999)).to_be_in_viewport()
    proxy.drop()
    rough_page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    no_blank(rough_page)
    first = int(re.search(r"\d+", rows(rough_page).first.inner_text())[0])
    assert 49_000 < first < 51_000


def test_a_server_that_begins_anew_shows_the_same_place(fixture, rough_page):
    rough_page.goto(fixture.url("/large/list"))
    rough_page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    no_blank(rough_page)
    place = rough_page.evaluate("scrollY")
    fixture.kill()
    expect(rough_page.locator("#millrace-status")).not_to_be_empty()
    fixture.start()
    expect(rough_page.locator("#millrace-status")).to_be_empty()
    no_blank(rough_page)
    assert rough_page.evaluate("scrollY") == pytest.approx(place, rel=0.01)
    first = int(re.search(r"\d+", rows(rough_page).first.inner_text())[0])
    assert 49_000 < first < 51_000


@pytest.fixture
def stops(fixture, page):
    page.goto(fixture.url("/stops"))
    expect(page.locator("#millrace-status")).to_be_empty()
    return page


def stop(page, text):
    """The row with a text."""
    return page.locator("li.mv-selectable", has=page.get_by_text(text, exact=True))


def walk(page, key, *elements):
    """Presses a key once for each element, which then has the focus."""
    for element in elements:
        page.keyboard.press(key)
        expect(element).to_be_focused()


def test_a_list_with_a_selection_is_one_stop_of_the_tab_key(stops):
    before, after = [stops.get_by_role("button", name=name) for name in ("Select 4", "After")]
    one, two, four = [stop(stops, f"Row {number}") for number in (1, 2, 4)]
    before.focus()
    walk(stops, "Tab", one, one.locator("summary"), after)
    walk(stops, "Shift+Tab", one.locator("summary"), one, before)
    walk(stops, "Tab", one)
    walk(stops, "ArrowDown", two)
    walk(stops, "Tab", two.locator("summary"), after)
    walk(stops, "Shift+Tab", two.locator("summary"))
    stops.wait_for_function("() => !document.querySelector('li[inert]')")
    # The selected row comes before the one that had the focus last.
    before.click()
    expect(four).to_have_attribute("aria-current", "true")
    walk(stops, "Tab", four, four.locator("summary"), after)
    two.click()
    expect(stops.get_by_text("Selected: 2")).to_be_visible()
    before.focus()
    walk(stops, "Tab", two)
    # The row that had the focus is removed.
    stops.get_by_role("button", name="Remove 2").click()
    expect(two).to_have_count(0)
    before.focus()
    walk(stops, "Tab", one)
    walk(stops, "End", stop(stops, "Row 300"))
    walk(stops, "Tab", stop(stops, "Row 300").locator("summary"), after)
    stops.wait_for_function("() => !document.querySelector('li[inert]')")


def test_the_arrow_keys_pass_a_row_that_cannot_be_selected(stops):
    """The Tab key does not reach the rows behind it."""
    one, three = [stop(stops, f"Place {number}") for number in (1, 3)]
    expect(stops.get_by_text("Place 2")).to_be_visible()
    expect(stop(stops, "Place 2")).to_have_count(0)
    one.focus()
    walk(stops, "ArrowDown", three)
    walk(stops, "ArrowUp", one)


def test_a_row_is_not_dropped_before_a_row_that_the_page_does_not_have(fixture, page):
    connected(page, fixture.url("/large/shared"))
    told = page.evaluate("""() => {
      const moves = [];
      document.addEventListener("millrace", ({ detail: [kind, value] }) => {
        if (kind === "move") moves.push(value);
      });
      const rows = [...document.querySelectorAll("li li:not(.mv-gap)[data-on~=move]")];
      const last = rows.find((row) => row.nextElementSibling.matches(".mv-gap"));
      const { top, height } = last.getBoundingClientRect();
      const drag = (target, kind, part) => target.dispatchEvent(new DragEvent(kind, {
        bubbles: true, cancelable: true, dataTransfer: new DataTransfer(),
        clientY: top + height * part,
      }));
      drag(rows[0], "dragstart", 0);
      const isOffered = [0.75, 0.25].map((part) => {
        const isRefused = drag(last, "dragover", part);
        const isMarked = last.matches(".mv-drop, .mv-drop-below");
        drag(last, "drop", part);
        return [!isRefused, isMarked];
      });
      drag(rows[0], "dragend", 0);
      return [isOffered, moves.length, moves[0] === Number(last.dataset.n)];
    }""")
    assert told == [[[False, False], [True, True]], 1, True]
