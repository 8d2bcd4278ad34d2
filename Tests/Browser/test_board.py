# SPDX-License-Identifier: Apache-2.0
"""Boards of several people, with a server that is slow, fails, or is killed."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from conftest import watched
from serving import GALLERY, Server, reload
from test_accessibility import violations

PASSWORDS = {"Ada": "lovelace", "Ben": "franklin"}


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def log_in(page, name="Ada", password=None):
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password or PASSWORDS[name])
    button(page, "Log In").click()


def log_out(page, name):
    page.locator("summary", has_text=name).click()
    button(page, "Log Out").click()


def open_board(page, title="Launch"):
    page.get_by_role("button", name=re.compile(f"^{title}")).click()
    expect(page.get_by_role("searchbox", name="Search cards")).to_be_visible()


def search(page):
    return page.get_by_role("searchbox", name="Search cards")


def card(page, title):
    return button(page, title)


def act(page, title, action):
    card(page, title).hover()
    page.locator(".mv-context").filter(has=card(page, title)).locator("summary").click()
    button(page, f"{action}: {title}").click()


def bad_connection(page, *names):
    page.locator("summary", has_text="Ada").click()
    for name in names:
        page.get_by_label(f"{name} server").check()
    page.keyboard.press("Escape")


@pytest.fixture
def board(gallery, page):
    """A page on which Ada has a board open."""
    page.goto(gallery.url("/board"))
    log_in(page)
    open_board(page)
    return page


@pytest.fixture
def ben(gallery, browser):
    """A page on which Ben has the same board open, on another computer."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    page = watched(context.new_page())
    page.goto(gallery.url("/board"))
    log_in(page, "Ben")
    open_board(page)
    yield page
    assert page.complaints == []
    context.close()


def test_logging_in(gallery, page):
    page.goto(gallery.url())
    page.get_by_role("link", name="Board").click()
    expect(page).to_have_title("Log In")
    expect(button(page, "Log In")).to_be_disabled()
    log_in(page, "Ada", "wrong")
    expect(page.get_by_text("Asking the server…")).to_be_hidden()
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
    log_in(page, "ada", "lovelace")
    expect(page).to_have_title("Boards")
    open_board(page, "Garden")
    expect(page).to_have_title("Garden")
    log_out(page, "Ada")
    expect(page).to_have_title("Log In")
    expect(card(page, "Paint the fence")).to_have_count(0)


def cookie(context):
    """The cookie of a person's session, which no script of a page can read."""
    (found,) = [one for one in context.cookies() if one["name"] == "millrace"]
    return found


def title_with(cookie, gallery, browser):
    """The title of the page in a new browser with the cookie of another one."""
    context = browser.new_context()
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(gallery.url("/board"))
    expect(page.locator("body")).to_have_attribute("data-session", re.compile("."))
    title = page.title()
    context.close()
    return title


def test_a_log_in_renews_the_session_and_a_log_out_ends_it(gallery, page, browser):
    page.goto(gallery.url("/board"))
    other = watched(page.context.new_page())  # another tab of the same person
    other.goto(gallery.url("/board"))
    before = cookie(page.context)
    log_in(page)
    expect(page).to_have_title("Boards")
    expect(other).to_have_title("Boards")
    during = cookie(page.context)
    assert during["value"] != before["value"]
    assert title_with(before, gallery, browser) == "Log In"
    assert title_with(during, gallery, browser) == "Boards"
    other.reload()
    expect(other).to_have_title("Boards")
    log_out(page, "Ada")
    expect(page).to_have_title("Log In")
    expect(other).to_have_title("Log In")
    assert title_with(during, gallery, browser) == "Log In"
    assert cookie(page.context)["value"] != during["value"]
    assert other.complaints == []


def test_two_people_live_on_one_board(board, ben):
    expect(board.get_by_text("Here: Ada, Ben")).to_be_visible()
    act(ben, "Choose a name", "Move to Doing")
    expect(board.get_by_text("Ben moved “Choose a name” to “Doing”.")).to_be_visible()
    expect(board.get_by_text("Doing (3)")).to_be_visible()
    board.get_by_label("New card").fill("Bake <b>bread</b>")
    board.get_by_label("New card").press("Enter")
    expect(card(board, "Bake <b>bread</b>")).to_be_visible()
    expect(card(ben, "Bake <b>bread</b>")).to_be_visible()
    expect(ben.get_by_text("To Do (4)")).to_be_visible()
    log_out(ben, "Ben")
    expect(board.get_by_text("Here: Ada", exact=True)).to_be_visible()


def test_searching(board):
    search(board).press_sequentially("FILM")
    expect(card(board, "Record the film")).to_be_visible()
    expect(card(board, "Choose a name")).to_be_hidden()
    expect(board.get_by_text("To Do (1)")).to_be_visible()
    search(board).fill("zebra")
    expect(board.get_by_text("No cards")).to_have_count(3)
    search(board).fill("")
    expect(card(board, "Choose a name")).to_be_visible()


