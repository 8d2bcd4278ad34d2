# SPDX-License-Identifier: Apache-2.0
"""The monitor of the gallery, next to the pages whose stores it shows."""

import json
import re

import pytest
from playwright.sync_api import expect

import feeds
from conftest import watched
from serving import GALLERY, Server
from test_accessibility import violations
from test_board import log_in, open_board

TOKEN = "a-token-of-the-tests"


@pytest.fixture
def server():
    feed = feeds.FeedServer()
    feed.feeds = {"day": feeds.feed(40)}
    server = Server(
        GALLERY, GALLERY_MONITOR_TOKEN=TOKEN, QUAKES_FEED=feed.address, TZ="UTC", LC_ALL="C").start()
    yield server
    server.kill()
    feed.close()


@pytest.fixture
def open_page(server, context):
    """Opens pages of the gallery, none of which may report an error or a warning."""
    pages = []

    def open_one(path):
        page = watched(context.new_page())
        pages.append(page)
        page.goto(server.url(path))
        return page

    yield open_one
    for page in pages:
        assert page.complaints == []


@pytest.fixture
def monitor(open_page):
    page = open_page(f"/monitor?token={TOKEN}")
    expect(page.get_by_role("heading", name="Monitor", exact=True)).to_be_visible()
    return page


def test_a_session_that_a_stranger_has_begun_does_not_see_the_monitor(server, browser):
    context = browser.new_context()

    def ask(path, cookie=""):
        answer = context.request.get(
            server.url(path), max_redirects=0, headers={"Cookie": cookie} if cookie else {})
        context.clear_cookies()
        return answer.status, answer.headers.get("set-cookie", "").split(";")[0]

    assert ask("/monitor") == (401, "")
    assert ask("/monitor", "x=y") == (401, ""), "no session begins"
    # The stranger has a session of another page, and has planted its cookie in the browser.
    _, stranger = ask("/board")
    assert ask("/monitor", stranger)[0] == 401
    status, own = ask(f"/monitor?token={TOKEN}", stranger)
    assert (status, own != stranger) == (303, True)
    assert ask("/monitor", own)[0] == 200
    assert ask("/monitor", stranger) == (401, "")
    assert ask("/monitor/export/1/trace", stranger)[0] == 401
    context.close()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def show(page, store):
    """Selects a store, and waits until its own fields are on the page."""
    stores = page.get_by_label("Stores", exact=True)
    stores.get_by_text(store, exact=True).click()
    current = stores.locator("[aria-current=true]")
    expect(current.filter(has=page.get_by_text(store, exact=True))).to_have_count(1)


def pane(page, name):
    page.get_by_role("button", name=re.compile(f"^{name}(, shown)?$")).click()
    expect(button(page, f"{name}, shown")).to_be_visible()


def rows(page):
    return page.get_by_label("Actions", exact=True).locator("li.mv-selectable")


def command(page, name):
    page.locator("summary", has_text="Timeline").click()
    button(page, name).click()


def slide(page, index):
    page.get_by_label("State after action").fill(str(index))


def send(page, action):
    pane(page, "Tools")
    page.get_by_label("Action", exact=True).fill(action)
    button(page, "Dispatch").click()
    expect(page.get_by_text("Dispatched.", exact=True)).to_be_visible()


def count_to(page, number):
    for _ in range(number):
        page.get_by_role("button", name="Increment").click()


def test_the_monitor_is_for_those_who_know_the_token(server, browser, context):
    page = context.new_page()
    assert page.goto(server.url("/monitor")).status == 401
    assert page.goto(server.url("/monitor?token=")).status == 401
    assert page.goto(server.url("/monitor?token=" + TOKEN[:-1] + "x")).status == 401
    assert page.goto(server.url("/monitor/export/1/trace")).status == 401
    # A session of another page gives no access.
    page.goto(server.url("/board"))
    assert page.goto(server.url("/monitor")).status == 401
    answer = page.goto(server.url(f"/monitor?token={TOKEN}"))
    assert answer.status == 200
    assert page.url == server.url("/monitor")  # the token is in no history
    assert page.goto(server.url("/monitor")).status == 200
    # Another browser has no access.
    other = browser.new_context()
    assert other.new_page().goto(server.url("/monitor")).status == 401
    other.close()


