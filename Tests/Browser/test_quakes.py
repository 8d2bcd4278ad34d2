# SPDX-License-Identifier: Apache-2.0
"""The sample with earthquakes, from feeds that come late, broken, or not at all."""

import re

import pytest
from playwright.sync_api import expect

import feeds
from serving import GALLERY, Server
from test_accessibility import violations


@pytest.fixture
def server():
    server = feeds.FeedServer()
    server.feeds = {
        "hour": feeds.text(feeds.DEFECTS), "day": feeds.feed(40), "week": feeds.feed(90, span=4 * feeds.DAY),
        "month": feeds.feed(200, span=9 * feeds.DAY)}
    yield server
    server.close()


@pytest.fixture
def quakes(server, page):
    gallery = Server(GALLERY, QUAKES_FEED=server.address, TZ="UTC", LC_ALL="C").start()
    page.server = server
    page.goto(gallery.url("/quakes"))
    expect(page.get_by_text("0 earthquakes / 0 total")).to_be_visible()
    yield page
    gallery.kill()


def refresh(page, name):
    page.locator("summary", has_text="Refresh").click()
    page.get_by_role("button", name=f"Past {name}", exact=True).click()


def delete(page, what, answer):
    page.locator("summary", has_text="Delete").click()
    page.get_by_role("button", name=what, exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name=answer, exact=True).click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def count(page, text):
    expect(page.get_by_text(text, exact=True)).to_be_visible()


def rows(page):
    return page.locator("li.mv-selectable")


def world(page):
    """The view that clips the map."""
    return page.locator(".mv-clip")


def ring(page):
    """The shape around the marker of the selected earthquake."""
    return world(page).locator("path").last.bounding_box()


def test_a_first_visit_says_what_to_do(quakes):
    expect(quakes.get_by_text("No Earthquakes")).to_be_visible()
    expect(quakes.get_by_text("Choose a period in the Refresh menu to read its earthquakes.")).to_be_visible()
    assert quakes.server.asked == []


@pytest.mark.parametrize("name, number", [("day", 40), ("week", 90), ("month", 200)])
def test_each_range_is_read(quakes, name, number):
    refresh(quakes, name)
    count(quakes, f"{number} earthquakes / {number} total")
    expect(quakes.get_by_text(f"Past {name}: {number} new.")).to_be_visible()
    assert quakes.server.asked == [(name, None)]


def test_what_cannot_be_read_is_counted_and_the_rest_is_shown_as_it_is(quakes):
    refresh(quakes, "hour")
    count(quakes, "5 earthquakes / 5 total")
    expect(quakes.get_by_text("8 features could not be read.")).to_be_visible()
    expect(rows(quakes).filter(has_text="markup <b>&amp;</b>")).to_have_count(1)
    expect(rows(quakes).filter(has_text="updated")).to_contain_text("0.9")
    expect(rows(quakes).filter(has_text="nc10")).to_contain_text("-0.7")


def test_search_and_day_and_order(quakes):
    refresh(quakes, "week")
    count(quakes, "90 earthquakes / 90 total")
    quakes.get_by_label("Search").press_sequentially("fiji nowhere")
    count(quakes, "0 earthquakes / 90 total")
    expect(quakes.get_by_text("None Found")).to_be_visible()
    quakes.get_by_label("Search").fill("TONGA")
    expect(rows(quakes).first).to_contain_text("Tonga")
    found = rows(quakes).count()
    assert 0 < found < 90
    count(quakes, f"{found} earthquakes / 90 total")
    quakes.get_by_label("Search").fill("")
    quakes.get_by_label("One day only").check()
    expect(quakes.get_by_label("Day", exact=True)).to_have_value("2026-10-02")
    expect(quakes.get_by_text(re.compile("^8 earthquakes / 90"))).to_be_visible()
    quakes.get_by_label("Day", exact=True).fill("2026-10-01")
    expect(quakes.get_by_text(re.compile("^2[0-9] earthquakes / 90"))).to_be_visible()
    quakes.get_by_label("One day only").uncheck()
    count(quakes, "90 earthquakes / 90 total")

    def magnitudes():
        return [float(text.split()[0]) for text in rows(quakes).all_inner_texts()[:5]]
    for order, descending in (("Strongest first", True), ("Weakest first", False)):
        quakes.get_by_label("Sort by").select_option(order)
        expect(rows(quakes).first).to_contain_text(re.compile("^[5-9]" if descending else "^-?0"))
        assert magnitudes() == sorted(magnitudes(), reverse=descending)
    first = rows(quakes).first.inner_text()
    quakes.get_by_label("Sort by").select_option("Oldest first")
    expect(rows(quakes).first).not_to_have_text(first)
    expect(rows(quakes).first).to_contain_text("28 Sep 2026")
    quakes.get_by_label("Sort by").select_option("Newest first")
    expect(rows(quakes).first).to_contain_text("2 Oct 2026")


