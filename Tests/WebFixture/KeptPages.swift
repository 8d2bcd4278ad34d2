// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Fields that a new session must find again, fields whose bindings change the text, and a focus
/// that is set when the page appears.
struct KeptPage: View {
  enum Field { case first, second, greeting }

  let board: Board
  @FocusState private var field: Field?
  @State private var first = ""
  @State private var second = ""
  @State private var greeting = ""
  @State private var letter = ""
  @State private var name = ""
  @State private var code = ""
  @State private var digits = ""
  @State private var groups = ""
  @State private var lines = [1, 2]
  @State private var orders: [Int: String] = [:]

  var body: some View {
    Form {
      TextField("First", text: $first).focused($field, equals: .first)
      TextField("Second", text: $second).focused($field, equals: .second)
      TextField("Greeting", text: $greeting).focused($field, equals: .greeting)
      TextEditor(text: $letter).accessibilityLabel("Letter")
      TextField(
        "Remark", text: Binding(get: { board.note }, set: { board.note = $0 }), axis: .vertical)
      TextField("Name (\(name.count) of 20)", text: $name)
      TextField(code.isEmpty ? "Code" : "Code is set", text: $code)
        .accessibilityIdentifier("code")
      TextField("Digits", text: Binding(get: { digits }, set: { digits = $0.filter(\.isNumber) }))
      TextField("Groups", text: Binding(get: { groups }, set: { groups = Self.grouped($0) }))
      ForEach(lines, id: \.self) { line in
        TextField(
          "Line \(line)", text: Binding(get: { orders[line] ?? "" }, set: { orders[line] = $0 })
        )
        .accessibilityIdentifier("line")
      }
      Button("Replace a line") { lines = [1, 3] }
      Button("Show other groups") { groups = "9999" }
      Text("First is '\(first)', second is '\(second)'")
      Text("Letter has \(letter.count) letters, remark is '\(board.note)'")
      Text("Name is '\(name)', code is '\(code)'")
      Text("Focus is \(field.map { "\($0)" } ?? "elsewhere")")
    }
    .onAppear {
      field = .first
      greeting = "Hello"
    }
  }

  private static func grouped(_ text: String) -> String {
    let numbers = Array(text.filter(\.isNumber))
    return stride(from: 0, to: numbers.count, by: 4)
      .map { String(numbers[$0..<min($0 + 4, numbers.count)]) }.joined(separator: " ")
  }
}

/// A field that gets the focus when another page clicks, and a field that does not report it.
struct CalledPage: View {
  let board: Board
  @FocusState private var isCalled: Bool
  @State private var called = ""
  @State private var plain = ""

  var body: some View {
    Form {
      TextField("Called", text: $called).focused($isCalled)
      TextField("Plain", text: $plain)
    }
    .onChange(of: board.clicks) { isCalled = true }
  }
}

/// Rows that get the focus when they appear, and a field that has the focus at first.
struct WantedPage: View {
  enum Field: Hashable { case search, row(Int) }

  let board: Board
  @FocusState private var field: Field?
  @State private var rows = [1, 2, 3]
  @State private var texts: [Int: String] = [:]
  @State private var search = ""

  var body: some View {
    VStack {
      TextField("Search", text: $search).focused($field, equals: .search)
      Button("Add") {
        rows.append(rows.count + 1)
        field = .row(rows.count)
      }
      ForEach(rows, id: \.self) { row in
        TextField(
          "Row \(row)", text: Binding(get: { texts[row] ?? "" }, set: { texts[row] = $0 })
        )
        .focused($field, equals: .row(row))
      }
      Text("Focus is \(field.map { "\($0)" } ?? "elsewhere"), search is '\(search)'")
    }
    .defaultFocus($field, .search)
    .onChange(of: board.clicks) { field = .row(1) }
  }
}

/// Words that are longer than the page is wide, rows of words, and a sheet with a row of buttons.
struct WordsPage: View {
  private let long = String(repeating: "Looooong", count: 100)
  @State private var isOpen = false

  var body: some View {
    VStack {
      ScrollView {
        VStack(alignment: .leading) {
          Text(long)
          VStack { Text(long).padding() }
          GroupBox("Box") { Text(long) }
          Button("Delete") { isOpen = true }
        }
      }
      .frame(height: 200)
      VStack { VStack { Text(long).background(.yellow) } }
      HStack {
        Text("Wonderful")
        Text(String(repeating: "many words ", count: 20))
      }
      LabeledContent("Wonderful title", value: String(repeating: "many words ", count: 20))
      Grid {
        GridRow {
          Text("Wonderful cell")
          Text(String(repeating: "many words ", count: 20))
        }
      }
      Text("Badge").padding(20).overlay { Text("Wonderful overlay") }.frame(width: 30)
      Button("Wonderful button") { isOpen = true }
    }
    .sheet(isPresented: $isOpen) {
      Form {
        Text(long)
        HStack {
          Button("Cancel") { isOpen = false }
          Button("Discard") {}
          Button("Send") {}
        }
      }
    }
  }
}

/// A long list with a selection and a menu in each row, between two buttons, and a short list with
/// a row that cannot be selected.
struct StopsPage: View {
  @State private var rows = Array(1...300)
  @State private var selection: Int?

  var body: some View {
    VStack {
      Button("Remove 2") { rows.removeAll { $0 == 2 } }
      Button("Select 4") { selection = 4 }
      Text("Selected: \(selection ?? 0)")
      List(selection: $selection) {
        ForEach(rows, id: \.self) { row in
          Text("Row \(row)").swipeActions { Button("Flag") {} }
        }
      }
      .frame(height: 300)
      Button("After") {}
      List(selection: .constant(nil as Int?)) {
        ForEach(1..<4) { Text("Place \($0)").selectionDisabled($0 == 2) }
      }
    }
  }
}
