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
    circles.mouse.move(x + 200, y + 60, steps=30)
    circles.wait_for_function(
        """([x, y]) => {
          const box = document.querySelectorAll("[data-drag]")[500].getBoundingClientRect();
          return Math.hypot(box.x + 8 - x, box.y + 8 - y) < 1;
        }""", arg=[x + 200, y + 60])
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
    # The pictures are out of reach: the keyboard goes from link to link.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(links.nth(1)).to_be_focused()