def test_one_selection_for_list_and_map(quakes):
    quakes.set_viewport_size({"width": 1200, "height": 900})
    features = [feeds.feature("west", geometry={"coordinates": [-90, 45]}),
                feeds.feature("east", geometry={"coordinates": [90, -45]}, mag=3)]
    quakes.server.feeds["day"] = feeds.text(features)
    refresh(quakes, "day")
    rows(quakes).filter(has_text="west").click()
    expect(quakes.get_by_text("Magnitude 1.0, 2 Oct 2026")).to_be_visible()
    window = world(quakes).bounding_box()
    middle = (window["x"] + window["width"] / 2, window["y"] + window["height"] / 2)

    def place(box):
        return (box["x"] + box["width"] / 2 - middle[0], box["y"] + box["height"] / 2 - middle[1])
    assert place(ring(quakes)) == pytest.approx((-180, -90), abs=1)
    diameter = "path => path.getBBox().width"
    assert world(quakes).locator("path").last.evaluate(diameter) == 24
    quakes.mouse.click(middle[0] + 180 + 8, middle[1] + 90 - 8)
    expect(rows(quakes).filter(has_text="east")).to_have_attribute("aria-current", "true")
    expect(quakes.get_by_text("Magnitude 3.0, 2 Oct 2026")).to_be_visible()
    assert place(ring(quakes)) == pytest.approx((180, 90), abs=1)
    quakes.mouse.click(middle[0], middle[1])
    expect(quakes.get_by_text("Select an earthquake in the list or on the map.")).to_be_visible()


def test_the_map_moves_by_buttons_keys_and_drags(quakes):
    quakes.set_viewport_size({"width": 1200, "height": 900})
    quakes.server.feeds["day"] = feeds.text([feeds.feature("one", geometry={"coordinates": [0, 0]})])
    refresh(quakes, "day")
    rows(quakes).first.click()
    expect(quakes.get_by_text("Magnitude 1.0")).to_be_visible()

    def middle():
        box = ring(quakes)
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    start = middle()

    def moved(x, y):
        def arrived():
            now = middle()
            return abs(now[0] - start[0] - x) < 1.5 and abs(now[1] - start[1] - y) < 1.5
        for _ in range(800):
            if arrived():
                return
            quakes.wait_for_timeout(25)
        assert (middle()[0] - start[0], middle()[1] - start[1]) == (x, y)
    width = ring(quakes)["width"]
    quakes.get_by_role("button", name="East").click()
    moved(-120, 0)
    quakes.keyboard.press("ArrowLeft")  # the button that was pressed has the focus
    moved(0, 0)
    quakes.keyboard.press("ArrowUp")
    moved(0, 60)
    quakes.keyboard.press("+")
    moved(0, 120)
    assert ring(quakes)["width"] == pytest.approx(width, abs=1)
    quakes.keyboard.press("0")
    moved(0, 0)
    expect(quakes.get_by_role("button", name="Whole World")).to_be_disabled()
    box = world(quakes).bounding_box()
    x, y = box["x"] + 200, box["y"] + 100
    quakes.mouse.move(x, y)
    quakes.mouse.down()
    quakes.mouse.move(x + 20, y + 10, steps=4)
    quakes.mouse.move(x + 100, y + 50, steps=4)
    quakes.mouse.up()
    moved(100, 50)
    quakes.get_by_label("Search").focus()
    quakes.keyboard.type("+0-")
    expect(quakes.get_by_text(re.compile("^0 earthquakes"))).to_be_visible()
    expect(quakes.get_by_label("Search")).to_have_value("+0-")
    quakes.get_by_label("Search").fill("")
    expect(quakes.get_by_text(re.compile("^[1-9].* earthquake"))).to_be_visible()
    moved(100, 50)


