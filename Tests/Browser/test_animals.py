# SPDX-License-Identifier: Apache-2.0
"""Animals in two windows, with a server that is switched off or killed, and a killed gallery."""

import contextlib
import os
import random
import re
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from animal_servers import Between, Client
from conftest import own_complaints, watched
from serving import GALLERY, Server, reload
from test_accessibility import violations
from test_board import kept

ON_SERVER = "All changes are on the server."
# Each seed gives another random script of two people. MILLRACE_SEEDS=500 runs 500 of them.
SEEDS = range(int(os.environ.get("MILLRACE_SEEDS", "2")))


@pytest.fixture
def zoo(tmp_path):
    server = Server(GALLERY, ANIMALS_FOLDER=str(tmp_path), GALLERY_SESSION_KEY="k" * 40).start()
    yield server
    server.kill()


def opened(page, zoo, path="/animals/Mammal"):
    page.goto(zoo.url(path))
    expect(page.get_by_text(ON_SERVER)).to_be_visible()
    return page


@pytest.fixture
def animals(zoo, rough_page):
    return opened(rough_page, zoo)


def rows(page):
    """The rows of the animals of the category."""
    return page.locator("div.mv-split > div").nth(0).locator("li.mv-selectable")


def row(page, name):
    return rows(page).filter(has_text=name)


def choose(page, name):
    row(page, name).click()
    expect(page.get_by_role("button", name="Edit…")).to_be_visible()


def editor(page):
    return page.get_by_role("dialog")


def add(page, name, diet="Herbivore", closes=True):
    page.get_by_role("button", name="Add Animal…").click()
    editor(page).get_by_label("Name").fill(name)
    editor(page).get_by_label("Diet").select_option(diet)
    editor(page).get_by_role("button", name="Save").click()
    if closes:
        expect(editor(page)).to_have_count(0)


def confirm(page, question, answer):
    dialog = page.get_by_role("alertdialog", name=question)
    dialog.get_by_role("button", name=answer, exact=True).click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def switch(page, on):
    page.get_by_label("Server", exact=True).set_checked(on)


def server_of(zoo):
    """The process of the animals' server, a child of the gallery."""
    tasks = Path(f"/proc/{zoo.process.pid}/task")
    for task in tasks.iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a process ends meanwhile
            for child in (task / "children").read_text().split():
                if "animals-server" in Path(f"/proc/{child}/cmdline").read_text():
                    return int(child)
    return None


def until_ended(process):
    try:
        while Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
            time.sleep(0.05)
    except (FileNotFoundError, ProcessLookupError):
        pass


def new_server(zoo, old):
    """Waits for the server that replaces an ended one."""
    while (found := server_of(zoo)) in (None, old):
        time.sleep(0.05)
    return found


def test_a_category_and_an_animal_are_chosen_and_stay_chosen_after_a_reload(animals, zoo):
    expect(rows(animals)).to_have_count(4)
    choose(animals, "Dog")
    expect(animals.get_by_text("Carnivore in the category Mammal")).to_be_visible()
    assert animals.url == zoo.url("/animals/Mammal/Dog")
    animals.reload()
    expect(animals.get_by_text("Carnivore in the category Mammal")).to_be_visible()
    animals.locator("nav li", has_text="Bird").click()
    expect(row(animals, "House sparrow")).to_be_visible()
    expect(animals.get_by_text("Choose an animal.")).to_be_visible()
    animals.go_back()
    expect(animals.get_by_text("Carnivore in the category Mammal")).to_be_visible()


def test_two_tabs_are_in_step_and_choose_each_for_itself(animals, zoo):
    other = opened(animals.context.new_page(), zoo, "/animals/Bird")
    choose(animals, "Dog")
    expect(row(other, "House sparrow")).to_be_visible()
    expect(other.get_by_text("Choose an animal.")).to_be_visible()
    other.locator("nav li", has_text="Mammal").click()
    add(animals, "Ox")
    expect(row(other, "Ox")).to_be_visible()
    choose(other, "Ox")
    animals.get_by_role("button", name="Undo Add Ox").click()
    expect(row(other, "Ox")).to_have_count(0)
    expect(other.get_by_text("This animal has been deleted.")).to_be_visible()
    expect(other.get_by_text(ON_SERVER)).to_be_visible()
    # Each tab has its own open form, but all tabs of a person share the typed text.
    animals.get_by_role("button", name="Add Animal…").click()
    editor(animals).get_by_label("Name").fill("Yak")
    expect(editor(other)).to_have_count(0)
    other.get_by_role("button", name="Add Animal…").click()
    expect(editor(other).get_by_label("Name")).to_have_value("Yak")
    # So what one tab discards is discarded for all of them.
    editor(other).get_by_role("button", name="Cancel").click()
    expect(editor(other)).to_have_count(0)
    expect(editor(animals).get_by_label("Name")).to_have_value("")