def test_a_request_that_a_proxy_passes_on_finds_nothing(server, context):
    answer = context.request.get(
        server.url(f"/monitor?token={TOKEN}"), headers={"Host": "app.example.com"})
    assert answer.status == 403
    assert TOKEN not in answer.text()


def test_actions_of_people_are_listed_filtered_and_searched(open_page, monitor):
    people = open_page("/people")
    button(people, "Change a random person").click()
    # Letters that are typed during one round trip would be one action.
    people.get_by_label("Name or city").press_sequentially("o")
    expect(people.get_by_role("button", name="Clear")).to_be_enabled()
    people.get_by_label("Name or city").press_sequentially("s")
    monitor.reload()
    show(monitor, "People")
    expect(rows(monitor)).to_have_count(3)
    expect(rows(monitor).first).to_contain_text("search")
    expect(rows(monitor).last).to_contain_text("changeRandomPerson")
    monitor.get_by_label("Filter by name or value").fill("changer")
    expect(rows(monitor)).to_have_count(1)
    monitor.get_by_label("Leave these out").check()
    expect(rows(monitor)).to_have_count(2)
    # A new action appears in the filtered list.
    people.get_by_label("Name or city").press_sequentially("l")
    expect(rows(monitor)).to_have_count(3)
    # The filter is saved under a name and found again on another page.
    monitor.locator("summary", has_text="Saved filters").click()
    monitor.get_by_label("Name", exact=True).fill("No changes")
    button(monitor, "Save This Filter").click()
    second = open_page("/monitor")
    show(second, "People")
    expect(rows(second)).to_have_count(4)
    second.locator("summary", has_text="Saved filters").click()
    button(second, "No changes").click()
    expect(rows(second)).to_have_count(3)


def test_what_changed_nothing_is_hidden(open_page, monitor):
    send(monitor, "increment")
    show(monitor, "Board Launch")
    send(monitor, '{"go":{"_0":"none"}}')
    send(monitor, '{"come":{"_0":"visit","_1":"Ada"}}')
    expect(rows(monitor)).to_have_count(2)
    monitor.get_by_label("Hide what changed nothing").check()
    expect(rows(monitor)).to_have_count(1)
    expect(rows(monitor)).to_contain_text("come")


def test_the_past_is_looked_at_while_the_store_runs_on(open_page, monitor):
    counter = open_page("/counter")
    count_to(counter, 3)
    expect(monitor.get_by_text("3 / 3")).to_be_visible()
    slide(monitor, 1)
    expect(monitor.get_by_text("1 / 3")).to_be_visible()
    expect(monitor.get_by_text("+ 1", exact=True)).to_be_visible()
    expect(monitor.get_by_text("The past. The store is not changed.")).to_be_visible()
    expect(counter.get_by_text("Value: 3")).to_be_visible()
    count_to(counter, 1)
    expect(monitor.get_by_text("1 / 4")).to_be_visible()
    button(monitor, "Step forward").click()
    expect(monitor.get_by_text("2 / 4")).to_be_visible()
    # The past state becomes the state of the store.
    button(monitor, "Go on from here").click()
    expect(counter.get_by_text("Value: 2")).to_be_visible()
    expect(monitor.get_by_text("One earlier timeline is stored.")).to_be_visible()


