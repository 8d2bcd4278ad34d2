# SPDX-License-Identifier: Apache-2.0
"""Typing: the caret and the text survive every message of the server."""

from playwright.sync_api import expect

from conftest import watched

CARET = "e => [e.selectionStart, e.selectionEnd]"


def test_typed_text_reaches_the_server(fixture, page):
    page.goto(fixture.url("/fields"))
    page.get_by_label("Plain").press_sequentially("hello")
    expect(page.get_by_text("Plain is 'hello'")).to_be_visible()


def test_half_a_character_does_not_end_the_page(fixture, page):
    page.goto(fixture.url("/fields"))
    page.get_by_label("Plain").evaluate(r"""e => {
      e.value = "a\ud83d";
      e.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }""")
    expect(page.get_by_text("Plain is 'a\ufffd'")).to_be_visible()
    page.get_by_label("Wanted").check()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("")


def test_the_key_that_ends_a_composition_submits_nothing(fixture, page):
    """Safari ends the composition before the key event, which has the code 229 then."""
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.fill("日")
    field.evaluate("""e => {
      e.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      e.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
      e.dispatchEvent(new KeyboardEvent("keydown",
        { bubbles: true, cancelable: true, key: "Enter", code: "Enter", keyCode: 229 }));
    }""")
    page.get_by_label("Wanted").check()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(page.get_by_text("Submitted ''")).to_be_visible()
    field.press("Enter")
    expect(page.get_by_text("Submitted '日'")).to_be_visible()


def test_a_text_that_is_too_long_is_not_cut(fixture, page):
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.fill("ü" * 30_000)
    expect(page.get_by_text("Plain is 'ü")).to_be_visible()
    field.fill("kept")
    expect(page.get_by_text("Plain is 'kept'")).to_be_visible()
    field.fill("x" * 70_000)
    expect(field).to_have_value("kept")
    assert "This text is too long" in field.evaluate("e => e.validationMessage")
    field.press_sequentially("!")
    expect(page.get_by_text("Plain is 'kept!'")).to_be_visible()
    assert field.evaluate("e => e.validationMessage") == ""


def test_a_text_that_is_too_long_leaves_what_is_not_acknowledged_yet(fixture, page):
    page.goto(fixture.url("/fields"))
    texts = page.get_by_label("Plain").evaluate("""e => ["sent", "x".repeat(70_000), "x".repeat(70_000)]
      .map((text) => {
        e.value = text;
        e.dispatchEvent(new InputEvent("input", { bubbles: true }));
        return e.value;
      })""")
    assert texts == ["sent", "sent", "sent"]
    expect(page.get_by_text("Plain is 'sent'")).to_be_visible()


def test_what_the_browser_has_ticked_by_itself_is_taken_back(fixture, page):
    """As after Back: the browser sends no event for these changes."""
    page.add_init_script("""document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      document.querySelector("[type=checkbox]").checked = true;
      document.querySelector("select").selectedIndex = 1;
    })""")
    page.goto(fixture.url("/fields"))
    expect(page.get_by_label("Wanted")).not_to_be_checked()
    expect(page.get_by_label("Colour")).to_have_value(
        page.get_by_label("Colour").evaluate("e => e.options[0].value"))
    page.get_by_label("Wanted").check()
    expect(page.get_by_text("Wanted is yes, colour is red")).to_be_visible()


def test_a_page_that_opens_sends_nothing_of_what_the_browser_shows_otherwise(
        fixture, page, context):
    """A field of one line shows a text without its line breaks."""
    page.goto(fixture.url("/fields"))
    page.get_by_label("Shared").evaluate(r"""e => e.dispatchEvent(
      new CustomEvent("millrace", { bubbles: true, detail: ["input", "a\nb"] }))""")
    page.get_by_label("Plain").fill("sent")
    expect(page.get_by_text("Plain is 'sent'")).to_be_visible()
    other = watched(context.new_page())
    sent = []
    other.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(text)))
    other.goto(fixture.url("/fields"))
    expect(other.get_by_label("Shared")).to_have_value("ab")
    other.get_by_label("Plain").fill("x")
    expect(other.get_by_text("Plain is 'x'")).to_be_visible()
    assert [text for text in sent if '"input"' in text and '"x"' not in text] == []


def test_the_caret_stays_in_the_middle(fixture, page):
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Loud")
    field.press_sequentially("abef")
    field.press("ArrowLeft")
    field.press("ArrowLeft")
    field.press("c")
    expect(field).to_have_value("ABCEF")
    assert field.evaluate(CARET) == [3, 3]
    field.press("d")
    expect(field).to_have_value("ABCDEF")
    assert field.evaluate(CARET) == [4, 4]


def test_late_answers_do_not_undo_typing(proxy, page):
    page.goto(proxy.url("/fields"))
    field = page.get_by_label("Loud")
    field.press_sequentially("a")
    expect(field).to_have_value("A")
    proxy.hold()
    field.press_sequentially("bcdefgh")
    expect(field).to_have_value("Abcdefgh")
    proxy.release()
    expect(field).to_have_value("ABCDEFGH")
    expect(page.get_by_text("Loud is 'ABCDEFGH'")).to_be_visible()
    assert field.evaluate(CARET) == [8, 8]