def delete(page, name):
    choose(page, name)
    page.get_by_role("button", name="Delete…").click()
    confirm(page, f"Delete {name}?", "Delete")
    expect(row(page, name)).to_have_count(0)


def undo(page, title):
    """The button that undoes a person's last step, which is part of its name."""
    return page.get_by_role("button", name=f"Undo {title}".strip(), exact=True)


@pytest.fixture
def bob(zoo, animals, browser):
    """A page of another person, on another computer, with the same animals."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    page = watched(context.new_page())
    yield opened(page, zoo)
    assert own_complaints(page) == []
    context.close()


def test_each_person_takes_back_own_changes_in_all_tabs_and_leaves_those_of_others(animals, bob, zoo):
    tab = opened(animals.context.new_page(), zoo)
    delete(animals, "Dog")
    delete(bob, "Cat")
    for page in (animals, tab):
        expect(row(page, "Cat")).to_have_count(0)
        expect(undo(page, "Delete Dog")).to_be_enabled()
    expect(undo(bob, "Delete Cat")).to_be_enabled()
    # Two tabs of one person share the steps; Bob's change, which came later, stays.
    tab.keyboard.press("Control+z")
    for page in (animals, tab):
        expect(undo(page, "")).to_be_disabled()
        expect(page.get_by_role("button", name="Redo Delete Dog")).to_be_enabled()
    for page in (animals, tab, bob):
        expect(row(page, "Dog")).to_be_visible()
        expect(row(page, "Cat")).to_have_count(0)
    # The keys do nothing for a person without a step.
    animals.keyboard.press("Control+z")
    expect(undo(bob, "Delete Cat")).to_be_enabled()
    bob.keyboard.press("Control+z")
    for page in (animals, tab, bob):
        expect(row(page, "Cat")).to_be_visible()
    expect(undo(bob, "")).to_be_disabled()
    animals.keyboard.press("Control+Shift+z")
    for page in (animals, tab, bob):
        expect(row(page, "Dog")).to_have_count(0)
        expect(row(page, "Cat")).to_be_visible()
        expect(page.get_by_text(ON_SERVER)).to_be_visible()


def test_two_people_change_one_animal_and_one_takes_it_back(animals, bob):
    for page, label, value in ((animals, "Name", "Hound"), (bob, "Diet", "Omnivore")):
        rows(page).filter(has_text=re.compile("Dog|Hound")).click()
        page.get_by_role("button", name="Edit…").click()
        field = editor(page).get_by_label(label)
        field.fill(value) if label == "Name" else field.select_option(value)
        editor(page).get_by_role("button", name="Save").click()
        expect(editor(page)).to_have_count(0)
        for shown in (animals, bob):
            expect(row(shown, "Hound")).to_be_visible()
    animals.keyboard.press("Control+z")
    for page in (animals, bob):
        expect(row(page, "Dog")).to_be_visible()
        expect(page.get_by_text("Omnivore in the category Mammal")).to_be_visible()
        expect(page.get_by_text(ON_SERVER)).to_be_visible()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_two_people_do_at_random_ends_in_the_same_rows_for_both(animals, bob, seed):
    chance = random.Random(seed)
    for _ in range(15):
        page = chance.choice((animals, bob))
        match chance.choice(("name", "diet", "undo", "undo", "redo")):
            case "undo":
                page.keyboard.press("Control+z")
            case "redo":
                page.keyboard.press("Control+Shift+z")
            case what:
                rows(page).nth(chance.randrange(2)).click()
                page.get_by_role("button", name="Edit…").click()
                if what == "name":
                    editor(page).get_by_label("Name").fill(f"Animal {chance.randrange(1_000)}")
                else:
                    diet = chance.choice(("Carnivore", "Herbivore", "Omnivore"))
                    editor(page).get_by_label("Diet").select_option(diet)
                save = editor(page).get_by_role("button", name="Save")
                (save if save.is_enabled() else editor(page).get_by_role("button", name="Cancel")).click()
                expect(editor(page)).to_have_count(0)
    for page in (animals, bob):
        # The answers to these events come after the answers to all earlier ones.
        page.get_by_role("button", name="Add Animal…").click()
        editor(page).get_by_role("button", name="Cancel").click()
        expect(editor(page)).to_have_count(0)
        expect(page.get_by_text(ON_SERVER)).to_be_visible()
    names = rows(bob).all_inner_texts()
    assert len(names) == 4
    for page in (animals, bob):
        expect(rows(page)).to_have_text(names)
        page.reload()
        expect(page.get_by_text(ON_SERVER)).to_be_visible()
        expect(rows(page)).to_have_text(names)


def test_each_person_has_the_same_steps_after_a_kill(animals, bob, zoo):
    delete(animals, "Dog")
    delete(bob, "Cat")
    for page in (animals, bob):
        expect(page.get_by_text(ON_SERVER)).to_be_visible()
    zoo.kill()
    zoo.start()
    own, others = (opened(page.context.new_page(), zoo) for page in (animals, bob))
    expect(undo(others, "Delete Cat")).to_be_enabled()
    undo(own, "Delete Dog").click()
    for page in (own, others, animals, bob):
        expect(row(page, "Dog")).to_be_visible()
        expect(row(page, "Cat")).to_have_count(0)


def test_the_form_says_what_is_missing_and_saves_only_what_is_whole(animals):
    animals.get_by_role("button", name="Add Animal…").click()
    form = editor(animals)
    save = form.get_by_role("button", name="Save")
    expect(form.get_by_text("The name is empty. Type at least one letter.")).to_be_visible()
    expect(save).to_be_disabled()
    form.get_by_label("Name").fill("x" * 81)
    expect(form.get_by_text("The name has 81 characters; the maximum is 80.")).to_be_visible()
    form.get_by_label("Name").fill("Ox")
    expect(form.get_by_text("Choose what it eats.")).to_be_visible()
    form.get_by_label("Diet").select_option("Herbivore")
    form.get_by_label("Category").select_option("Choose…")
    expect(form.get_by_text("Choose a category.")).to_be_visible()
    expect(save).to_be_disabled()
    form.get_by_label("Category").select_option("Mammal")
    expect(save).to_be_enabled()
    form.get_by_role("button", name="Cancel").click()
    expect(editor(animals)).to_have_count(0)
    expect(rows(animals)).to_have_count(4)


def test_an_animal_is_changed_deleted_and_taken_back(animals):
    choose(animals, "Dog")
    animals.get_by_role("button", name="Edit…").click()
    expect(editor(animals).get_by_label("Name")).to_have_value("Dog")
    editor(animals).get_by_label("Name").fill("Hound")
    editor(animals).get_by_role("button", name="Save").click()
    expect(row(animals, "Hound")).to_be_visible()
    animals.get_by_role("button", name="Delete…").click()
    confirm(animals, "Delete Hound?", "Cancel")
    expect(row(animals, "Hound")).to_be_visible()
    animals.get_by_role("button", name="Delete…").click()
    confirm(animals, "Delete Hound?", "Delete")
    expect(row(animals, "Hound")).to_have_count(0)
    for name in ("Hound", "Dog"):
        animals.keyboard.press("Control+z")
        expect(row(animals, name)).to_be_visible()
    expect(animals.get_by_role("button", name="Undo")).to_be_disabled()
    animals.keyboard.press("Control+Shift+z")
    expect(row(animals, "Hound")).to_be_visible()
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    question = "Replace all animals with the sample data?"
    animals.get_by_role("button", name="Reload Sample Data…").click()
    expect(animals.get_by_role("alertdialog", name=question)).to_contain_text("This cannot be undone.")
    confirm(animals, question, "Cancel")
    expect(row(animals, "Hound")).to_be_visible()
    animals.get_by_role("button", name="Reload Sample Data…").click()
    confirm(animals, question, "Reload")
    expect(row(animals, "Dog")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 740, 1600])
def test_nothing_sticks_out_of_the_window(animals, width):
    animals.set_viewport_size({"width": width, "height": 800})
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert animals.evaluate(overhang) <= 0
    add(animals, "W" * 80)
    choose(animals, "W" * 80)
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    assert animals.evaluate(overhang) <= 0
    switch(animals, on=False)
    expect(animals.get_by_role("button", name="Try Now")).to_be_visible()
    assert animals.evaluate(overhang) <= 0


def test_all_is_done_with_the_keyboard(animals):
    animals.get_by_role("button", name="Add Animal…").focus()
    animals.keyboard.press("Enter")
    expect(editor(animals)).to_be_visible()
    editor(animals).get_by_label("Name").focus()
    animals.keyboard.type("Ox")
    animals.keyboard.press("Tab")
    animals.keyboard.press("Tab")
    animals.keyboard.press("H")
    expect(editor(animals).get_by_role("button", name="Save")).to_be_enabled()
    editor(animals).get_by_label("Name").press("Enter")
    expect(editor(animals)).to_have_count(0)
    expect(row(animals, "Ox")).to_be_visible()
    assert violations(animals) == []


def test_changes_wait_while_the_server_is_away(animals, zoo):
    switch(animals, False)
    expect(animals.get_by_role("button", name="Try Now")).to_be_visible()
    add(animals, "Ox")
    expect(row(animals, "Ox")).to_contain_text("Waiting")
    expect(animals.get_by_text("1 change waits.")).to_be_visible()
    choose(animals, "Dog")
    animals.get_by_role("button", name="Delete…").click()
    confirm(animals, "Delete Dog?", "Delete")
    expect(animals.get_by_text("2 changes wait.")).to_be_visible()
    animals.get_by_role("button", name="Undo Delete Dog").click()
    expect(row(animals, "Dog")).to_contain_text("Waiting")
    expect(animals.get_by_text("3 changes wait.")).to_be_visible()
    animals.reload()
    expect(animals.get_by_text("3 changes wait.")).to_be_visible()
    switch(animals, True)
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    expect(rows(animals)).to_have_count(5)
    expect(row(animals, "Waiting")).to_have_count(0)


def test_a_gallery_that_is_killed_loses_nothing_that_was_saved(animals, zoo):
    switch(animals, False)
    expect(animals.get_by_role("button", name="Try Now")).to_be_visible()
    old = server_of(zoo)
    for name in ("Ox", "Yak"):
        add(animals, name)
    zoo.kill()
    zoo.start()
    # The page connects again and shows the waiting changes. Then the server runs.
    expect(row(animals, "Yak")).to_be_visible()
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    assert server_of(zoo) not in (None, old)
    expect(rows(animals)).to_have_count(6)
    animals.get_by_role("button", name="Undo Add Yak").click()
    expect(row(animals, "Yak")).to_have_count(0)
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()


def until_kept(zoo, *texts):
    """Waits until the stored drafts of persons contain these texts."""
    while not all(text in kept(zoo.environment["ANIMALS_FOLDER"], "drafts") for text in texts):
        time.sleep(0.05)


@pytest.mark.parametrize("opens", ["Add Animal…", "Edit…"], ids=["new", "changed"])
def test_a_form_that_is_half_filled_in_survives_a_kill(animals, zoo, opens):
    choose(animals, "Dog")
    animals.get_by_role("button", name=opens).click()
    editor(animals).get_by_label("Name").fill("Half a na")
    editor(animals).get_by_label("Diet").select_option("Omnivore")
    until_kept(zoo, "Half a na", "Omnivore")
    zoo.kill()
    zoo.start()
    reload(animals)
    expect(editor(animals).get_by_label("Name")).to_have_value("Half a na")
    expect(editor(animals).get_by_label("Diet")).to_have_value(
        editor(animals).locator("option", has_text="Omnivore").get_attribute("value"))
    editor(animals).get_by_label("Name").fill("Half a name")
    editor(animals).get_by_role("button", name="Save").click()
    expect(editor(animals)).to_have_count(0)
    expect(row(animals, "Half a name")).to_be_visible()
    # What was saved is no draft any more.
    animals.get_by_role("button", name="Add Animal…").click()
    expect(editor(animals).get_by_label("Name")).to_have_value("")


def test_a_server_that_is_stopped_and_killed_with_a_change_in_flight_makes_it_once(animals, zoo):
    old = server_of(zoo)
    os.kill(old, signal.SIGSTOP)
    add(animals, "Ox")
    expect(animals.get_by_text("1 change waits.")).to_be_visible()
    os.kill(old, signal.SIGKILL)
    new_server(zoo, old)
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    expect(row(animals, "Ox")).to_have_count(1)


def test_a_gallery_that_is_killed_with_a_change_in_flight_has_it_made_once(animals, zoo):
    old = server_of(zoo)
    os.kill(old, signal.SIGSTOP)
    add(animals, "Ox")
    expect(animals.get_by_text("1 change waits.")).to_be_visible()
    zoo.kill()
    # The old server now makes the change in flight, and the new gallery sends it again.
    os.kill(old, signal.SIGCONT)
    zoo.start()
    expect(row(animals, "Ox")).to_be_visible()
    expect(animals.get_by_text(ON_SERVER)).to_be_visible()
    expect(row(animals, "Ox")).to_have_count(1)
    expect(animals.get_by_text("Not done")).to_have_count(0)


def test_the_server_ends_with_the_gallery_however_that_ends(animals, zoo):
    old = server_of(zoo)
    zoo.kill()
    until_ended(old)
    zoo.start()
    old = new_server(zoo, old)
    assert zoo.end() == 0
    until_ended(old)
    zoo.start()


def test_what_another_client_changes_is_shown_and_what_it_prevents_is_told(animals, zoo):
    choose(animals, "Dog")
    switch(animals, False)
    expect(animals.get_by_role("button", name="Try Now")).to_be_visible()
    animals.get_by_role("button", name="Edit…").click()
    editor(animals).get_by_label("Name").fill("Hound")
    editor(animals).get_by_role("button", name="Save").click()
    expect(editor(animals)).to_have_count(0)
    # While the gallery's server is off, another server uses its file.
    with Client(Path(zoo.environment["ANIMALS_FOLDER"]) / "server.sqlite") as client:
        answer = client.send({"mutation": [
            {"deleteAnimal": {"animalId": "Dog"}},
            {"addAnimal": {"name": "Eland", "diet": "Herbivore", "categoryId": "Mammal"}}]})
        assert "refused" not in str(answer)
    switch(animals, True)
    told = animals.get_by_text("Not done: Change Dog. The animal has been deleted.")
    expect(told).to_be_visible()
    expect(row(animals, "Hound")).to_have_count(0)
    expect(row(animals, "Eland")).to_be_visible()
    animals.get_by_role("button", name="Dismiss").click()
    expect(told).to_have_count(0)


def asked(file, sql):
    """The rows of a query in a server's file."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