def test_bodies_are_counted_for_the_action_that_had_them_run(open_page, monitor):
    counter = open_page("/counter")
    count_to(counter, 1)
    pane(monitor, "Changes")
    expect(monitor.get_by_text("1 body of views run for it")).to_be_visible()
    expect(rows(monitor).first).to_contain_text("1 body")
    # The page of another person has the same store.
    other = open_page("/counter")
    expect(other.get_by_text("Value: 1")).to_be_visible()
    count_to(other, 1)  # after the answer to its own click it is connected
    expect(other.get_by_text("Value: 2")).to_be_visible()
    count_to(counter, 1)
    expect(other.get_by_text("Value: 3")).to_be_visible()
    expect(rows(monitor)).to_have_count(3)
    expect(rows(monitor).first).to_contain_text("2 bodies")
    expect(rows(monitor).last).to_contain_text("1 body")


def test_an_action_is_skipped_moved_and_jumped_to(open_page, monitor):
    send(monitor, "increment")
    send(monitor, "increment")
    send(monitor, "decrement")
    pane(monitor, "Changes")
    rows(monitor).last.click()
    expect(monitor.get_by_text("#1 increment")).to_be_visible()
    button(monitor, "Skip").click()
    expect(rows(monitor).last).to_contain_text("skipped")
    expect(monitor.get_by_text("This timeline was edited or loaded.")).to_be_visible()
    pane(monitor, "State")
    rows(monitor).first.click()
    expect(monitor.get_by_text("count: 0", exact=True)).to_be_visible()
    pane(monitor, "Changes")
    rows(monitor).last.click()
    button(monitor, "Include").click()
    expect(rows(monitor).last).not_to_contain_text("skipped")
    rows(monitor).first.click()
    button(monitor, "Earlier").click()
    expect(rows(monitor).nth(1)).to_contain_text("decrement")
    rows(monitor).last.click()
    button(monitor, "Jump Here").click()
    expect(monitor.get_by_text("1 / 3")).to_be_visible()
    button(monitor, "Present").click()
    expect(monitor.get_by_text("The present.")).to_be_visible()


def test_the_line_is_locked_paused_committed_and_rolled_back(open_page, monitor):
    counter = open_page("/counter")
    count_to(counter, 2)
    expect(rows(monitor)).to_have_count(2)
    monitor.get_by_label("Lock", exact=True).check()
    expect(monitor.get_by_text("New actions are not recorded.")).to_be_visible()
    count_to(counter, 1)
    expect(counter.get_by_text("Value: 3")).to_be_visible()
    expect(rows(monitor)).to_have_count(2)
    monitor.get_by_label("Lock", exact=True).uncheck()
    expect(monitor.get_by_text("0 / 0")).to_be_visible()  # the timeline begins again
    count_to(counter, 2)
    expect(rows(monitor)).to_have_count(2)
    monitor.get_by_label("Pause", exact=True).check()
    expect(monitor.get_by_text("The timeline is paused.")).to_be_visible()
    monitor.get_by_label("Pause", exact=True).uncheck()
    count_to(counter, 2)
    expect(rows(monitor)).to_have_count(2)
    command(monitor, "Commit")
    expect(rows(monitor)).to_have_count(0)
    count_to(counter, 1)
    expect(rows(monitor)).to_have_count(1)
    command(monitor, "Rollback")
    expect(rows(monitor)).to_have_count(0)
    command(monitor, "Reset")
    pane(monitor, "State")
    expect(monitor.get_by_text("count: 0", exact=True)).to_be_visible()


def test_an_action_is_checked_as_it_is_typed(open_page, monitor):
    counter = open_page("/counter")
    pane(monitor, "Tools")
    field = monitor.get_by_label("Action", exact=True)
    field.fill("multiply")
    expect(monitor.get_by_text(re.compile("CounterAction has no case"))).to_be_visible()
    expect(button(monitor, "Dispatch")).to_be_disabled()
    field.fill('{"increment":')
    expect(monitor.get_by_text(re.compile("notJSON"))).to_be_visible()
    field.fill('{"increment":{}}')
    expect(monitor.get_by_text("It can be dispatched.")).to_be_visible()
    button(monitor, "Dispatch").click()
    expect(monitor.get_by_text("Dispatched.", exact=True)).to_be_visible()
    expect(counter.get_by_text("Value: 1")).to_be_visible()
    # The reducer may reject an action that can be decoded.
    show(monitor, "Board Launch")
    field.fill('{"change":{"_0":{"id":"1","person":"Ada","board":"other","card":"x","title":"T",'
               '"kind":{"delete":{}}}}}')
    expect(monitor.get_by_text("It can be dispatched.")).to_be_visible()
    button(monitor, "Dispatch").click()
    expect(monitor.get_by_text(re.compile("^The reducer rejected the action"))).to_be_visible()


