// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct FocusStateTests {
  struct Page: View {
    enum Field: Hashable { case name, mail }
    @FocusState private var field: Field?
    @State private var text = ""

    var body: some View {
      TextField("Name", text: $text).focused($field, equals: .name)
      TextField("Mail", text: $text).focused($field, equals: .mail)
      Button("Go") { field = .mail }
      Button("Leave") { field = nil }
      Text(field == .name ? "name" : field == .mail ? "mail" : "none")
    }
  }

  private func focus(_ host: ViewHost) -> [Bool] {
    host.elements(.input).map { $0.value("autofocus") != nil }
  }

  @Test func aValueMovesTheFocus() throws {
    let host = ViewHost.shown(Page())
    #expect(focus(host) == [false, false])
    try host.tap(0)
    let id = host.ids(.input)[1]
    #expect(host.flush().contains(.setAttribute(id, name: "autofocus", value: "")))
    try host.tap(1)
    #expect(host.flush().contains(.removeAttribute(id, name: "autofocus")))
  }

  @Test func theFocusOfThePageIsTheValue() throws {
    let host = ViewHost.shown(Page())
    try host.send(.focus(true), .input, 0)
    #expect(host.flush().count == 1, "the page already has the focus; only the text changes")
    #expect(host.texts.last == "name")
    try host.send(.focus(false), .input, 0)
    try host.send(.focus(true), .input, 1)
    _ = host.flush()
    #expect(host.texts.last == "mail" && focus(host) == [false, true])
    try host.send(.focus(false), .input, 1)
    _ = host.flush()
    #expect(host.texts.last == "none")
  }

  @Test func aControlAlone() throws {
    struct One: View {
      @FocusState private var isFocused: Bool
      var body: some View {
        VStack { TextField("a", text: .constant("")) }.focused($isFocused)
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(One())
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(host.texts.last == "true")
  }

  @Test func aBoxAroundAControlHasNoFocus() throws {
    struct Search: View {
      @FocusState private var isFocused: Bool
      @State private var query = ""
      var body: some View {
        TextField("Search", text: $query).onKeyPress(.downArrow) { .handled }.onHover { _ in }
          .onTapGesture {}.focused($isFocused)
        Button("Go") { isFocused = true }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Search())
    let input = host.ids(.input)[0]
    try host.tap()
    #expect(host.flush().contains(.setAttribute(input, name: "autofocus", value: "")))
    #expect(host.elements(.div).allSatisfy { $0.value("autofocus") == nil })
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(host.texts.last == "false")
  }

  @Test func aViewThatIsFocusableHasTheFocus() throws {
    struct Board: View {
      @FocusState private var isFocused: Bool
      var body: some View {
        Text("Board").focusable().onKeyPress(.space) { .handled }.focused($isFocused)
        Button("Go") { isFocused = true }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Board())
    #expect(host.html().contains("tabindex=\"0\" data-on=\"focus\""))
    let board = try #require(host.elements(.div).first { $0.value("tabindex") == "0" }).id
    for hasFocus in [true, false] {
      try host.handle(ViewEvent(node: board, kind: .focus(hasFocus)))
      _ = host.flush()
      #expect(host.texts.last == "\(hasFocus)")
    }
    try host.tap()
    #expect(host.flush().contains(.setAttribute(board, name: "autofocus", value: "")))
    #expect(throws: ViewEventError.self) { try host.handle(ViewEvent(node: board, kind: .tap)) }
  }

  @Test func aFieldInARowComesBeforeTheRow() throws {
    struct Rows: View {
      @FocusState private var row: Int?
      @State private var chosen: Int?
      @State private var text = ""
      var body: some View {
        List(selection: $chosen) {
          TextField("Name", text: $text).tag(1).focused($row, equals: 1)
          Text("b").tag(2).focused($row, equals: 2)
        }
        Button("Next") { row = (row ?? 0) + 1 }
      }
    }
    let host = ViewHost.shown(Rows())
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[0].value("autofocus") == "")
    #expect(host.elements(.li).map { $0.value("autofocus") } == [nil, nil])
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[0].value("autofocus") == nil)
    #expect(host.elements(.li).map { $0.value("autofocus") } == [nil, ""])
  }

  @Test func aDisabledControlGetsNoFocus() throws {
    struct Name: View {
      @FocusState private var isFocused: Bool
      @State private var isLocked = false
      var body: some View {
        TextField("Name", text: .constant("")).focused($isFocused).disabled(isLocked)
        Button("Lock") { isLocked.toggle() }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Name())
    let field = host.ids(.input)[0]
    try host.send(.focus(true), .input)
    try host.tap()
    try host.send(.focus(false), .input)
    #expect(throws: ViewEventError.disabled(field)) { try host.send(.focus(true), .input) }
    _ = host.flush()
    #expect(host.texts.last == "false")
    try host.tap()
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(host.texts.last == "true")
  }

  /// A page reports the gain before the loss, so that a state with several fields is not nil while
  /// the focus moves between two of them.
  @Test func theGainComesBeforeTheLoss() throws {
    struct Fields: View {
      @FocusState private var field: Int?
      @FocusState private var isNote: Bool
      let hear: (String) -> Void
      var body: some View {
        VStack {
          TextField("First", text: .constant("")).focused($field, equals: 1)
          TextField("Second", text: .constant("")).focused($field, equals: 2)
          TextField("Note", text: .constant("")).focused($isNote)
        }
        .onChange(of: field) { hear("field \($1 ?? 0)") }
        .onChange(of: isNote) { hear("note \($1)") }
      }
    }
    var heard: [String] = []
    let host = ViewHost.shown(Fields { heard.append($0) })
    func move(from old: Int, to new: Int) throws {
      try host.send(.focus(true), .input, new)
      try host.send(.focus(false), .input, old)
    }
    try host.send(.focus(true), .input, 0)
    try move(from: 0, to: 1)
    try move(from: 1, to: 2)
    try move(from: 2, to: 0)
    try host.send(.focus(false), .input, 0)
    _ = host.flush()
    #expect(
      heard == [
        "field 1", "field 2", "note true", "field 0", "field 1", "note false", "field 0",
      ])
  }

  @Test func aFieldThatHasGoneHasNoFocus() throws {
    struct Editor: View {
      @FocusState private var isFocused: Bool
      @State private var isEditing = true
      var body: some View {
        if isEditing {
          TextField("Name", text: .constant("")).focused($isFocused)
            .onSubmit { isEditing = false }
        }
        Button("Edit") { isEditing = true }
        Button("Edit at Once") {
          isEditing = true
          isFocused = true
        }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Editor())
    try host.send(.focus(true), .input)
    try host.send(.submit, .input)
    _ = host.flush()
    #expect(host.ids(.input).isEmpty && host.texts.last == "false")
    try host.tap(0)
    _ = host.flush()
    #expect(focus(host) == [false], "the new field does not take the focus")
    try host.send(.submit, .input)
    _ = host.flush()
    try host.tap(1)
    _ = host.flush()
    #expect(focus(host) == [true] && host.texts.last == "true")
  }

  @Test func aFieldThatGoesLeavesTheFocusToTheNextOne() throws {
    struct Note: View {
      @FocusState private var isFocused: Bool
      @State private var isLong = false
      var body: some View {
        if isLong {
          TextEditor(text: .constant("")).focused($isFocused)
        } else {
          TextField("Note", text: .constant("")).focused($isFocused)
        }
        Button("More") {
          isLong = true
          isFocused = true
        }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Note())
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.textarea)[0].value("autofocus") == "")
    #expect(host.texts.last == "true")
  }

  private struct LongRow: View {
    let id: Int
    let focus: FocusState<Int?>.Binding
    @State private var count = 0
    var body: some View {
      TextField("Row \(id)", text: .constant("")).focused(focus, equals: id)
      Button("Count \(count)") { count += 1 }
    }
  }

  @Test func aRowThatIsKeptOutOfViewHasNoFocus() throws {
    struct Long: View {
      @FocusState private var row: Int?
      var body: some View {
        Text("\(row ?? -1)")
        List { ForEach(0..<300) { LongRow(id: $0, focus: $row) } }
      }
    }
    let host = ViewHost.shown(Long())
    try host.tap(0)
    try host.send(.focus(true), .input, 0)
    _ = host.flush()
    #expect(host.texts[0] == "0")
    try host.send(.rows(200..<260, keeping: nil), .ul)
    _ = host.flush()
    #expect(host.texts[0] == "-1")
    try host.send(.rows(0..<60, keeping: nil), .ul)
    _ = host.flush()
    #expect(host.texts.contains("Count 1") && !focus(host).contains(true))
  }

  /// Fields that share a Boolean state, as is usual to hide the keyboard.
  private struct Pair: View {
    @FocusState private var isActive: Bool
    @State private var isLong = true
    var hear: (Bool) -> Void = { _ in }
    var body: some View {
      TextField("A", text: .constant("")).focused($isActive)
      if isLong {
        TextField("B", text: .constant("")).focused($isActive)
      }
      Button("Begin") { isActive = true }
      Button("Done") { isActive = false }
      Button("Short") { isLong = false }
      Text("\(isActive)").onChange(of: isActive) { hear($1) }
    }
  }

  @Test func fieldsOfOneValueKeepTheFocus() throws {
    var heard: [Bool] = []
    let host = ViewHost.shown(Pair { heard.append($0) })
    try host.send(.focus(true), .input, 0)
    _ = host.flush()
    #expect(focus(host) == [true, false] && host.texts.last == "true")
    try host.send(.focus(true), .input, 1)
    #expect(host.flush().isEmpty, "the page already shows this focus")
    try host.send(.focus(false), .input, 0)
    #expect(host.flush().isEmpty)
    #expect(focus(host) == [false, true] && host.texts.last == "true")
    try host.tap(1)
    _ = host.flush()
    #expect(focus(host) == [false, false] && host.texts.last == "false")
    #expect(heard == [true, false])
  }

  @Test func ofSeveralFieldsTheFirstOneGetsTheFocus() throws {
    let host = ViewHost.shown(Pair())
    for _ in 1...2 {
      try host.tap(0)
      _ = host.flush()
      #expect(focus(host) == [true, false])
      try host.tap(1)
      _ = host.flush()
      #expect(focus(host) == [false, false])
    }
    try host.send(.focus(true), .input, 1)
    try host.tap(0)
    _ = host.flush()
    #expect(focus(host) == [false, true], "the focus does not move")
  }

  @Test func aFieldThatGoesLeavesTheFocusOfAnotherOne() throws {
    let host = ViewHost.shown(Pair())
    try host.send(.focus(true), .input, 1)
    try host.send(.focus(true), .input, 0)
    try host.send(.focus(false), .input, 1)
    try host.tap(2)
    _ = host.flush()
    #expect(focus(host) == [true] && host.texts.last == "true")
    let other = ViewHost.shown(Pair())
    try other.send(.focus(true), .input, 1)
    try other.tap(2)
    _ = other.flush()
    #expect(focus(other) == [false] && other.texts.last == "false")
  }

  @Test func theFocusGoesWithItsValue() throws {
    struct Places: View {
      @FocusState private var field: String?
      @State private var names = ["a", "b"]
      var body: some View {
        ForEach(0..<2) { place in
          TextField("\(place)", text: .constant("")).focused($field, equals: names[place])
        }
        Button("Turn") { names.reverse() }
        Text(field ?? "none")
      }
    }
    for place in 0...1 {
      let host = ViewHost.shown(Places())
      try host.send(.focus(true), .input, place)
      for isTurned in [true, false] {
        try host.tap()
        _ = host.flush()
        #expect(focus(host) == [0, 1].map { ($0 == place) != isTurned })
        #expect(host.texts.last == ["a", "b"][place])
      }
    }
  }

  @Test func aViewWhoseControlHasGoneHasNoFocus() throws {
    struct Name: View {
      @FocusState private var isFocused: Bool
      @State private var isEditing = true
      var body: some View {
        Group {
          if isEditing { TextField("Name", text: .constant("")) } else { Text("Ada") }
        }
        .focused($isFocused)
        Button("Turn") { isEditing.toggle() }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Name())
    try host.send(.focus(true), .input)
    try host.tap()
    _ = host.flush()
    #expect(host.ids(.input).isEmpty && host.texts.last == "false")
    try host.tap()
    _ = host.flush()
    #expect(focus(host) == [false] && host.texts.last == "false")
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(host.texts.last == "true")
  }

  @Test func whatIsFocusableComesBeforeAButtonInIt() throws {
    struct Panel: View {
      @FocusState private var focused: Int?
      var body: some View {
        VStack { Button("Inside") {} }.focusable().focused($focused, equals: 1)
        ScrollView { TextField("Name", text: .constant("")) }.focused($focused, equals: 2)
        Button("Next") { focused = (focused ?? 0) + 1 }
      }
    }
    let host = ViewHost.shown(Panel())
    try host.tap(1)
    _ = host.flush()
    let stops = host.elements(.div).filter { $0.value("tabindex") == "0" }
    #expect(stops.map { $0.value("autofocus") } == ["", nil])
    #expect(host.elements(.button)[0].value("autofocus") == nil)
    try host.tap(1)
    _ = host.flush()
    #expect(focus(host) == [true], "a field comes before the scroll view around it")
  }

  @Test func aFieldThatComesLaterInAStackIsBound() throws {
    struct Name: View {
      @FocusState private var isFocused: Bool
      @State private var isEditing = false
      var body: some View {
        VStack {
          if isEditing { TextField("Name", text: .constant("")) } else { Text("Ada") }
        }
        .focused($isFocused)
        Button("Turn") { isEditing.toggle() }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Name())
    try host.tap()
    _ = host.flush()
    #expect(host.html().contains("data-on=\"input submit focus\""))
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(focus(host) == [true] && host.texts.last == "true")
    try host.tap()
    _ = host.flush()
    #expect(host.ids(.input).isEmpty && host.texts.last == "false")
  }

  @Test func aFieldWithTheFocusKeepsItWhenAnotherOneComesBeforeItInAStack() throws {
    struct Names: View {
      @FocusState private var isFocused: Bool
      @State private var isLong = false
      var body: some View {
        VStack {
          if isLong { TextField("A", text: .constant("")) }
          TextField("B", text: .constant(""))
        }
        .focused($isFocused)
        Button("Longer") { isLong = true }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Names())
    try host.send(.focus(true), .input)
    try host.tap()
    _ = host.flush()
    #expect(focus(host) == [false, true] && host.texts.last == "true")
    try host.send(.focus(false), .input, 1)
    _ = host.flush()
    #expect(host.texts.last == "false")
    try host.send(.focus(true), .input, 0)
    _ = host.flush()
    #expect(focus(host) == [true, false] && host.texts.last == "true")
  }

  @Test func aFieldThatReplacesAButtonInAStackGetsTheFocus() throws {
    struct Name: View {
      @FocusState private var isFocused: Bool
      @State private var isEditing = false
      var body: some View {
        VStack {
          if isEditing {
            TextField("Name", text: .constant(""))
          } else {
            Button("Edit") {
              isEditing = true
              isFocused = true
            }
          }
        }
        .focused($isFocused)
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Name())
    try host.tap()
    _ = host.flush()
    #expect(focus(host) == [true] && host.texts.last == "true")
  }

  @Test func thePageReportsTheFocusOfTheFirstControlAlone() throws {
    struct Names: View {
      @FocusState private var isFocused: Bool
      @State private var isLong = false
      var body: some View {
        Group {
          if isLong { TextField("A", text: .constant("")) }
          TextField("B", text: .constant(""))
        }
        .focused($isFocused)
        Button("Turn") { isLong.toggle() }
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(Names())
    let id = host.ids(.input)[0]
    try host.tap()
    #expect(host.flush().contains(.setAttribute(id, name: "data-on", value: "input submit")))
    #expect(throws: ViewEventError.self) { try host.send(.focus(true), .input, 1) }
    try host.send(.focus(true), .input, 0)
    _ = host.flush()
    #expect(focus(host) == [true, false] && host.texts.last == "true")
    try host.send(.focus(false), .input, 0)
    try host.tap()
    #expect(
      host.flush().contains(.setAttribute(id, name: "data-on", value: "input submit focus")))
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(focus(host) == [true] && host.texts.last == "true")
  }
}
