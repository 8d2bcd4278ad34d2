# SPDX-License-Identifier: Apache-2.0
"""Two programs that a third one monitors. They are killed, and so is the monitor."""

import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import watched
from tunnel import Tunnel
from serving import GALLERY, ROOT, Server
from test_monitor import TOKEN, button, pane, rows, send, show, slide

LINKED = os.environ.get("MILLRACE_LINKED", str(ROOT / ".build/debug/LinkFixture"))


class Linked:
    """A program that adds the numbers of its input, with a link to the monitor."""

    def __init__(self, server, name, max_age=100_000, port=None):
        url = f"ws://127.0.0.1:{port}/monitor/link" if port else server.url("/monitor/link")
        self.process = subprocess.Popen(
            [LINKED, url, TOKEN, name, str(max_age)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def add(self, *numbers):
        """Adds numbers; returns the total after the last one."""
        for number in numbers:
            print(number, file=self.process.stdin, flush=True)
        return int([self.process.stdout.readline() for _ in numbers][-1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def server():
    server = Server(GALLERY, GALLERY_MONITOR_TOKEN=TOKEN, TZ="UTC", LC_ALL="C").start()
    yield server
    server.kill()


@pytest.fixture
def programs(server):
    programs = {name: Linked(server, name) for name in ("phone", "tablet")}
    yield programs
    for program in programs.values():
        if program.process.poll() is None:
            program.kill()


@pytest.fixture
def monitor(server, context):
    page = watched(context.new_page())
    page.goto(server.url(f"/monitor?token={TOKEN}"))
    return page


def summary(page, store, text):
    row = page.get_by_label("Stores", exact=True).locator("li", has_text=store)
    expect(row).to_contain_text(text, timeout=60_000)  # a link may wait to be opened again


def test_two_programs_are_monitored_from_a_third(programs, monitor):
    phone, tablet = programs["phone"], programs["tablet"]
    assert phone.add(*range(1, 31)) == 465
    assert tablet.add(7) == 7
    summary(monitor, "Count (phone)", "30 actions, linked")
    summary(monitor, "Count (tablet)", "1 action, linked")
    show(monitor, "Count (phone)")
    expect(rows(monitor).first).to_contain_text("30")
    # Changes, state, slider.
    pane(monitor, "Changes")
    expect(monitor.get_by_text('parts["by 30"]', exact=True)).to_be_visible()
    pane(monitor, "State")
    expect(monitor.get_by_text("total: 465")).to_be_visible()
    expect(monitor.get_by_text("Zq-4111")).to_have_count(0)
    slide(monitor, 2)
    expect(monitor.get_by_text("total: 3", exact=True)).to_be_visible()
    button(monitor, "Present").click()
    # The filter by a changed part of the state.
    monitor.get_by_label("Changed part of the state").fill('parts["by 4"]')
    expect(monitor.get_by_text("1 of 30 actions")).to_be_visible()
    monitor.get_by_label("Changed part of the state").fill("")
    # A typed action runs in the program.
    send(monitor, '{"add":{"_0":1000}}')
    summary(monitor, "Count (phone)", "31 actions")
    assert phone.add(1) == 1466
    assert tablet.add(1) == 8  # the other program did not get the action
    # Files and tests come from the program.
    with monitor.expect_download() as download:
        monitor.get_by_role("link", name="Trace", exact=True).click()
    text = download.value.path().read_text()
    assert text.count('"number"') == 32 and "Zq-4111" not in text
    monitor.get_by_label("Part and value").fill("total=1466")
    button(monitor, "Write a Swift Test").click()
    expect(monitor.get_by_label("Test", exact=True)).to_contain_text("@Test")
    assert monitor.complaints == []


def test_a_program_is_monitored_through_a_tunnel_of_tls(server, monitor, tmp_path):
    tunnel = Tunnel(server.port, tmp_path)
    program = Linked(server, "server", port=tunnel.port)
    try:
        program.add(*range(1, 31))
        summary(monitor, "Count (server)", "30 actions, linked")
        show(monitor, "Count (server)")
        send(monitor, '{"add":{"_0":1000}}')
        summary(monitor, "Count (server)", "31 actions")
        assert program.add(1) == 1466
        assert tunnel.inner.bytes > 1_000  # the data went through the tunnel
    finally:
        program.kill()
        tunnel.close()


def test_a_hundred_thousand_actions_are_listed_and_filtered(programs, monitor):
    phone = programs["phone"]
    for start in range(0, 100_000, 1_000):
        # Few parts: the state stays small.
        phone.add(*[number % 50 for number in range(start, start + 1_000)])
    summary(monitor, "Count (phone)", "100,000 actions, linked")
    show(monitor, "Count (phone)")
    expect(monitor.get_by_text("100,000 actions", exact=True).first).to_be_visible()
    assert rows(monitor).count() < 200
    monitor.get_by_label("Actions", exact=True).evaluate("list => list.scrollTop = list.scrollHeight")
    expect(rows(monitor).last).to_contain_text(re.compile(r"^1\s*add"))
    assert rows(monitor).count() < 400
    slide(monitor, 50_000)
    expect(monitor.get_by_text("50,000 / 100,000")).to_be_visible()
    button(monitor, "Present").click()
    # The program answers the filter in small parts, and handles actions meanwhile. The timeline is
    # full, so one more action drops the first one.
    monitor.get_by_label("Changed part of the state").fill('parts["by 7"]')
    assert phone.add(7) == 49 * 25 * 2_000 + 7
    found = monitor.get_by_text(re.compile(r"^[1-9][\d,]* of 100,000 actions"))
    expect(found).to_be_visible(timeout=60_000)
    assert rows(monitor).count() < 200
    assert monitor.complaints == []


def test_commands_of_a_program_elsewhere_show_what_they_have_done(programs, monitor):
    phone = programs["phone"]
    phone.add(1, 2, 4)
    summary(monitor, "Count (phone)", "3 actions")
    show(monitor, "Count (phone)")
    for name, words in (
        ("Lock", "New actions are not recorded."), ("Pause", "The timeline is paused.")):
        # `check` fails if the checkbox is reset before the program answers.
        monitor.get_by_label(name, exact=True).check()
        expect(monitor.get_by_text(words)).to_be_visible()
        monitor.get_by_label(name, exact=True).uncheck()
        expect(monitor.get_by_text(words)).to_have_count(0)
    phone.add(8)
    phone.add(16)
    # After the pause the timeline begins again.
    summary(monitor, "Count (phone)", "2 actions")
    rows(monitor).nth(1).click()
    pane(monitor, "Changes")
    expect(monitor.get_by_text("#4 add", exact=True)).to_be_visible()
    for name, other in (("Skip", "Include"), ("Include", "Skip")):
        button(monitor, name).click()
        # The action stays selected, and the list does not change.
        expect(button(monitor, other)).to_be_visible()
        expect(monitor.get_by_text("#4 add", exact=True)).to_be_visible()
    expect(rows(monitor)).to_have_count(2)
    expect(monitor.get_by_text("left out")).to_have_count(0)
    assert monitor.complaints == []


def test_a_time_machine_goes_on_in_the_program(programs, monitor):
    phone = programs["phone"]
    phone.add(1, 2, 4)
    summary(monitor, "Count (phone)", "3 actions")
    show(monitor, "Count (phone)")
    slide(monitor, 1)
    button(monitor, "Go on from here").click()
    summary(monitor, "Count (phone)", "0 actions")
    assert phone.add(8) == 9


def test_a_program_that_was_killed_stays_listed_beside_its_next_run(server, programs, monitor):
    phone = programs["phone"]
    phone.add(1, 2, 3)
    summary(monitor, "Count (phone)", "3 actions, linked")
    phone.kill()
    summary(monitor, "Count (phone)", "3 actions, away")
    programs["phone"] = Linked(server, "phone")
    programs["phone"].add(5)
    summary(monitor, "Count (phone) 2", "1 action, linked")
    show(monitor, "Count (phone)")
    expect(rows(monitor).first).to_contain_text("3")


def test_a_monitor_that_was_killed_lists_all_again(server, context):
    programs = [Linked(server, "phone"), Linked(server, "small", max_age=10)]
    try:
        for program in programs:
            program.add(*range(1, 6))
        server.kill()
        for program in programs:
            program.add(*range(1, 21))
        server.start()
        page = context.new_page()
        page.goto(server.url(f"/monitor?token={TOKEN}"))
        summary(page, "Count (phone)", "25 actions, linked")
        summary(page, "Count (small)", "10 actions, linked")
        show(page, "Count (small)")
        expect(page.get_by_text("10 actions, 15 left out")).to_be_visible()
    finally:
        for program in programs:
            program.kill()
