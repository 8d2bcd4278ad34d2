# SPDX-License-Identifier: Apache-2.0
"""Files that a page asks for: the browser's own dialog, sending, refusals, keyboard."""

import pytest
from playwright.sync_api import expect


def chosen(page, name, files):
    """Presses a button, and chooses files in the dialog that the browser opens by itself."""
    with page.expect_file_chooser() as opened:
        page.get_by_role("button", name=name).click()
    opened.value.set_files(files)
    return opened.value


def note(tmp_path, name, size):
    file = tmp_path / name
    file.write_bytes(b"x" * size)
    return file


def test_a_file_reaches_the_page(fixture, page, tmp_path):
    page.goto(fixture.url("/files"))
    with page.expect_request("**/millrace.upload*") as sent:
        chooser = chosen(page, "One File", note(tmp_path, "ein Käse.txt", 5))
    assert sent.value.url == fixture.url("/millrace.upload"), "the address has no secret"
    assert not chooser.is_multiple()
    expect(page.get_by_text("ein Käse.txt: 5 bytes")).to_be_visible()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_several_files_reach_the_page_in_order(fixture, page, tmp_path):
    page.goto(fixture.url("/files"))
    files = [note(tmp_path, f"{name}.bin", size) for name, size in (("b", 2_000_000), ("a", 1))]
    assert chosen(page, "Several Files", files).is_multiple()
    expect(page.get_by_text("b.bin: 2000000 bytes")).to_be_visible()
    expect(page.get_by_text("a.bin: 1 bytes")).to_be_visible()


def test_a_file_that_is_too_large_is_named_and_another_one_may_follow(fixture, page, tmp_path):
    page.goto(fixture.url("/files"))
    most = page.evaluate("Number(document.body.dataset.fileBytes)")
    chosen(page, "One File", note(tmp_path, "large.txt", most + 1))
    field = page.get_by_label("Choose a File", exact=True).locator("input")
    page.wait_for_function("() => document.querySelector('.mv-files').validationMessage")
    assert "large.txt is too large" in field.evaluate("field => field.validationMessage")
    field.set_input_files(note(tmp_path, "small.txt", 3))
    expect(page.get_by_text("small.txt: 3 bytes")).to_be_visible()


@pytest.mark.parametrize("way", ["Escape", "Cancel", "cancel"])
def test_choosing_none_is_told(fixture, page, way):
    page.goto(fixture.url("/files"))
    with page.expect_file_chooser():
        page.get_by_role("button", name="Several Files").click()
    if way == "Escape":
        page.keyboard.press("Escape")
    elif way == "Cancel":
        page.get_by_role("button", name="Cancel").click()
    else:  # the event of the browser when its own dialog is cancelled
        page.locator(".mv-files").dispatch_event("cancel", {"bubbles": True})
    expect(page.get_by_text("None was chosen")).to_be_visible()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_a_refused_file_is_told(fixture, page, tmp_path):
    page.goto(fixture.url("/files"))
    page.route("**/millrace.upload*", lambda route: route.fulfill(status=503, body="busy"))
    chosen(page, "One File", note(tmp_path, "a.txt", 5))
    page.wait_for_function("() => document.querySelector('.mv-files').validationMessage")
    said = page.locator(".mv-files").evaluate("field => field.validationMessage")
    assert "a.txt was refused" in said
    page.complaints.clear()  # the browser reports the status


def test_of_two_choices_the_last_one_counts(fixture, page, tmp_path):
    page.goto(fixture.url("/files"))
    sent = []
    page.route("**/millrace.upload*", lambda route: sent.append(route))
    with page.expect_request("**/millrace.upload*"):
        chosen(page, "Several Files", [note(tmp_path, name, 5) for name in ("a.bin", "b.bin")])
    with page.expect_request("**/millrace.upload*"):
        page.locator(".mv-files").set_input_files(note(tmp_path, "c.bin", 3))
    while len(sent) < 2:
        page.wait_for_timeout(10)
    for route in list(sent):
        with page.expect_response("**/millrace.upload*"):
            route.continue_()
    expect(page.get_by_text("c.bin: 3 bytes")).to_be_visible()
    expect(page.get_by_text("a.bin")).to_have_count(0)
    assert len(sent) == 2


