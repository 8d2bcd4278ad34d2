# SPDX-License-Identifier: Apache-2.0
"""The sign-up form with typed keys and real time."""

import pytest
from playwright.sync_api import expect

from conftest import watched

NAME = "The user name needs at least 3 characters."
SHORT = "The password needs at least 5 characters."
DIFFER = "The two passwords differ."


@pytest.fixture
def form(gallery, page):
    page.goto(gallery.url("/signup"))
    expect(sign_up(page)).to_be_disabled()
    return page


def name(page):
    return page.get_by_label("User name")


def password(page):
    return page.get_by_label("Password", exact=True)


def again(page):
    return page.get_by_label("Password again")


def sign_up(page):
    return page.get_by_role("button", name="Sign Up")


def test_the_contents_page_leads_to_the_form(gallery, page):
    page.goto(gallery.url())
    page.get_by_role("link", name="Sign Up").click()
    expect(page).to_have_title("Sign Up")
    expect(name(page)).to_have_value("")


def test_messages_come_after_a_pause_and_go_with_typing(form):
    # Observes the page, so that a message that comes too early is noticed, however short it is
    # shown.
    form.evaluate("""(text) => {
      let typed = 0;
      window.pauses = [];
      document.addEventListener("input", () => { typed = performance.now(); }, true);
      window.gone = 0;
      let isShown = false;
      new MutationObserver(() => {
        const was = isShown;
        isShown = document.querySelector("main").innerText.includes(text);
        if (isShown) window.pauses.push(performance.now() - typed);
        else if (was) window.gone += 1;
      }).observe(document.querySelector("main"), { childList: true, subtree: true });
    }""", NAME)
    name(form).press_sequentially("ab", delay=300)
    expect(form.get_by_text(NAME)).to_be_visible()
    pauses = form.evaluate("window.pauses")
    assert pauses and min(pauses) >= 790
    name(form).press("Backspace")
    form.wait_for_function("() => window.gone === 1")
    expect(form.get_by_text(NAME)).to_be_visible()
    name(form).press_sequentially("da")
    expect(form.get_by_text(NAME)).to_be_hidden()


def test_the_password_is_judged_before_its_repetition(form):
    password(form).press_sequentially("abc")
    again(form).press_sequentially("x")
    expect(form.get_by_text(SHORT)).to_be_visible()
    password(form).press_sequentially("def")
    expect(form.get_by_text(SHORT)).to_be_hidden()
    expect(form.get_by_text(DIFFER)).to_be_visible()
    again(form).fill("abcdef")
    expect(form.get_by_text(DIFFER)).to_be_hidden()


def test_signing_up_and_closing_the_confirmation(form):
    name(form).press_sequentially("ada")
    password(form).press_sequentially("abcdef")
    again(form).press_sequentially("abcde")
    expect(sign_up(form)).to_be_disabled()
    again(form).press("f")
    expect(sign_up(form)).to_be_enabled()
    again(form).press("Backspace")
    expect(sign_up(form)).to_be_disabled()
    again(form).press("f")
    sign_up(form).click()
    dialog = form.get_by_role("alertdialog")
    expect(dialog.get_by_text("Welcome, ada!")).to_be_visible()
    dialog.get_by_role("button", name="OK").click()
    expect(dialog).to_be_hidden()
    again(form).press("Enter")
    expect(dialog).to_be_visible()
    form.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_passwords_are_not_in_what_the_server_sends(gallery, page):
    frames = []
    page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda frame: frames.append(str(frame))))
    page.goto(gallery.url("/signup"))
    password(page).press_sequentially("hunter2")
    again(page).press_sequentially("hunter23")
    expect(page.get_by_text(DIFFER)).to_be_visible()
    assert any(DIFFER in frame for frame in frames)
    assert not any("hunter" in frame for frame in frames)
    assert "hunter" not in page.content()
    expect(password(page)).to_have_value("hunter2")


def test_each_tab_has_its_own_form(form, gallery, context):
    other = watched(context.new_page())
    other.goto(gallery.url("/signup"))
    name(form).fill("ad")
    expect(form.get_by_text(NAME)).to_be_visible()
    expect(name(other)).to_have_value("")
    expect(other.get_by_text(NAME)).to_be_hidden()
    assert other.complaints == []