def test_a_card_is_edited_in_its_sheet(board, ben):
    card(board, "Record the film").click()
    dialog = board.get_by_role("dialog")
    expect(dialog.get_by_label("Title")).to_have_value("Record the film")
    dialog.get_by_label("Title").fill("")
    expect(dialog.get_by_text("The title is empty. Type at least one letter.")).to_be_visible()
    expect(button(dialog, "Save")).to_be_disabled()
    dialog.get_by_label("Title").fill("Record the song")
    dialog.get_by_label("Description").fill("One minute")
    expect(card(ben, "Record the film")).to_be_visible()
    button(dialog, "Save").click()
    expect(dialog).to_be_hidden()
    expect(card(board, "Record the song")).to_be_visible()
    expect(card(ben, "Record the song")).to_be_visible()
    expect(ben.get_by_text("One minute")).to_be_visible()
    card(ben, "Record the song").click()
    ben.get_by_role("dialog").get_by_label("Column").select_option("Done")
    expect(board.get_by_text("Done (2)")).to_be_visible()


def test_what_was_typed_waits_behind_the_sheet(board):
    card(board, "Record the film").click()
    board.get_by_role("dialog").get_by_label("Title").fill("Record the s")
    board.keyboard.press("Escape")
    expect(board.get_by_role("dialog")).to_be_hidden()
    expect(board.get_by_text("Not finished: open the card to go on.")).to_be_visible()
    card(board, "Record the film").click()
    dialog = board.get_by_role("dialog")
    expect(dialog.get_by_label("Title")).to_have_value("Record the s")
    button(dialog, "Cancel").click()
    expect(board.get_by_text("Not finished: open the card to go on.")).to_be_hidden()


def test_a_card_that_was_deleted_is_put_back_where_it_was(board, ben):
    titles = board.locator(".mv-group-box button.mv-plain")
    before = titles.all_inner_texts()
    act(board, "Record the film", "Delete")
    expect(card(board, "Record the film")).to_be_hidden()
    expect(card(ben, "Record the film")).to_be_hidden()
    expect(ben.get_by_role("button", name="Undo")).to_have_count(0)
    expect(board.get_by_text("“Record the film” was deleted.")).to_be_visible()
    button(board, "Undo").click()
    expect(card(board, "Record the film")).to_be_visible()
    expect(card(ben, "Record the film")).to_be_visible()
    expect(board.get_by_text("“Record the film” was deleted.")).to_be_hidden()
    assert titles.all_inner_texts() == before


def test_a_slow_server_is_not_waited_for(board, ben):
    bad_connection(board, "Slow")
    board.evaluate("""() => {
      window.wasSaving = 0;
      new MutationObserver(() => {
        if (document.body.innerText.includes("Saving…")) window.wasSaving += 1;
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }""")
    act(board, "Invite the testers", "Move to Done")
    expect(board.get_by_text("Done (2)")).to_be_visible()
    board.wait_for_function("() => window.wasSaving > 0")
    expect(ben.get_by_text("Done (2)")).to_be_visible()
    expect(board.get_by_text("Saving…")).to_be_hidden()


