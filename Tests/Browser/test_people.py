# SPDX-License-Identifier: Apache-2.0
"""The sample with a list of ten thousand people."""

import re

import pytest
from playwright.sync_api import expect

from conftest import watched


@pytest.fixture
def people(gallery, page):
    page.goto(gallery.url("/people"))
    expect(heading(page, "10,000 people, page 1 of 500")).to_be_visible()
    return page


def heading(page, text):
    return page.get_by_role("heading", name=text, exact=True)


def search(page):
    return page.get_by_label("Name or city")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def rows(page):
    return page.get_by_role("button", name=re.compile("^Edit ")).locator(
        "xpath=ancestor::li[1]")


def cost(page):
    return page.get_by_text(re.compile("^The last "))


def matches(page):
    """The number of matches in the heading."""
    title = page.get_by_role("heading", name=re.compile("people, page")).inner_text()
    return int(title.split()[0].replace(",", ""))


def test_the_contents_page_leads_to_the_people(gallery, page):
    page.goto(gallery.url())
    page.get_by_role("link", name="People").click()
    expect(heading(page, "10,000 people, page 1 of 500")).to_be_visible()
    expect(page).to_have_title("People")
    expect(rows(page)).to_have_count(20)


def test_searching(people):
    search(people).press_sequentially("oslo")
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_hidden()
    expect(rows(people).first).to_contain_text("Oslo")
    expect(rows(people).last).to_contain_text("Oslo")
    everyone_in_oslo = matches(people)
    search(people).press_sequentially(" ada")
    expect(rows(people).last).to_contain_text("Ada")
    assert 0 < matches(people) < everyone_in_oslo
    button(people, "Clear").click()
    expect(search(people)).to_have_value("")
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_visible()
    expect(button(people, "Clear")).to_be_disabled()


def test_capitals_and_spaces_make_no_difference(people):
    search(people).fill("zurich")
    expect(rows(people).first).to_contain_text("Zurich")
    shown = rows(people).all_inner_texts()
    search(people).press_sequentially(" ")
    expect(cost(people)).to_have_text(
        "The last action: 1 selector computed, 1 observer called, 0 rows drawn.")
    search(people).fill("  ZURICHX")
    expect(rows(people)).to_have_count(0)
    search(people).fill("  ZURICH")
    expect(rows(people).first).to_contain_text("Zurich")
    expect(search(people)).to_have_value("  ZURICH")
    assert rows(people).all_inner_texts() == shown


@pytest.mark.parametrize("text", [
    "<script>document.title='owned'</script>", "'; DROP TABLE people; --", "\\ \" % \x7f",
    "🦄🦄", "٣٤٥", "z" * 9_000, "y" * 60_000,
], ids=["markup", "quotes", "signs", "emoji", "digits", "long", "very long"])
def test_nonsense_finds_nobody(people, text):
    search(people).fill(text)
    expect(heading(people, "0 of 10,000 people, page 1 of 1")).to_be_visible()
    expect(people.get_by_text("No person matches all of these words.")).to_be_visible()
    expect(people).to_have_title("People")
    search(people).fill("ada")
    expect(rows(people).first).to_contain_text("Ada")
    expect(people.get_by_role("status")).to_have_text("")


def test_sorting(people):
    people.get_by_label("Sort by").select_option("City")
    expect(rows(people).first).to_contain_text("Accra")
    expect(rows(people).last).to_contain_text("Accra")
    people.get_by_label("Sort by").select_option("Name")
    expect(rows(people).first).to_contain_text("Ada A")


def test_turning_pages(people):
    expect(button(people, "Previous")).to_be_disabled()
    first = rows(people).first.inner_text()
    button(people, "Next").click()
    expect(heading(people, "10,000 people, page 2 of 500")).to_be_visible()
    expect(rows(people).first).not_to_have_text(first)
    button(people, "Previous").click()
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_visible()
    assert rows(people).first.inner_text() == first
    search(people).fill("ada zurich")
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_hidden()
    expect(button(people, "Next")).to_be_disabled()


def test_editing(people):
    rows(people).nth(4).get_by_role("button").click()
    dialog = people.get_by_role("dialog")
    expect(dialog.get_by_label("Name")).to_be_focused()
    dialog.get_by_label("Name").fill("")
    expect(dialog.get_by_text("is empty")).to_be_hidden()
    button(dialog, "Save").click()
    expect(dialog.get_by_text("The name is empty. Type at least one letter.")).to_be_visible()
    dialog.get_by_label("City").fill("x" * 61)
    expect(dialog.get_by_text("The city has 61 characters")).to_be_visible()
    dialog.get_by_label("Name").fill("  Aaron   Aardvark ")
    expect(dialog.get_by_text("is empty")).to_be_hidden()
    dialog.get_by_label("City").fill("<b>Oz</b>")
    button(dialog, "Save").click()
    expect(dialog).to_be_hidden()
    expect(rows(people).first).to_contain_text("Aaron Aardvark")
    expect(rows(people).first).to_contain_text("<b>Oz</b>")
    expect(people.get_by_text("was saved as Aaron Aardvark, <b>Oz</b>.")).to_be_visible()


