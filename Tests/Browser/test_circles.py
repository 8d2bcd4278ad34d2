# SPDX-License-Identifier: Apache-2.0
"""A thousand circles, one of which is dragged."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def circles(gallery, page):
    page.set_viewport_size({"width": 1100, "height": 900})
    page.goto(gallery.url("/circles"))
    expect(page.get_by_text("0 moves have run 0 bodies of 1000 circles.")).to_be_visible()
    return page


def middle(page, index):
    box = page.locator("[data-drag]").nth(index).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_move_runs_the_body_of_one_circle(circles):
    x, y = middle(circles, 500)
    circles.mouse.move(x, y)
    circles.mouse.down()
    for part in (1, 2):  # moves during one round trip are combined
        to = [x + 100 * part, y + 30 * part]
        circles.mouse.move(*to, steps=15)
        circles.wait_for_function(
            """([x, y]) => {
              const box = document.querySelectorAll("[data-drag]")[500].getBoundingClientRect();
              return Math.hypot(box.x + 8 - x, box.y + 8 - y) < 1;
            }""", arg=to)
    circles.mouse.up()
    moves, bodies = re.match(
        r"(\d+) moves have run (\d+) bodies", circles.get_by_text("moves have run").inner_text()
    ).groups()
    assert moves == bodies and int(moves) >= 2
    circles.get_by_role("button", name="Put them back").click()
    circles.wait_for_function(
        """([x, y]) => {
          const box = document.querySelectorAll("[data-drag]")[500].getBoundingClientRect();
          return Math.hypot(box.x + 8 - x, box.y + 8 - y) < 1;
        }""", arg=[x, y])


def drag(page, index, by, down=0):
    x, y = middle(page, index)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y + down, steps=10)
    wait_for_circle(page, index, x + by, y + down)
    page.mouse.up()
    return x, y


def wait_for_circle(page, index, x, y):
    page.wait_for_function(
        """([index, x, y]) => {
          const box = document.querySelectorAll("[data-drag]")[index].getBoundingClientRect();
          return Math.hypot(box.x + 8 - x, box.y + 8 - y) < 1;
        }""", arg=[index, x, y])


@pytest.mark.parametrize("width", [320, 390, 1600])
def test_nothing_sticks_out_of_the_window(circles, width):
    drag(circles, 500, 165, 11)
    undo = circles.get_by_role("button", name="Undo Move")
    expect(undo).to_be_enabled()
    circles.set_viewport_size({"width": width, "height": 800})
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert circles.evaluate(overhang) <= 0
    undo.click()
    expect(circles.get_by_role("button", name="Redo Move")).to_be_enabled()
    assert circles.evaluate(overhang) <= 0


def test_keys_take_a_drag_back_and_make_it_again(circles):
    undo = circles.get_by_role("button", name="Undo")
    redo = circles.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    # To a place between four circles, where no other one is in the way of the next drag.
    x, y = drag(circles, 500, 165, 11)
    expect(circles.get_by_role("button", name="Undo Move")).to_be_enabled()
    drag(circles, 500, 44)
    circles.keyboard.press("Control+z")
    wait_for_circle(circles, 500, x + 165, y + 11)
    circles.keyboard.press("Control+z")
    wait_for_circle(circles, 500, x, y)
    expect(undo).to_be_disabled()
    circles.keyboard.press("Control+Shift+z")
    wait_for_circle(circles, 500, x + 165, y + 11)
    expect(redo).to_be_enabled()


def test_the_keys_of_undo_stay_those_of_a_text_that_is_typed(circles):
    x, y = drag(circles, 500, 150)
    expect(circles.get_by_role("button", name="Undo Move")).to_be_enabled()
    # A text field in the page.
    circles.evaluate("""() => {
      const field = document.createElement("input");
      field.id = "typed";
      document.getElementById("millrace").append(field);
      field.focus();
    }""")
    circles.keyboard.type("ab")
    circles.keyboard.press("Control+z")
    circles.wait_for_function("() => document.getElementById('typed').value !== 'ab'")
    wait_for_circle(circles, 500, x + 150, y)
    circles.evaluate("document.getElementById('typed').remove()")
    circles.keyboard.press("Control+z")
    wait_for_circle(circles, 500, x, y)


def test_the_contents_page_shows_every_sample_in_small(gallery, page):
    page.goto(gallery.url())
    links = page.locator(".mp-list a")
    expect(page.locator(".mp-picture iframe")).to_have_count(links.count())
    counter = page.frame_locator("iframe[src='/counter']")
    expect(counter.get_by_text("Value: 0")).to_be_visible()
    other = page.context.new_page()
    other.goto(gallery.url("/counter"))
    other.get_by_role("button", name="Increment").click()
    expect(counter.get_by_text("Value: 1")).to_be_visible()
    # The previews get no focus: the keyboard goes from link to link.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(links.nth(1)).to_be_focused()