def test_a_change_that_was_not_saved_can_be_retried_and_discarded(board, ben):
    bad_connection(board, "Failing")
    act(board, "Invite the testers", "Move to Done")
    expect(board.get_by_text("Not saved. The server did not answer.")).to_be_visible()
    expect(board.get_by_text("Done (2)")).to_be_visible()
    expect(ben.get_by_text("Done (1)")).to_be_visible()
    button(board, "Retry: Invite the testers").click()
    expect(ben.get_by_text("Done (2)")).to_be_visible()
    expect(board.get_by_text("Not saved.")).to_be_hidden()
    act(board, "Record the film", "Delete")
    expect(board.get_by_text("Not saved. The server did not answer.")).to_be_visible()
    log_out(board, "Ada")
    expect(board.get_by_role("alertdialog").get_by_text("Some changes are not saved.")).to_be_visible()
    board.keyboard.press("Escape")
    button(board, "Discard: Record the film").click()
    expect(board.get_by_text("Not saved.")).to_be_hidden()
    expect(card(board, "Record the film")).to_be_visible()
    expect(board.get_by_text("was deleted.")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_a_board_fits_on_a_telephone(gallery, context, width):
    page = watched(context.new_page())
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(gallery.url("/board"))
    log_in(page)
    open_board(page)
    card(page, "Choose a name").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    act(page, "Choose a name", "Move to Doing")
    expect(page.get_by_text("Doing (3)")).to_be_visible()
    card(page, "Choose a name").click()
    expect(page.get_by_role("dialog").get_by_label("Title")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_and_a_card_have_no_violations(board, scheme):
    board.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    bad_connection(board, "Failing")
    act(board, "Invite the testers", "Delete")
    expect(board.get_by_text("Not saved. The server did not answer.")).to_be_visible()
    assert violations(board) == []
    card(board, "Record the film").click()
    expect(board.get_by_role("dialog").get_by_label("Title")).to_be_visible()
    assert violations(board) == []


def test_the_address_tells_the_place(gallery, board):
    expect(board).to_have_url(gallery.url("/board/launch"))
    search(board).fill("film")
    expect(board).to_have_url(gallery.url("/board/launch?q=film"))
    card(board, "Record the film").click()
    expect(board).to_have_url(gallery.url("/board/launch/card/l2?q=film"))
    board.go_back()
    expect(board.get_by_role("dialog")).to_be_hidden()
    expect(search(board)).to_have_value("film")
    board.go_forward()
    expect(board.get_by_role("dialog").get_by_label("Title")).to_have_value("Record the film")
    board.keyboard.press("Escape")
    expect(board).to_have_url(gallery.url("/board/launch?q=film"))
    button(board, "Back").click()
    expect(board).to_have_title("Boards")
    expect(board).to_have_url(re.compile("/board/?$"))


def test_a_link_leads_through_the_log_in_to_its_card(gallery, page):
    page.goto(gallery.url("/board/garden/card/g3?q=house"))
    expect(page).to_have_title("Log In")
    log_in(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Title")).to_have_value("Mend the greenhouse")
    button(dialog, "Cancel").click()
    expect(search(page)).to_have_value("house")
    expect(page.get_by_text("Doing (1)")).to_be_visible()
    expect(page.get_by_text("To Do (0)")).to_be_visible()


def test_an_address_that_is_none_is_answered_by_the_board(gallery, context):
    page = context.new_page()  # not watched: the browser reports each 404
    for path in ("/board/none", "/board/launch/cards", "/board/launch/card/none"):
        assert page.goto(gallery.url(path)).status == 404
    expect(page).to_have_title("Log In")
    log_in(page)
    expect(page.get_by_text("Card Not Found")).to_be_visible()
    page.goto(gallery.url("/board/none"))
    expect(page).to_have_title("Page Not Found")
    button(page, "All Boards").click()
    expect(page).to_have_title("Boards")


def test_a_reload_keeps_the_log_in_the_search_and_what_was_typed(board):
    search(board).fill("film")
    board.get_by_label("New card").fill("Half a tit")
    card(board, "Record the film").click()
    board.get_by_role("dialog").get_by_label("Description").fill("Half a sen")
    expect(board).to_have_url(re.compile("card/l2[?]q=film$"))
    board.reload()
    dialog = board.get_by_role("dialog")
    expect(dialog.get_by_label("Description")).to_have_value("Half a sen")
    button(dialog, "Cancel").click()
    expect(board.get_by_label("New card")).to_have_value("Half a tit")
    expect(search(board)).to_have_value("film")
    expect(card(board, "Choose a name")).to_be_hidden()


def test_two_tabs_of_a_person_share_the_desk_and_not_the_place(gallery, board, context):
    other = watched(context.new_page())
    other.goto(gallery.url("/board"))
    open_board(other, "Garden")
    expect(board).to_have_title("Launch")
    board.get_by_label("New card").fill("Shared")
    expect(other.get_by_label("New card")).to_have_value("Shared")
    log_out(other, "Ada")
    button(other, "Log Out and Discard Them").click()
    expect(board).to_have_title("Log In")
    assert other.complaints == []


def kept(folder, name):
    """The stored values of all persons with a name, from a folder, as one text."""
    with closing(sqlite3.connect(f"file:{folder}/desks.sqlite?mode=ro", uri=True)) as file:
        bodies = file.execute("SELECT body FROM value WHERE name = ?", (name.encode(),)).fetchall()
    return "".join(body.decode() for (body,) in bodies)


@pytest.mark.parametrize("is_slow", [False, True], ids=["saved", "being saved"])
def test_a_desk_and_its_boards_survive_a_kill(tmp_path, context, is_slow):
    server = Server(GALLERY, BOARD_FOLDER=str(tmp_path), GALLERY_SESSION_KEY="k" * 40).start()
    page = context.new_page()
    page.goto(server.url("/board"))
    log_in(page)
    open_board(page)
    if is_slow:
        bad_connection(page, "Slow")
    act(page, "Record the film", "Move to Doing")
    if not is_slow:
        expect(page.get_by_text("Ada moved “Record the film” to “Doing”.")).to_be_visible()
    search(page).fill("film")
    page.get_by_label("New card").fill("Half a tit")
    expect(page).to_have_url(re.compile("[?]q=film$"))
    while "Half a tit" not in kept(tmp_path, "desk"):
        page.wait_for_timeout(50)
    server.kill()
    server.start()
    reload(page)
    expect(page).to_have_title("Launch")
    expect(search(page)).to_have_value("film")
    expect(page.get_by_label("New card")).to_have_value("Half a tit")
    expect(page.get_by_text("Doing (1)")).to_be_visible()
    expect(page.get_by_text("Saving…")).to_be_hidden()
    expect(page.get_by_text("Not saved.")).to_be_hidden()
    cards = json.loads((tmp_path / "board-launch.json").read_text(encoding="utf-8"))
    assert {card["id"]: card["spot"]["column"] for card in cards}["l2"] == "doing"
    server.kill()