def test_a_session_is_exported_and_imported(open_page, monitor):
    send(monitor, "increment")
    send(monitor, "increment")
    expect(rows(monitor)).to_have_count(2)  # the files use other connections
    files = {}
    for name in ("Trace", "Redux DevTools, whole state", "Redux DevTools, actions"):
        link = monitor.get_by_role("link", name=name)
        answer = monitor.context.request.get(link.evaluate("link => link.href"))
        assert answer.status == 200
        assert "attachment" in answer.headers["content-disposition"]
        files[name] = answer.text()
    head = json.loads(files["Trace"].splitlines()[0])
    assert (head["millrace"], head["state"]) == ("trace", "CounterState")
    command(monitor, "Reset")
    expect(rows(monitor)).to_have_count(0)
    for text in files.values():
        monitor.get_by_label("Text of a file").fill(text)
        button(monitor, "Import the Text").click()
        expect(monitor.get_by_text("Imported. The page shows its timeline. increment: same")).to_be_visible()
        expect(rows(monitor)).to_have_count(2)
        command(monitor, "Reset")
        expect(rows(monitor)).to_have_count(0)
    with monitor.expect_file_chooser() as opened:
        button(monitor, "Choose a File").click()
    opened.value.set_files(
        {"name": "a.jsonl", "mimeType": "text/plain", "buffer": files["Trace"].encode()})
    expect(rows(monitor)).to_have_count(2)
    command(monitor, "Reset")
    expect(rows(monitor)).to_have_count(0)
    # A text that is no file of this program is refused with the name of the error, and changes
    # nothing.
    for text, name in (("{", "notJSON"), ("{}", "notATrace"), (files["Trace"].replace("increment", "x"), "unreadableAction")):
        monitor.get_by_label("Text of a file").fill(text)
        button(monitor, "Import the Text").click()
        expect(monitor.get_by_text(re.compile(f"^{name}:"))).to_be_visible()
        expect(rows(monitor)).to_have_count(0)
    expect(monitor.get_by_text(re.compile("unreadableAction: .* x: removed, added cases of CounterAction: unknown$"))).to_be_visible()


def test_the_trace_becomes_a_swift_test(open_page, monitor):
    for action in ("increment", "decrement", "increment", "increment"):
        send(monitor, action)
    monitor.get_by_label("Part and value").fill("count=2")
    button(monitor, "Write a Swift Test").click()
    expect(monitor.get_by_label("Test", exact=True)).to_have_value(
        re.compile("@Test func theReportedRunDoesNotEndInCount"))
    monitor.get_by_label("Part and value").fill("count=77")
    button(monitor, "Write a Swift Test").click()
    expect(monitor.get_by_text(re.compile("conditionNeverHolds"))).to_be_visible()
    monitor.get_by_label("Part and value").fill("count")
    button(monitor, "Write a Swift Test").click()
    expect(monitor.get_by_text("'count' is not of the form PATH=JSON.")).to_be_visible()