def test_text_arrives_before_the_click_that_follows(fixture, page):
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Plain")
    field.fill("gone")
    page.get_by_role("button", name="Clear").click()
    expect(field).to_have_value("")
    field.fill("new")
    field.press("Enter")
    expect(page.get_by_text("Submitted 'new'")).to_be_visible()


def test_another_tab_types_into_the_same_field(fixture, page, context):
    page.goto(fixture.url("/fields"))
    other = watched(context.new_page())
    other.goto(fixture.url("/fields"))
    page.get_by_label("Shared").fill("one")
    expect(other.get_by_label("Shared")).to_have_value("one")
    other.get_by_label("Shared").press_sequentially("!")
    expect(page.get_by_label("Shared")).to_have_value("!one")
    assert other.complaints == []


def test_a_composition_is_not_disturbed(fixture, page, context):
    page.goto(fixture.url("/fields"))
    field = page.get_by_label("Loud")
    field.focus()
    session = context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {
        "text": "ni", "selectionStart": 2, "selectionEnd": 2})
    expect(field).to_have_value("ni")
    page.get_by_label("Wanted").evaluate("e => e.click()")  # an answer while composing
    expect(page.get_by_text("Wanted is yes")).to_be_visible()
    expect(page.get_by_text("Loud is ''")).to_be_visible()
    session.send("Input.insertText", {"text": "ni hao"})
    expect(field).to_have_value("NI HAO")


def test_other_controls(fixture, page):
    page.goto(fixture.url("/fields"))
    page.get_by_label("Wanted").check()
    page.get_by_label("Colour").select_option("Green")
    expect(page.get_by_text("Wanted is yes, colour is green")).to_be_visible()


def test_a_password_never_comes_back(fixture, page):
    frames = []
    page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda frame: frames.append(frame)))
    page.goto(fixture.url("/fields"))
    page.get_by_label("Secret").fill("hunter2")
    expect(page.get_by_text("Secret has 7 characters")).to_be_visible()
    assert frames and not any("hunter2" in str(frame) for frame in frames)


def test_rows_that_move_keep_focus_and_text(fixture, page):
    page.goto(fixture.url("/rows"))
    field = page.get_by_label("Row a")
    field.press_sequentially("xyz")
    field.press("ArrowLeft")
    expect(page.get_by_text("a has 'xyz'")).to_be_visible()
    page.get_by_role("button", name="Turn").evaluate("e => e.click()")
    expect(page.get_by_role("textbox").last).to_have_accessible_name("Row a")
    expect(field).to_be_focused()
    assert field.evaluate(CARET) == [2, 2]
    page.get_by_role("button", name="Add").evaluate("e => e.click()")
    expect(page.get_by_role("textbox")).to_have_count(4)
    expect(field).to_have_value("xyz")


def test_a_slider_shows_its_value_again_when_its_bounds_allow_it(fixture, page):
    page.goto(fixture.url("/bounds"))
    slider = page.get_by_role("slider")
    slider.evaluate("""e => {
      e.value = 70;
      e.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }""")
    expect(page.get_by_text("The amount is 70")).to_be_visible()
    page.get_by_role("button", name="At most 10", exact=True).click()
    expect(slider).to_have_value("10")
    page.get_by_role("button", name="At most 100", exact=True).click()
    expect(slider).to_have_value("70")
    expect(page.get_by_text("The amount is 70")).to_be_visible()


def place(field, at):
    """Puts the caret into a field."""
    field.evaluate("(e, at) => { e.focus(); e.setSelectionRange(at, at); }", at)


def test_a_key_that_the_binding_refuses_leaves_the_caret(fixture, page):
    page.goto(fixture.url("/kept"))
    field = page.get_by_label("Digits")
    field.fill("1234")
    for keys, caret in (("x", 2), ("xyz", 2), ("9x", 3)):
        place(field, 2)
        field.press_sequentially(keys)
        expect(field).to_have_value("12934" if "9" in keys else "1234")
        assert field.evaluate(CARET) == [caret, caret]


def test_a_deletion_that_the_binding_undoes_leaves_the_caret(fixture, page):
    page.goto(fixture.url("/kept"))
    field = page.get_by_label("Groups")
    field.fill("12345678")
    expect(field).to_have_value("1234 5678")
    place(field, 4)
    field.press("Delete")  # the space
    expect(field).to_have_value("1234 5678")
    assert field.evaluate(CARET) == [4, 4]
    place(field, 5)
    field.press("Backspace")
    expect(field).to_have_value("1234 5678")
    assert field.evaluate(CARET) == [5, 5]


def test_digits_typed_into_groups_stay_in_their_order(fixture, page):
    page.goto(fixture.url("/kept"))
    field = page.get_by_label("Groups")
    field.fill("12345")
    expect(field).to_have_value("1234 5")
    place(field, 4)
    steps = {"9": "1234 95", "8": "1234 985", "7": "1234 9875", "6": "1234 9876 5"}
    for key, text in steps.items():
        field.press(key)
        expect(field).to_have_value(text)