def test_deleting(quakes):
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")
    rows(quakes).nth(2).click()
    expect(rows(quakes).nth(2)).to_have_attribute("aria-current", "true")
    delete(quakes, "Delete Selected…", "Cancel")
    count(quakes, "40 earthquakes / 40 total")
    delete(quakes, "Delete Selected…", "Delete")
    count(quakes, "39 earthquakes / 39 total")
    delete(quakes, "Delete All…", "Delete All")
    count(quakes, "0 earthquakes / 0 total")
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")


def test_a_feed_that_has_not_changed_is_not_sent_again(quakes):
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")
    refresh(quakes, "day")
    expect(quakes.get_by_text("Past day: 0 new.")).to_be_visible()
    assert [version is None for _, version in quakes.server.asked] == [True, False]
    count(quakes, "40 earthquakes / 40 total")


def test_progress_and_cancellation(quakes):
    quakes.server.faults["month"] = "hold"
    refresh(quakes, "month")
    bar = quakes.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", re.compile("^0.[45]"))
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")
    quakes.get_by_role("button", name="Cancel Past month").click()
    expect(bar).to_have_count(0)
    quakes.server.go_on.set()
    refresh(quakes, "month")
    count(quakes, "200 earthquakes / 200 total")


@pytest.mark.parametrize("fault, words", [
    (503, "the server answered with status 503"), ("cut", "the connection was cut after"),
    ("page", "the text is not JSON: the error is at byte 0 of 26"),
], ids=["error", "cut", "page"])
def test_a_feed_that_fails_can_be_tried_again(quakes, fault, words):
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")
    quakes.server.faults["week"] = fault
    refresh(quakes, "week")
    expect(quakes.get_by_text(words)).to_be_visible()
    expect(quakes.get_by_text(f"{quakes.server.address}/all_week.geojson was not read")).to_be_visible()
    count(quakes, "40 earthquakes / 40 total")
    assert violations(quakes) == []
    quakes.server.faults.clear()
    quakes.get_by_role("button", name="Try Past week again").click()
    count(quakes, "90 earthquakes / 90 total")
    expect(quakes.get_by_text(words)).to_have_count(0)


def test_a_server_that_is_not_there_is_named(quakes):
    quakes.server.close()
    refresh(quakes, "hour")
    expect(quakes.get_by_text("the server accepts no connection")).to_be_visible()
    expect(quakes.get_by_text("Check the address and the network, then try again.")).to_be_visible()
    # In a narrow window the long address is wrapped.
    quakes.set_viewport_size({"width": 320, "height": 900})
    message = quakes.get_by_text("the server accepts no connection").bounding_box()
    button = quakes.get_by_role("button", name="Try Past hour again").bounding_box()
    assert message["x"] + message["width"] <= button["x"]
    assert quakes.evaluate("document.documentElement.scrollWidth") == 320


def test_the_keyboard_does_it_all(quakes):
    press = quakes.keyboard.press
    press("Tab")
    press("Tab")
    expect(quakes.locator("summary:focus")).to_contain_text("Refresh")
    press("Enter")
    press("ArrowDown")
    press("ArrowDown")
    expect(quakes.locator(":focus")).to_have_text("Past day")
    press("Enter")
    count(quakes, "40 earthquakes / 40 total")
    rows(quakes).first.focus()
    press("ArrowDown")
    press("Enter")
    expect(rows(quakes).nth(1)).to_have_attribute("aria-current", "true")
    quakes.locator("summary", has_text="Delete").focus()
    press("Enter")
    press("ArrowDown")
    press("Enter")
    expect(quakes.get_by_role("alertdialog")).to_be_visible()
    press("Escape")
    expect(quakes.get_by_role("alertdialog")).to_have_count(0)
    count(quakes, "40 earthquakes / 40 total")


@pytest.mark.parametrize("width", [320, 390, 1100, 1600])
def test_list_and_map_stand_beside_each_other_where_there_is_room(quakes, width):
    quakes.set_viewport_size({"width": width, "height": 800})
    refresh(quakes, "day")
    count(quakes, "40 earthquakes / 40 total")
    rows(quakes).first.click()
    expect(rows(quakes).first).to_have_attribute("aria-current", "true")
    left, right = rows(quakes).first.bounding_box(), world(quakes).bounding_box()
    assert (left["x"] + left["width"] <= right["x"]) == (width > 800)
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert quakes.evaluate(overhang) <= 0
    assert violations(quakes) == []