def test_effects_causes_and_selections_of_the_quakes(open_page, monitor):
    quakes = open_page("/quakes")
    quakes.locator("summary", has_text="Refresh").click()
    button(quakes, "Past day").click()
    expect(quakes.get_by_text("40 earthquakes / 40 total")).to_be_visible()
    monitor.reload()
    show(monitor, "Quakes")
    expect(rows(monitor).first).to_contain_text("received")
    pane(monitor, "Cause")
    rows(monitor).first.click()
    expect(button(monitor, "#1 refresh")).to_be_visible()
    expect(monitor.get_by_role("button", name=re.compile(r"received by effect \d+"))).to_be_visible()
    pane(monitor, "Effects")
    expect(monitor.get_by_text(re.compile("of #1, "))).not_to_have_count(0)
    pane(monitor, "Selectors")
    expect(monitor.get_by_text(re.compile("selections are observed"))).to_be_visible()
    expect(monitor.get_by_text(re.compile("were not recorded"))).to_be_visible()
    quakes.get_by_label("Search").fill("a")
    expect(rows(monitor).first).to_contain_text("search")
    rows(monitor).first.click()
    expect(monitor.get_by_text(re.compile(r"Highlighted: changed by action #\d+\."))).to_be_visible()
    expect(monitor.get_by_text(re.compile(r"^changed, \d+ observer")).first).to_be_visible()


def test_a_state_is_unfolded_and_searched(open_page, monitor):
    show(monitor, "Board Launch")
    pane(monitor, "State")
    button(monitor, "Unfold cards").click()
    button(monitor, "Unfold cards[0]").click()
    expect(monitor.get_by_text(re.compile("^title: "))).not_to_have_count(0)
    monitor.get_by_label("Search the state").fill("nothing has this")
    expect(monitor.get_by_text("No name or value contains this text.")).to_be_visible()
    monitor.get_by_label("Search the state").fill("TITLE")
    expect(monitor.get_by_text("cards[0].title", exact=True)).to_be_visible()


def test_the_stores_of_a_board_and_of_a_person(open_page, monitor):
    board = open_page("/board")
    log_in(board)
    open_board(board)
    board.get_by_label("New card").fill("Buy a monitor")
    button(board, "Add").click()
    expect(button(board, "Buy a monitor")).to_be_visible()
    monitor.reload()
    show(monitor, "Desk")
    expect(rows(monitor).filter(has_text="saved")).to_have_count(1)
    show(monitor, "Board Launch")
    expect(rows(monitor).filter(has_text="change")).to_have_count(1)
    expect(monitor.get_by_text(re.compile('"Buy a monitor"')).first).to_be_visible()
    show(monitor, "Place")
    expect(rows(monitor)).not_to_have_count(0)


def test_many_actions_are_listed_without_a_row_each(open_page, monitor):
    people = open_page("/people")
    button(people, "Run 1,000 random changes").click()
    expect(people.get_by_text(re.compile("^The last 1,000 actions"))).to_be_visible()
    for _ in range(4):  # clicks during one round trip are handled together
        button(people, "Run 1,000 random changes").click()
    button(people, "Change a random person").click()
    expect(people.get_by_text(re.compile("^The last action:"))).to_be_visible()
    monitor.reload()
    show(monitor, "People")
    expect(monitor.get_by_text("5,001 actions", exact=True).first).to_be_visible()
    assert rows(monitor).count() < 200
    slide(monitor, 2500)
    expect(monitor.get_by_text("2,500 / 5,001")).to_be_visible()
    monitor.get_by_label("Actions", exact=True).evaluate("list => list.scrollTop = list.scrollHeight")
    expect(rows(monitor).last).to_contain_text(re.compile(r"^1\s*changeRandomPerson"))
    assert rows(monitor).count() < 400


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_monitor_can_be_read_by_all(open_page, monitor, scheme, width):
    monitor.emulate_media(color_scheme=scheme)
    monitor.set_viewport_size({"width": width, "height": 844})
    send(monitor, "increment")
    for name in ("Changes", "State", "Cause", "Effects", "Selectors", "Tools"):
        pane(monitor, name)
        assert violations(monitor) == []
    assert monitor.evaluate("document.documentElement.scrollWidth") <= width
