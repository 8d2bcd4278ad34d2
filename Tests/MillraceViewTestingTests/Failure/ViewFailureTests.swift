// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceViewTesting

@MainActor
@Suite struct ViewFailureTests {
  private let page = RenderedView {
    HStack {
      Button("Save") {}.disabled(true)
      Button("Edit") {}
      Button("Edit") {}
      TextField("Name", text: .constant("Ada"))
      Picker("Size", selection: .constant(1)) { Text("Small").tag(1) }
    }
  }

  private let outline = """
        button "Save" (disabled)
        button "Edit"
        button "Edit"
        text field "Name" = "Ada"
        picker "Size" = "Small"
          option "Small"
    """

  @Test func nothingFound() {
    let line: UInt = #line + 2
    let texts = Texts.of {
      let found = page.find(.button, "Send")
      found.tap()
      #expect(!found.exists && !found.isEnabled && found.label.isEmpty && found.texts.isEmpty)
      found.find(.text, "Never").tap()
    }
    #expect(
      texts.all == [
        """
        Expected a button `Send` on the page, but there is none. These elements exist:

        \(outline)

        Probably: it has another name, or it is not shown in this state.

        What to do: use the role and the name of an element above; if the element should exist, \
        check the state of the view.
        """
      ])
    #expect(texts.lines == [line])
  }

  @Test func nothingOnTheWholePage() {
    let empty = RenderedView { EmptyView() }
    let texts = Texts.of { empty.find(.alert, containing: "Sure?") }
    #expect(
      texts.all == [
        """
        Expected an alert that has an element with the text `Sure?` on the page, but there is \
        none. These elements exist:

            (nothing)

        Probably: it has another name, or it is not shown in this state.

        What to do: use the role and the name of an element above; if the element should exist, \
        check the state of the view.
        """
      ])
  }

  @Test func theWordsOfARole() {
    let texts = Texts.of {
      page.find(.image, "Map")
      page.find(.fileField, "Map")
    }
    #expect(
      texts.all.map { $0.split(separator: ",")[0] } == [
        "Expected an image `Map` on the page", "Expected a file field `Map` on the page",
      ])
  }

  @Test func severalFound() {
    let texts = Texts.of { page.find(.button, "Edit").tap() }
    #expect(
      texts.all == [
        """
        Expected one button `Edit` on the page, but there are 2. These elements exist:

        \(outline)

        Probably: rows of a list, or other parts of the page, have controls with the same name.

        What to do: search in a part of the page, as in `find(.row, containing: \
        "Ada").find(.button, "Edit")`, or use `findAll`.
        """
      ])
  }

  @Test func disabled() {
    let texts = Texts.of { page.find(.button, "Save").tap() }
    #expect(
      texts.all == [
        """
        Expected to tap the button `Save`, but it is disabled.

        Probably: the state does not allow it yet, or the condition of `disabled(_:)` is inverted.

        What to do: bring the page into the right state first; or, if it should be disabled, check \
        that with `#expect(!found.isEnabled)`.
        """
      ])
  }

  @Test func aMenuThatIsDisabledIsDisabled() {
    let page = RenderedView { Menu("More") { Button("Sort") {} }.disabled(true) }
    let texts = Texts.of { page.find(.button, "More").tap() }
    let line = "Expected to tap the button `More`, but it is disabled."
    #expect(texts.all.count == 1 && texts.all.first?.hasPrefix(line) == true)
  }

  @Test func unsuited() {
    let texts = Texts.of {
      page.findAll(.button)[1].type("Ada")
      page.find(.textField).choose("Small")
    }
    let rest = """


      Probably: it is a different kind of control.

      What to do: tap buttons, type into text fields, secure fields and sliders, set toggles, \
      choose in pickers and file fields, dismiss sheets and alerts.
      """
    #expect(
      texts.all == [
        "Expected to type into the button, but it does not support that." + rest,
        "Expected to choose in the text field, but it does not support that." + rest,
      ])
  }

  @Test func redacted() {
    let page = RenderedView {
      VStack {
        Button("Save") {}
        TextField("Name", text: .constant("Ada")).disabled(true)
      }
      .redacted(reason: .placeholder)
    }
    let texts = Texts.of {
      page.findAll(.button)[0].tap()
      page.findAll(.textField)[0].type("Grace")
    }
    let rest = """


      Probably: `redacted(reason:)` shows a placeholder, for example while data is loading.

      What to do: bring the page into the state in which the view is shown first.
      """
    #expect(
      texts.all == [
        "Expected to tap the button, but it is in a view that is redacted." + rest,
        "Expected to type into the text field, but it is in a view that is redacted." + rest,
      ])
  }

  @Test func aSliderThatHasGoneOrWhosePageHasEndedDoesNotRefuseTheText() throws {
    let page = RenderedView { Slider(value: .constant(1), in: 0...9) { Text("Volume") } }
    let found = page.find(.slider, "Volume")
    let slider = try #require(page.elements.all.first { $0.role == .slider })
    func text(_ error: ViewEventError) -> String {
      found.failure(after: error, .input("4"), slider)("the slider", "type into").text
    }
    #expect(
      text(.unknownNode(slider.id)).hasPrefix(
        "Expected to type into the slider, but it is no longer on the page."))
    #expect(
      text(.closed) == """
        Expected to type into the slider, but the page has ended.

        Probably: a fault of a view, which was reported before, or `host.close()` has ended it.

        What to do: correct that fault, or show the view on another page for this step.
        """)
    #expect(text(.unsupported(slider.id, .input("4"))).contains("does not accept the text `4`."))
  }

  @Test func aValueThatAControlDoesNotAccept() {
    let page = RenderedView {
      Slider(value: .constant(1), in: 0...9) { Text("Volume") }
      DatePicker("Day", selection: .constant(.now), displayedComponents: .date)
    }
    let texts = Texts.of {
      page.find(.slider, "Volume").type("loud")
      page.find(.textField, "Day").type("tomorrow")
    }
    let rest = """


      Probably: the value does not have the form that the control needs.

      What to do: give a slider a number, as in `type("40")`; a date, a time or both as \
      `2026-11-30`, `09:30` or `2026-11-30T09:30`; and a file field one file, or several if it \
      allows that.
      """
    #expect(
      texts.all == [
        "Expected to type into the slider `Volume`, but it does not accept the text `loud`."
          + rest,
        "Expected to type into the text field `Day`, but it does not accept the text `tomorrow`."
          + rest,
      ])
  }

  @Test func noOption() {
    let texts = Texts.of { page.find(.picker, "Size").choose("Large") }
    #expect(
      texts.all == [
        """
        Expected to choose `Large` in the picker `Size`, but there is no such option. These \
        elements exist:

            picker "Size" = "Small"
              option "Small"

        Probably: the option has another name, or it does not exist in this state.

        What to do: choose one of these options by its text.
        """
      ])
  }

  @Test func gone() {
    let page = RenderedView(Garden())
    let rose = page.find(.row, containing: "Rose").find(.button, "Remove")
    rose.tap()
    let texts = Texts.of { rose.tap() }
    #expect(
      texts.all == [
        """
        Expected to tap the button `Remove`, but it is no longer on the page.

        Probably: an earlier step, or a change of the state, has removed it.

        What to do: find it again after that step; `exists` is true while it is there.
        """
      ])
  }
}
