# SPDX-License-Identifier: Apache-2.0
"""The catalog of all views and the earthquakes look like their pictures, in each scheme and width.

A picture is half as large as the page and has few colours. MILLRACE_PICTURES=write writes them
again; look at them before they are committed.
"""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

import feeds
from serving import GALLERY, Server

FOLDER = Path(__file__).parent / "pictures"
# A pixel differs if its red, green or blue differs by more than this, of 255.
DEPTH = 48
# This share of the pixels may differ, for example at the edges of letters.
SHARE = 0.02


def tab(name):
    def choose(page):
        page.get_by_role("tab", name=name).click()
        # Waits for the answer, after which the page has its final height.
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
    return choose


def sheet(page):
    tab("Dialogs")(page)
    page.get_by_role("button", name="Sheet").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def detail(page):
    page.get_by_role("button", name="Quince").click()
    expect(page.get_by_text("All about Quince")).to_be_visible()


SHOTS = {
    "layout": ("layout", None),
    "content": ("content", None),
    "interaction": ("interaction", None),
    "stack": ("structure", None),
    "detail": ("structure", detail),
    "split": ("structure", tab("Split")),
    "sheet": ("structure", sheet),
}


def small(data):
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)


def difference(one, other):
    """The share of pixels that differ, or 1 if the sizes differ too much."""
    if abs(one.width - other.width) > 2 or abs(one.height - other.height) > 8:
        return 1
    size = (min(one.width, other.width), min(one.height, other.height))
    parts = ImageChops.difference(one.crop((0, 0, *size)), other.crop((0, 0, *size))).split()
    worst = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    return sum(worst.histogram()[DEPTH + 1:]) / (size[0] * size[1])


def quakes(page):
    """The earthquakes of a day, one of them selected, with Asia on the map."""
    page.locator("summary", has_text="Refresh").click()
    page.get_by_role("button", name="Past day").click()
    expect(page.get_by_text("60 earthquakes / 60 total")).to_be_visible()
    page.locator("li.mv-selectable").nth(3).click()
    expect(page.get_by_text("Latitude")).to_be_visible()
    page.get_by_role("button", name="East").click()
    page.get_by_role("button", name="Zoom In").click()
    page.get_by_role("button", name="Zoom In").blur()
    expect(page.locator(".mv-clip [style*='scale: 2'], .mv-clip [style*='scale:2']")).to_be_attached()


@pytest.fixture
def quakes_url():
    server = feeds.FeedServer()
    server.feeds["day"] = feeds.feed(60)
    gallery = Server(GALLERY, QUAKES_FEED=server.address, TZ="UTC", LC_ALL="C").start()
    yield gallery.url("/quakes")
    gallery.kill()
    server.close()


@pytest.mark.parametrize("width", [1100, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_earthquakes_look_as_they_did(quakes_url, browser, scheme, width):
    compare(browser, quakes_url, quakes, "quakes", scheme, width)


@pytest.mark.parametrize("width", [1100, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SHOTS)
def test_a_page_looks_as_it_did(fixture, browser, name, scheme, width):
    path, prepare = SHOTS[name]
    compare(browser, fixture.url(f"/catalog/{path}"), prepare, name, scheme, width)


def compare(browser, url, prepare, name, scheme, width):
    context = browser.new_context(
        viewport={"width": width, "height": 700}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    expect(page.locator("main > .mv-root")).to_be_visible()
    if prepare:
        prepare(page)
    shown = small(page.screenshot(full_page=True, animations="disabled"))
    context.close()
    file = FOLDER / f"{name}-{scheme}-{width}.png"
    if os.environ.get("MILLRACE_PICTURES") == "write":
        FOLDER.mkdir(exist_ok=True)
        shown.quantize(64).save(file, optimize=True)
    share = difference(shown, Image.open(file).convert("RGB"))
    if share > SHARE:
        seen = Path(os.environ.get("TMPDIR", "/tmp")) / f"seen-{file.name}"
        shown.save(seen)
        pytest.fail(f"{share:.1%} of {file.name} differ; the page as it is: {seen}")


def test_a_missing_part_is_a_difference():
    blank = Image.new("RGB", (100, 100), "white")
    part = blank.copy()
    part.paste("black", (0, 0, 30, 10))
    assert difference(blank, blank) == 0
    assert difference(blank, part) == pytest.approx(0.03)
    assert difference(blank, Image.new("RGB", (100, 120), "white")) == 1
