# SPDX-License-Identifier: Apache-2.0
"""The gallery with its counter, in a browser and on the command line."""

import subprocess

from playwright.sync_api import expect

from conftest import watched
from serving import GALLERY


def test_the_contents_page_leads_to_the_counter(gallery, page):
    page.goto(gallery.url())
    expect(page).to_have_title("Gallery")
    page.get_by_role("link", name="Counter").click()
    expect(page.get_by_text("Value: 0")).to_be_visible()
    expect(page).to_have_title("Counter")


def test_clicks_count_up_and_down(gallery, page):
    page.goto(gallery.url("/counter"))
    page.get_by_role("button", name="Increment").click(click_count=3)
    expect(page.get_by_text("Value: 3")).to_be_visible()
    page.get_by_role("button", name="Decrement").click()
    expect(page.get_by_text("Value: 2")).to_be_visible()


def test_two_tabs_stay_in_step(gallery, page, context):
    page.goto(gallery.url("/counter"))
    other = watched(context.new_page())
    other.goto(gallery.url("/counter"))
    page.get_by_role("button", name="Increment").click()
    expect(other.get_by_text("Value: 1")).to_be_visible()
    other.get_by_role("button", name="Decrement").click(click_count=2)
    expect(page.get_by_text("Value: -1")).to_be_visible()
    assert other.complaints == []


def test_the_keyboard_does_it_all(gallery, page):
    page.goto(gallery.url())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Counter")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Value: 0")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    button = page.get_by_role("button", name="Increment")
    expect(button).to_be_focused()
    expect(button).to_have_css("outline-style", "solid")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.get_by_text("Value: 2")).to_be_visible()
    expect(button).to_be_focused()


def test_a_page_without_scripts_is_text(gallery, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(gallery.url("/counter"))
    expect(page.get_by_text("Value: 0")).to_be_visible()
    # Playwright switches scripts off after parsing, so that <noscript> stays hidden here.
    assert "Scripts are off" in page.locator("noscript").text_content()
    expect(page.get_by_role("button", name="Increment")).to_be_visible()
    context.close()


def test_light_and_dark(gallery, page):
    colour = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    page.goto(gallery.url("/counter"))
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(colour)
    assert sum(map(int, light[4:-1].split(","))) > 600
    assert sum(map(int, dark[4:-1].split(","))) < 150


def test_a_port_in_use_is_one_clear_line(gallery):
    second = subprocess.run(
        [GALLERY, "--port", str(gallery.port)], capture_output=True, text=True, timeout=20)
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr == (
        f"Gallery: Port {gallery.port} on 127.0.0.1 is in use. Stop the program "
        "or the server that uses it, or choose another port with --port N.\n")


def test_the_command_line(gallery):
    bad = subprocess.run([GALLERY, "--prot", "1"], capture_output=True, text=True, timeout=20)
    assert bad.returncode == 2
    assert bad.stderr.startswith("Gallery: There is no option '--prot'.\nusage: gallery")
    helped = subprocess.run([GALLERY, "--help"], capture_output=True, text=True, timeout=20)
    assert helped.returncode == 0
    assert helped.stdout.startswith("usage: gallery")


def test_sigterm_ends_it(gallery):
    assert gallery.end() == 0
    gallery.start()