def test_a_paste_that_is_too_long_leaves_the_caret(fixture, page):
    page.goto(fixture.url("/kept"))
    field = page.get_by_label("Letter")
    field.fill("12345")
    place(field, 2)
    page.keyboard.insert_text("é" * 50_000)
    expect(field).to_have_value("12345")
    assert field.evaluate(CARET) == [2, 2]
    assert "too long" in field.evaluate("e => e.validationMessage")
    field.press("x")
    expect(field).to_have_value("12x345")
    expect(page.get_by_text("Letter has 6 letters")).to_be_visible()


def test_of_a_long_text_one_is_on_its_way_at_a_time(proxy, page):
    sent = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(text)))
    page.goto(proxy.url("/kept"))
    field = page.get_by_label("Letter")
    field.fill("x" * 5_000)
    expect(page.get_by_text("Letter has 5000 letters")).to_be_visible()
    sent.clear()
    proxy.hold()
    field.press_sequentially("abcdef")
    page.wait_for_function("() => document.querySelector('textarea').value.length === 5006")
    proxy.release()
    expect(page.get_by_text("Letter has 5006 letters")).to_be_visible()
    assert len([text for text in sent if '"input"' in text]) == 2


def test_a_key_does_not_copy_the_text_of_an_editor(fixture, page):
    """A copy of an editor with a long text takes longer than the key."""
    page.goto(fixture.url("/kept"))
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    editor = page.get_by_label("Letter")
    editor.fill("one\ntwo\n")
    expect(page.get_by_text("Letter has 8 letters")).to_be_visible()
    page.evaluate("""() => {
      globalThis.copies = 0;
      const { cloneNode } = Node.prototype;
      Node.prototype.cloneNode = function (...all) {
        if (this.localName === "textarea") copies += 1;
        return cloneNode.apply(this, all);
      };
    }""")
    editor.press_sequentially("abc\n")
    expect(page.get_by_text("Letter has 12 letters")).to_be_visible()
    assert page.evaluate("copies") == 0


def test_a_long_text_that_waits_is_sent_when_the_page_is_left(proxy, fixture, context, rough_page):
    """It waits, because the event of the focus before it is not acknowledged yet."""
    page = rough_page
    page.goto(proxy.url("/kept"))
    expect(page.get_by_label("Greeting")).to_have_value("Hello")
    proxy.hold()
    page.get_by_label("Remark").fill("x" * 5000)
    page.goto(fixture.url("/clicks"))
    other = context.new_page()
    other.goto(fixture.url("/kept"))
    expect(other.get_by_label("Remark")).to_have_value("x" * 5000)


def test_a_text_that_the_browser_restores_reaches_the_new_session(fixture, page):
    """A choice that the browser restores is reset instead."""
    page.goto(fixture.url("/fields"))
    page.get_by_label("Plain").press_sequentially("abc")
    page.get_by_label("Loud").press_sequentially("de")
    page.get_by_label("Wanted").check()
    page.get_by_label("Colour").select_option("green")
    expect(page.get_by_text("Wanted is yes, colour is green")).to_be_visible()
    page.goto(fixture.url("/clicks"))
    page.go_back()
    expect(page.get_by_text("Plain is 'abc'")).to_be_visible()
    expect(page.get_by_text("Loud is 'DE'")).to_be_visible()
    expect(page.get_by_label("Plain")).to_have_value("abc")
    expect(page.get_by_label("Wanted")).not_to_be_checked()
    expect(page.get_by_label("Colour")).to_have_value("red")


def test_a_text_of_another_person_is_not_restored(fixture, page, context):
    """The other person changes it once more, while the page is away."""
    page.goto(fixture.url("/fields"))
    other = watched(context.new_page())
    other.goto(fixture.url("/fields"))
    page.get_by_label("Plain").fill("mine")
    expect(page.get_by_text("Plain is 'mine'")).to_be_visible()
    other.get_by_label("Shared").fill("one")
    expect(page.get_by_label("Shared")).to_have_value("one")
    page.goto(fixture.url("/clicks"))
    other.get_by_label("Shared").fill("two")
    expect(other.get_by_text("Shared is 'two'")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Plain is 'mine'")).to_be_visible()
    expect(page.get_by_label("Shared")).to_have_value("two")
    expect(other.get_by_label("Shared")).to_have_value("two")


def test_a_text_in_composition_is_sent_when_the_page_is_left(fixture, page, context):
    page.goto(fixture.url("/fields"))
    page.get_by_label("Wanted").check()
    expect(page.get_by_text("Wanted is yes")).to_be_visible()  # it is connected
    page.get_by_label("Shared").focus()
    session = context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {
        "text": "ni", "selectionStart": 2, "selectionEnd": 2})
    expect(page.get_by_label("Shared")).to_have_value("ni")
    page.goto(fixture.url("/clicks"))
    page.goto(fixture.url("/fields"))
    expect(page.get_by_label("Shared")).to_have_value("ni")
