# SPDX-License-Identifier: Apache-2.0
"""What happens when the line drops or the server goes away."""

from playwright.sync_api import expect

CLICK = "(e, n) => { for (let i = 0; i < n; i++) e.click(); }"


def test_a_thousand_quick_clicks(fixture, page):
    page.goto(fixture.url("/clicks"))
    page.get_by_role("button", name="Click").evaluate(CLICK, 1000)
    expect(page.get_by_text("Clicks: 1000", exact=True)).to_be_visible()


def test_a_thousand_clicks_across_dropped_lines(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/clicks"))
    button = page.get_by_role("button", name="Click")
    status = page.get_by_role("status")
    for part in range(4):
        button.evaluate(CLICK, 125)
        proxy.drop()
        button.evaluate(CLICK, 125)
        expect(status).to_have_text("", timeout=20_000)
    expect(page.get_by_text("Clicks: 1000", exact=True)).to_be_visible()


def test_answers_that_were_lost_are_made_up_for(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/private"))
    page.get_by_role("button", name="Click").click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()
    proxy.hold()
    page.get_by_role("button", name="Click").evaluate(CLICK, 5)
    proxy.drop()
    proxy.release()
    expect(page.get_by_text("Clicks: 6")).to_be_visible()


def test_a_restart_is_survived(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/clicks"))
    button = page.get_by_role("button", name="Click")
    button.click(click_count=2)
    expect(page.get_by_text("Clicks: 2")).to_be_visible()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    fixture.start()
    expect(page.get_by_text("Clicks: 0")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("status")).to_have_text("")
    button.click()
    expect(page.get_by_text("Clicks: 1")).to_be_visible()


def test_text_survives_a_restart(fixture, rough_page):
    page = rough_page
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.fill("precious")
    expect(page.get_by_text("Plain is 'precious'")).to_be_visible()
    page.get_by_label("Secret").fill("1234")
    expect(page.get_by_text("Secret has 4 characters")).to_be_visible()
    field.focus()
    fixture.kill()
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    field.press("Home")
    field.press_sequentially("most ")
    fixture.start()
    expect(page.get_by_text("Plain is 'most precious'")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Secret has 4 characters")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("most precious")
    assert field.evaluate("e => e.selectionStart") == 5


def test_typing_while_the_line_is_down(proxy, rough_page):
    page = rough_page
    page.goto(proxy.url("/fields"))
    field = page.get_by_label("Loud")
    field.fill("a")
    expect(field).to_have_value("A")
    proxy.hold()
    proxy.drop()
    field.press_sequentially("bc")
    page.get_by_label("Wanted").evaluate("e => e.click()")
    proxy.release()
    expect(field).to_have_value("ABC")
    expect(page.get_by_text("Loud is 'ABC'")).to_be_visible()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(field).to_be_focused()
