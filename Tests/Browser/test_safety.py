# SPDX-License-Identifier: Apache-2.0
"""Hostile text stays text, dialogs are real dialogs, other sites stay outside."""

from playwright.sync_api import expect

TAG = "<script>document.title='owned'</script>"
ATTRIBUTE = "\"><img src=x onerror=\"document.title='owned'\">"
ENTITY = "&lt;b&gt; &amp; ' \" ` </main></title></style>"


def test_hostile_text_is_shown_as_text(fixture, page):
    page.goto(fixture.url("/hostile"))
    expect(page.get_by_text(TAG, exact=True).first).to_be_visible()
    expect(page.locator("main").get_by_label(ATTRIBUTE).last).to_have_value(TAG)
    expect(page).to_have_title(TAG)
    assert page.locator("main script, main img").count() == 0


def test_hostile_patches_are_shown_as_text(fixture, page):
    page.goto(fixture.url("/hostile"))
    page.get_by_role("button").click()
    expect(page.get_by_text(ATTRIBUTE, exact=True).last).to_be_visible()
    expect(page).to_have_title(ENTITY)
    expect(page.get_by_role("textbox")).to_have_value(ENTITY)
    page.get_by_role("textbox").fill(TAG + ATTRIBUTE)
    expect(page).to_have_title(TAG + ATTRIBUTE)
    assert page.locator("main script, main img").count() == 0


def test_the_policy_forbids_inline_script(fixture, context):
    page = context.new_page()
    page.goto(fixture.url("/clicks"))
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.owned = true";
        document.body.append(script);
    }""")
    assert page.evaluate("window.owned") is None


def test_another_site_may_not_open_a_socket(fixture, context):
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body="<p>foreign</p>", content_type="text/html"))
    page.goto("http://127.0.0.1:9/")  # never reached: the route answers
    result = page.evaluate("""(url) => new Promise((done) => {
        const socket = new WebSocket(url);
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");
    })""", fixture.url("/millrace.socket").replace("http", "ws"))
    assert result == "refused"


def test_a_sheet_opens_and_closes(fixture, page):
    page.goto(fixture.url("/dialogs"))
    page.get_by_role("button", name="Open sheet").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("Inside the sheet")).to_be_visible()
    assert sheet.evaluate("e => e.matches(':modal')")
    sheet.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Sheet is closed")).to_be_visible()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Open sheet")).to_be_focused()


def test_escape_closes_a_sheet(fixture, page):
    page.goto(fixture.url("/dialogs"))
    page.get_by_role("button", name="Open sheet").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Sheet is closed")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_alert_asks(fixture, page):
    page.goto(fixture.url("/dialogs"))
    page.get_by_role("button", name="Ask").click()
    alert = page.get_by_role("alertdialog", name="Delete it?")
    alert.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Answer: delete")).to_be_visible()
    expect(alert).to_have_count(0)


def test_keys_that_are_meant_for_the_page_do_not_answer_an_alert(fixture, page):
    page.goto(fixture.url("/dialogs"))
    ask = page.get_by_role("button", name="Ask")
    ask.focus()
    page.keyboard.down("Enter")
    alert = page.get_by_role("alertdialog")
    expect(alert).to_be_focused()
    page.keyboard.down("Enter")  # the key repeats
    page.keyboard.up("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(alert.get_by_role("button", name="Delete")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Answer: keep")).to_be_visible()
    expect(ask).to_be_focused()