def test_files_that_are_on_their_way_survive_a_lost_answer(proxy, rough_page, tmp_path):
    """The page gets its whole tree again, in the same session.

    The browser opens its own dialog only within five seconds after an action of a person. The
    second dialog of the page would open it only on a fast machine, so it is prevented here."""
    page = rough_page
    page.goto(proxy.url("/files"))
    sent = []
    page.route(
        "**/millrace.upload*", lambda route: route.continue_() if sent else sent.append(route))
    names = ["a.bin", "b.bin", "c.bin"]
    with page.expect_request("**/millrace.upload*"):
        chosen(page, "Several Files", [note(tmp_path, name, 5) for name in names])
    page.evaluate(
        "Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })")
    proxy.hold()
    page.get_by_text("One File").evaluate("e => e.click()")
    proxy.drop()
    proxy.release()
    expect(page.locator(".mv-files")).to_have_count(2)
    expect(page.locator(".mv-files[aria-busy]")).to_have_count(1)
    sent[0].continue_()
    for name in names:
        expect(page.get_by_text(f"{name}: 5 bytes")).to_be_visible()


def test_files_of_two_sessions_are_not_mixed(fixture, page, tmp_path):
    """The session changes while the first file is on its way."""
    page.goto(fixture.url("/files"))
    sent = []
    page.route("**/millrace.upload*", lambda route: sent.append(route))
    with page.expect_request("**/millrace.upload*"):
        chosen(page, "Several Files", [note(tmp_path, name, 5) for name in ("a.bin", "b.bin")])
    while not sent:
        page.wait_for_timeout(10)
    page.evaluate("document.body.dataset.session = 'another'")
    sent[0].fulfill(body="the name of a file")
    page.wait_for_function("() => document.querySelector('.mv-files').validationMessage")
    said = page.locator(".mv-files").evaluate("field => field.validationMessage")
    assert "a.bin could not be sent" in said, "the server has refused nothing"
    assert len(sent) == 1


def test_files_are_sent_for_the_session_that_the_page_has_now(fixture, page, context, tmp_path):
    page.goto(fixture.url("/files"))
    first = page.evaluate("document.body.dataset.session")
    fixture.kill()
    fixture.start()
    page.wait_for_function("first => document.body.dataset.session !== first", arg=first)
    page.complaints.clear()  # errors of sockets that found no server
    chosen(page, "One File", note(tmp_path, "late.txt", 7))
    expect(page.get_by_text("late.txt: 7 bytes")).to_be_visible()


LOST = "Your last action may not have been carried out."


def test_a_file_that_is_chosen_without_a_server_is_reported(fixture, rough_page, tmp_path):
    page = rough_page
    page.goto(fixture.url("/files"))
    with page.expect_file_chooser() as opened:
        page.get_by_role("button", name="One File").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    fixture.kill()
    opened.value.set_files(note(tmp_path, "lost.txt", 5))
    page.wait_for_function("() => document.querySelector('.mv-files').validationMessage")
    fixture.start()
    expect(page.get_by_role("status")).to_have_text(LOST, timeout=30_000)
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_a_file_that_is_chosen_after_its_dialog_was_removed_is_reported(
        fixture, rough_page, tmp_path):
    page = rough_page
    page.goto(fixture.url("/files"))
    with page.expect_file_chooser():
        page.get_by_role("button", name="One File").click()
    field = page.locator(".mv-files").element_handle()
    fixture.kill()
    fixture.start()
    expect(page.get_by_role("alertdialog")).to_have_count(0, timeout=30_000)
    expect(page.get_by_role("status")).to_be_empty()
    field.evaluate("e => e.dispatchEvent(new Event('change', { bubbles: true }))")
    expect(page.get_by_role("status")).to_have_text(LOST)


def test_a_file_that_is_dropped_beside_its_field_does_not_replace_the_page(fixture, page):
    page.goto(fixture.url("/files"))
    with page.expect_file_chooser():
        page.get_by_role("button", name="One File").click()
    assert page.evaluate("""() => {
      const isPrevented = (target, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        const event =
          new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer });
        return !target.dispatchEvent(event);
      };
      const targets = ["body", "[role=alertdialog]", ".mv-files"];
      return targets.map((name) =>
        isPrevented(document.querySelector(name), new File(["x"], "a.txt")));
    }""") == [True, True, False]
