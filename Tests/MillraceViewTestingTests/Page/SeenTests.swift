// SPDX-License-Identifier: Apache-2.0

import MillraceViewTesting
import MillraceViews
import Testing

/// A test does not find elements that a user cannot see, and cannot use controls that a user cannot
/// use.
@MainActor
@Suite struct SeenTests {
  @Test func aLevelThatIsCoveredIsNotSeen() {
    let page = RenderedView {
      NavigationStack {
        Button("Save") {}
        NavigationLink("Details") { Text("All of it") }
      }
    }
    let save = page.find(.button, "Save")
    page.find(.button, "Details").tap()
    #expect(page.texts == ["Back", "All of it"])
    #expect(!save.exists && page.findAll(.button).count == 1)
    let texts = Texts.of {
      page.find(.button, "Save").tap()
      save.tap()
    }
    #expect(
      texts.all == [
        """
        Expected a button `Save` on the page, but a user cannot see it: it is covered by another \
        level of the navigation stack. These elements are visible:

            group "Levels"
              button "Back"
            text "All of it"

        Probably: the test omits a step of the user, or an earlier step hides it.

        What to do: go back first, as in `page.find(.button, "Back").tap()`.
        """,
        """
        Expected to tap the button `Save`, but a user cannot see it any more: it is covered by \
        another level of the navigation stack.

        Probably: an earlier step hides it.

        What to do: go back first, as in `page.find(.button, "Back").tap()`.
        """,
      ])
    page.find(.button, "Back").tap()
    save.tap()
    #expect(save.exists && page.texts == ["Save", "Details"])
  }

  @Test func aTabThatIsNotChosenIsNotSeen() {
    let page = RenderedView {
      TabView {
        Text("Ada").tabItem { Text("People") }
        Text("London").tabItem { Text("Places") }
      }
    }
    #expect(page.texts == ["People", "Places", "Ada"])
    #expect(Texts.of { page.find(.text, "London") }.first("it is in a tab that is not chosen"))
    page.find(.button, "Places").tap()
    #expect(page.find(.text, "London").exists && page.findAll(.text, "Ada").isEmpty)
  }

  @Test func whatIsHiddenIsNotSeen() {
    let page = RenderedView {
      Button("Save") {}.hidden()
      TextField("Name", text: .constant("")).hidden()
      HTMLView("p", attributes: ["hidden": ""]) { Text("Secret") }
      NavigationSplitView(columnVisibility: .constant(.detailOnly)) {
        Text("Sidebar")
      } detail: {
        Text("Detail")
      }
    }
    #expect(page.texts == ["Detail"] && page.outline == "text \"Detail\"")
    #expect(Texts.of { page.find(.button, "Save") }.first("it is hidden by `hidden()`"))
    #expect(Texts.of { page.find(.textField, "Name") }.first("it is hidden by `hidden()`"))
    #expect(Texts.of { page.find(.text, "Secret") }.first("or by an attribute"))
    #expect(Texts.of { page.find(.text, "Sidebar") }.first("it is in a column that is not shown"))
  }

  @Test func aMenuIsOpenedFirst() {
    let page = RenderedView { Menus() }
    #expect(Texts.of { page.find(.button, "By name") }.first("it is in a menu that is closed"))
    page.find(.button, "Sort").tap()
    page.find(.button, "By name").tap()
    #expect(page.texts == ["Sort", "More", "Other", "name"])
    // The choice has closed the menu.
    #expect(page.findAll(.button, "By name").isEmpty)
    page.find(.button, "Sort").tap()
    page.find(.button, "More").tap()
    #expect(page.findAll(.button, "By name").isEmpty && page.find(.button, "Inner").exists)
    page.find(.button, "Inner").tap()
    page.find(.button, "Deep").tap()
    #expect(page.texts.last == "deep")
    page.find(.button, "Sort").tap()
    page.find(.button, "Other").tap()
    #expect(page.texts == ["Sort", "More", "Other", "other"])
    page.find(.button, "Sort").tap()
    page.find(.button, "Sort").tap()
    #expect(page.findAll(.button, "By name").isEmpty)
  }

  @Test func aMenuStaysOpenWhenAToggleInItRemovesItself() {
    struct Sorts: View {
      @State private var isNew = true
      var body: some View {
        Menu("Sort") {
          if isNew { Toggle("New", isOn: $isNew) }
          Button("By name") {}
        }
      }
    }
    let page = RenderedView { Sorts() }
    page.find(.button, "Sort").tap()
    page.find(.toggle, "New").turn(on: false)
    #expect(page.findAll(.toggle).isEmpty && page.find(.button, "By name").exists)
  }

  @Test func aHiddenItemOfAnOpenMenuIsNotSeen() {
    let page = RenderedView {
      Menu("Sort") {
        Button("By name") {}
        Button("By age") {}.hidden()
      }
    }
    page.find(.button, "Sort").tap()
    #expect(page.findAll(.button, "By name").count == 1)
    #expect(page.findAll(.button, "By age").isEmpty)
  }

  private struct Menus: View {
    @State private var choice = ""

    var body: some View {
      Menu("Sort") { Button("By name") { choice = "name" } }
      Menu("More") { Menu("Inner") { Button("Deep") { choice = "deep" } } }
      Button("Other") { choice = "other" }
      Text(choice)
    }
  }

  @Test func whatIsUnderADialogIsReadAndNotUsed() {
    let page = RenderedView { Dialogs() }
    let save = page.find(.button, "Save")
    page.find(.button, "Ask").tap()
    #expect(save.isEnabled && page.texts.contains("Save"))
    let texts = Texts.of {
      save.tap()
      page.find(.toggle, "Fast").turn(on: true)
      page.find(.textField, "Name").type("Ada")
    }
    #expect(
      texts.all.first == """
        Expected to tap the button `Save`, but it is covered by the alert `Sure?`.

        Probably: an earlier step has opened it; nothing else can be used until it is closed.

        What to do: close it first, with one of its buttons or as in \
        `page.find(.alert).dismiss()`; or, if it should not be open, check the state of the view.
        """)
    #expect(texts.all.count == 3)
    page.find(.alert).dismiss()
    page.find(.button, "Open").tap()
    #expect(Texts.of { save.tap() }.first("it is covered by the sheet with the text `Inside`."))
    page.find(.sheet).dismiss()
    save.tap()
    page.find(.toggle, "Fast").turn(on: true)
  }

  @Test func ofControlsWithOneNameTheDialogsIsFound() {
    let page = RenderedView { Dialogs() }
    page.find(.button, "Open").tap()
    page.find(.button, "OK").tap()
    #expect(page.find(.text, "Done: inside").exists)
    page.find(.sheet).dismiss()
    page.find(.button, "OK").tap()
    #expect(page.find(.text, "Done: below").exists)
  }

  private struct Dialogs: View {
    @State private var isAsking = false
    @State private var isOpen = false
    @State private var isFast = false
    @State private var done = ""

    var body: some View {
      VStack {
        Button("Save") {}
        Button("Ask") { isAsking = true }
        Button("Open") { isOpen = true }
        Button("OK") { done = "below" }
        Toggle("Fast", isOn: $isFast)
        TextField("Name", text: .constant(""))
        Text("Done: \(done)")
      }
      .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
      .sheet(isPresented: $isOpen) {
        Text("Inside")
        Button("OK") { done = "inside" }
      }
    }
  }

  @Test func aHiddenTextNamesNothing() {
    let page = RenderedView {
      Button {
      } label: {
        Text("Save").hidden()
        Text("Saving…")
      }
    }
    #expect(page.find(.button).label == "Saving…")
  }

  @Test func rowsOfAListThatIsNotSeenAreNoneOfThose() {
    let page = RenderedView {
      TabView {
        Text("Ada").tabItem { Text("People") }
        List(0..<1000, id: \.self) { Text("row \($0)") }.tabItem { Text("Places") }
      }
    }
    let texts = Texts.of { page.find(.button, "Save") }
    #expect(texts.all.count == 1 && !texts.all[0].contains("out of view"))
  }

  @Test func rowsOutOfViewAreScrolledToFirst() {
    let page = RenderedView { List(0..<1000, id: \.self) { Text("row \($0)") } }
    let first = page.find(.row, containing: "row 0")
    let texts = Texts.of { page.find(.row, containing: "row 500") }
    #expect(
      texts.first(
        """
        Probably: it has another name, it is in one of the rows 60 to 999 of a list, which are out \
        of view, or it is not shown in this state.

        What to do: use the role and the name of an element above; bring its row into view, as \
        with `page.find(.list).scroll(to: 60..<110)`; if the element should exist, check the state \
        of the view.
        """))
    page.find(.list).scroll(to: 490..<510)
    page.find(.row, containing: "row 500")
    #expect(!first.exists)
    #expect(
      Texts.of { first.tap() }
        .first("or its row is among the rows 0 to 489 and 510 to 999, which are out of view"))
  }

  @Test func whatIsSoAlreadyIsNothingToDo() {
    let page = RenderedView(Garden())
    let texts = Texts.of {
      page.find(.toggle, "Watered").turn(on: false)
      page.find(.picker, "Season").choose("In spring")
    }
    let rest = """


      Probably: this is the initial state of the page, or an earlier step has done it.

      What to do: remove the step; or check this state, as in `#expect(found.isOn)` or \
      `#expect(found.value == "Small")`.
      """
    #expect(
      texts.all == [
        "Expected to turn off the toggle `Watered`, but it is off already." + rest,
        "Expected to choose in the picker `Season`, but `In spring` is chosen already." + rest,
      ])
  }

  @Test func aFieldOfOneLineTakesNoLineBreak() {
    let page = RenderedView { Fields() }
    let texts = Texts.of {
      page.find(.textField, "Name").type("Ada\n")
      page.find(.secureField, "Secret").type("a\r\nb")
    }
    #expect(
      texts.all.first == """
        Expected to type into the text field `Name` a text of several lines, but it has one line.

        Probably: a line break stands for the Return key, which is not part of the content of a \
        field.

        What to do: press Return with `submit()`, or use a `TextEditor` in the view.
        """)
    #expect(texts.all.count == 2 && page.find(.textField, "Name").value.isEmpty)
    let editor = page.findAll(.textField)[1]
    editor.type("two\nlines")
    #expect(editor.value == "two\nlines")
  }

  private struct Fields: View {
    @State private var name = ""
    @State private var text = ""

    var body: some View {
      TextField("Name", text: $name)
      SecureField("Secret", text: $name)
      TextEditor(text: $text)
    }
  }
}

extension Texts {
  /// Whether exactly one text was reported, and contains `part`.
  fileprivate func first(_ part: String) -> Bool {
    all.count == 1 && all[0].contains(part)
  }
}