def test_leaving_the_editor_without_saving(people):
    before = rows(people).first.inner_text()
    for leave in ("Cancel", "Escape"):
        rows(people).first.get_by_role("button").click()
        dialog = people.get_by_role("dialog")
        dialog.get_by_label("Name").fill("Somebody else")
        if leave == "Cancel":
            button(dialog, "Cancel").click()
        else:
            people.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert rows(people).first.inner_text() == before


def test_a_random_change(people):
    expect(people.get_by_text("No person has changed yet.")).to_be_visible()
    button(people, "Change a random person").click()
    # The random changes depend only on the state, and every page begins with the same one.
    expect(people.get_by_text("Ruth Aguilar moved to Lagos.")).to_be_visible()
    expect(cost(people)).to_have_text(
        "The last action: 1 selector computed, 1 observer called, 0 rows drawn.")
    button(people, "Change a random person").click()
    expect(people.get_by_text("Enzo Dahl is called Flora Kimura now.")).to_be_visible()
    expect(cost(people)).to_have_text(
        "The last action: 3 selectors computed, 1 observer called, 0 rows drawn.")


def test_a_change_of_somebody_shown_draws_one_row(people):
    row = rows(people).first
    name = row.locator("span").first.inner_text()
    row.get_by_role("button").click()
    dialog = people.get_by_role("dialog")
    dialog.get_by_label("City").fill("Atlantis")
    dialog.get_by_label("City").press("Enter")
    expect(dialog).to_be_hidden()
    expect(row).to_contain_text(name)
    expect(row).to_contain_text("Atlantis")
    expect(cost(people)).to_have_text(re.compile(" 1 row drawn"))


def test_a_thousand_changes_are_heard_of_once(people):
    button(people, "Run 1,000 random changes").click()
    expect(people.get_by_text("Tom Almeida moved to Melbourne.")).to_be_visible()
    expect(cost(people)).to_have_text(
        "The last 1,000 actions: 3 selectors computed, 4 observers called, 2 rows drawn.")
    for _ in range(3):
        button(people, "Run 1,000 random changes").click()
    button(people, "Change a random person").click()
    expect(cost(people)).to_contain_text("The last action: ")  # it came after all the others
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_visible()
    expect(rows(people)).to_have_count(20)


def test_two_tabs_do_not_disturb_one_another(gallery, people, context):
    other = watched(context.new_page())
    other.goto(gallery.url("/people"))
    before = rows(other).all_inner_texts()
    assert before == rows(people).all_inner_texts()
    search(people).fill("oslo")
    expect(rows(people).last).to_contain_text("Oslo")
    button(people, "Run 1,000 random changes").click()
    expect(cost(people)).to_contain_text("1,000 actions")
    search(other).fill("")
    button(other, "Next").click()
    expect(heading(other, "10,000 people, page 2 of 500")).to_be_visible()
    button(other, "Previous").click()
    expect(heading(other, "10,000 people, page 1 of 500")).to_be_visible()
    assert rows(other).all_inner_texts() == before
    expect(search(people)).to_have_value("oslo")
    assert other.complaints == []


def test_the_keyboard_does_it_all(people):
    press = people.keyboard.press
    for name in ("Gallery", "Change a random person", "Run 1,000 random changes"):
        press("Tab")
        expect(people.locator(":focus")).to_have_text(name)
    press("Tab")
    expect(search(people)).to_be_focused()
    people.keyboard.type("ada zurich")
    expect(rows(people).last).to_contain_text("Zurich")
    expect(button(people, "Clear")).to_be_enabled()
    expect(search(people)).to_be_focused()
    press("Tab")
    press("Enter")
    expect(heading(people, "10,000 people, page 1 of 500")).to_be_visible()
    people.get_by_label("Sort by").focus()
    press("Tab")
    expect(button(people, "Next")).to_be_focused()
    press("Enter")
    expect(heading(people, "10,000 people, page 2 of 500")).to_be_visible()
    expect(button(people, "Next")).to_be_focused()
    press("Tab")
    edit = rows(people).first.get_by_role("button")
    expect(edit).to_be_focused()
    press("Enter")
    dialog = people.get_by_role("dialog")
    expect(dialog.get_by_label("Name")).to_be_focused()
    press("End")
    people.keyboard.type(" Junior")
    press("Enter")
    expect(dialog).to_be_hidden()
    expect(rows(people).filter(has_text="Junior")).to_have_count(1)
    expect(edit).to_be_focused()


@pytest.mark.parametrize("width", [320, 390, 1600])
def test_nothing_sticks_out_of_the_window(people, width):
    people.set_viewport_size({"width": width, "height": 800})
    search(people).fill("q" * 300)
    expect(heading(people, "0 of 10,000 people, page 1 of 1")).to_be_visible()
    button(people, "Clear").click()
    rows(people).first.get_by_role("button").click()
    people.get_by_role("dialog").get_by_label("Name").fill("W" * 60)
    people.get_by_role("dialog").get_by_label("City").press("Enter")
    expect(people.get_by_role("dialog")).to_be_hidden()
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert people.evaluate(overhang) <= 0
