# SPDX-License-Identifier: Apache-2.0
"""Every page passes all of axe-core's rules, in light and in dark."""

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from conftest import watched

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SAMPLES = ["/", "/counter", "/people", "/signup", "/quakes", "/board", "/animals"]
PAGES = ["/", "/clicks", "/fields", "/rows", "/dialogs", "/catalog/layout", "/catalog/content"]
PAGES += ["/catalog/structure", "/catalog/interaction", "/catalog/styles"]
PAGES += ["/large/list", "/large/lazy", "/formats", "/browser", "/bars"]


def violations(page):
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run()")["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@pytest.fixture(params=["light", "dark"])
def either(request, browser):
    context = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
    page = watched(context.new_page())
    yield page
    assert page.complaints == []
    context.close()


@pytest.mark.parametrize("path", SAMPLES)
def test_a_sample_has_no_violations(gallery, either, path):
    either.goto(gallery.url(path))
    expect(either.get_by_role("main")).to_be_visible()
    assert violations(either) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_views_has_no_violations(fixture, either, path):
    either.goto(fixture.url(path))
    expect(either.get_by_role("main")).to_be_visible()
    assert violations(either) == []


def test_what_opens_has_no_violations(fixture, either):
    either.goto(fixture.url("/catalog/structure"))
    either.get_by_role("button", name="Apple").click()
    expect(either.get_by_text("All about Apple")).to_be_visible()
    assert violations(either) == []
    either.get_by_role("tab", name="Split").click()
    expect(either.get_by_role("tab", name="Split", selected=True)).to_be_visible()
    assert violations(either) == []
    either.get_by_role("tab", name="Dialogs").click()
    for name, role in [("Popover", "dialog"), ("Ask", "alertdialog"), ("Sheet", "dialog")]:
        either.get_by_role("button", name=name).click()
        expect(either.get_by_role(role)).to_be_visible()
        assert violations(either) == []
        either.keyboard.press("Escape")
        expect(either.get_by_role(role)).to_have_count(0)


def test_an_open_menu_has_no_violations(fixture, either):
    either.goto(fixture.url("/catalog/content"))
    either.locator("summary", has_text="Actions").first.click()
    expect(either.get_by_role("button", name="Open", exact=True)).to_be_visible()
    assert violations(either) == []