def test_a_server_that_is_killed_between_a_change_and_its_answer_makes_it_once(tmp_path, rough_page):
    file = tmp_path / "elsewhere.sqlite"
    between = Between(file)
    zoo = Server(GALLERY, ANIMALS_FOLDER=str(tmp_path / "gallery"), ANIMALS_SERVER=between.address).start()
    try:
        page = opened(rough_page, zoo)
        # The gallery runs no server, so it has no switch for one.
        expect(page.get_by_label("Server", exact=True)).to_have_count(0)
        assert server_of(zoo) is None
        between.kills = True
        add(page, "Ox")
        assert between.killed.wait(timeout=20)
        # The change is in the file, but the gallery has no answer.
        assert asked(file, "SELECT count(*) FROM animal WHERE name = 'Ox'") == [(1,)]
        assert asked(file, "SELECT number FROM revision") == [(2,)]
        expect(page.get_by_text("1 change waits.")).to_be_visible()
        expect(page.get_by_role("button", name="Try Now")).to_be_visible()
        between.restart()
        expect(page.get_by_text(ON_SERVER)).to_be_visible()
        assert between.keys[0] == between.keys[1] and len(between.keys) == 2
        assert asked(file, "SELECT count(*) FROM animal WHERE name = 'Ox'") == [(1,)]
        assert asked(file, "SELECT number FROM revision") == [(2,)]
        expect(row(page, "Ox")).to_have_count(1)
        expect(page.get_by_text("Not done")).to_have_count(0)
    finally:
        zoo.kill()
        between.close()


def test_a_file_of_an_earlier_server_gets_identifiers_of_its_revisions(tmp_path):
    file = tmp_path / "server.sqlite"
    everything = {"query": [{"animals": {}}]}
    with Client(file) as client:
        first = client.send({"mutation": [{"deleteAnimal": {"animalId": "Dog"}}]} | everything)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE revision DROP COLUMN id")
        database.execute("DELETE FROM grdb_migrations WHERE identifier = '2'")
    with Client(file) as client:
        again = client.send(everything)
        assert again["query"] == first["query"] and again["revision"] == first["revision"] == 2
        assert again["revisionId"] not in ("", first["revisionId"])
        known = {"after": 2, "afterId": again["revisionId"]}
        assert client.send(everything | known)["query"] == []
        assert client.send(everything | {"after": 2})["query"] == []
        assert client.send(everything | known | {"afterId": first["revisionId"]})["query"] == first["query"]
