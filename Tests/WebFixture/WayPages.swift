// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Levels that are longer than the window.
struct LevelsPage: View {
  @State private var path: [Int] = []
  @State private var pushes = 0

  var body: some View {
    NavigationStack(path: $path) {
      Text("Pushed \(pushes) times")
      ForEach(0..<60, id: \.self) { NavigationLink("Row \($0)", value: $0) }
        .navigationDestination(for: Int.self) { number in
          Text("Level \(number)")
          ForEach(0..<60, id: \.self) { Text("Line \($0) of \(number)") }
          NavigationLink("Deeper", value: number + 100)
        }
    }
    .onChange(of: path.count) { if $1 > $0 { pushes += $1 - $0 } }
  }
}

/// Controls that go, or are disabled, while they have the focus.
struct KeysPage: View {
  @State private var chosen = "nothing"
  @State private var rows = ["Ada", "Bea", "Cid"]
  @State private var guests = ["Dan", "Eve"]
  @State private var asked: String?
  @State private var count = 1
  @State private var isSending = false
  @State private var presses = 0
  @State private var isLong = false
  @State private var text = ""

  var body: some View {
    Menu("More") {
      Button("First") { chosen = "first" }
      Button("Second") { chosen = "second" }
      Button("Third") { chosen = "third" }
    }
    Text("Chosen: \(chosen)").swipeActions {
      Button("Flag") {}
    }.contextMenu {
      Button("Never") {}.disabled(true)
      Button("Ever") { chosen = "ever" }
    }
    List {
      ForEach(rows, id: \.self) { Text($0) }.onDelete { rows.remove(atOffsets: $0) }
    }
    List {
      ForEach(guests, id: \.self) { name in Button("Remove \(name)") { asked = name } }
    }
    .alert(
      "Remove?",
      isPresented: Binding {
        asked != nil
      } set: {
        if !$0 { asked = nil }
      }
    ) {
      Button("Yes") { guests.removeAll { $0 == asked } }
    }
    Stepper("Count", value: $count, in: 0...2)
    Button("Send") {
      presses += 1
      isSending = true
    }
    .disabled(isSending)
    Button("Again") { isSending = false }
    Text("Count \(count), sent \(presses)")
    VStack {
      Button("Inside") { chosen = "inside" }
      Button("Itself") { chosen = "itself" }
        .onKeyPress(.space) {
          chosen = "by Space"
          return .handled
        }
    }
    .onKeyPress(keys: [.return, .space]) { _ in
      chosen = "around"
      return .handled
    }
    Button("Long Sheet") { isLong = true }.sheet(isPresented: $isLong) {
      Text("Top of the sheet").frame(maxWidth: .infinity)
      ForEach(0..<60, id: \.self) { Text("Line \($0)") }
      TextField("Name", text: $text)
      Button("Done") { isLong = false }
    }
  }
}

/// A view that reports keys and the pointer, with a sheet and a popover in it.
struct BehindPage: View {
  @State private var keys = 0
  @State private var hovers = 0
  @State private var isOver = false
  @State private var isPointed = false
  @State private var isSheet = false
  @State private var isPopover = false

  var body: some View {
    VStack {
      Text("Keys: \(keys)")
      Text("Hovers: \(hovers), \(isOver ? "over" : "away"), \(isPointed ? "at" : "off")")
      Button("Sheet") { isSheet = true }
        .sheet(isPresented: $isSheet) {
          Text("In the sheet").padding(50)
          Button("Close the Sheet") { isSheet = false }
        }
      Button("Popover") { isPopover = true }
        .popover(isPresented: $isPopover) {
          Text("In the popover").padding(50)
          Button("Close the Popover") { isPopover = false }
        }
    }
    .onKeyPress(.upArrow) {
      keys += 1
      return .handled
    }
    .onContinuousHover { if case .active = $0 { isPointed = true } else { isPointed = false } }
    .onHover {
      isOver = $0
      if isOver { hovers += 1 }
    }
  }
}

/// A view with a focus state, and a popover in it that sets this state.
struct AroundPage: View {
  @FocusState private var isInside: Bool
  @State private var isOpen = false
  @State private var note = ""

  var body: some View {
    VStack {
      Button("Open") { isOpen = true }
        .popover(isPresented: $isOpen) {
          TextField("Note", text: $note)
          Button("Around") { isInside = true }
        }
      Text(isInside ? "inside" : "outside")
    }
    .padding().focusable().focused($isInside)
  }
}

/// Texts whose line breaks, spaces, length and direction matter.
struct TextsPage: View {
  @State private var word = "שלום!"

  var body: some View {
    VStack(alignment: .leading) {
      Text("one line")
      Text("first\nsecond")
      Text("one\nkept").fixedSize()
      Text("a          b")
      Text("a b")
      Text(String(repeating: "W", count: 600))
      Text("שלום עולם!\nעוד שורה ארוכה יותר")
      TextField("Word", text: $word)
    }
  }
}

/// A list with two parts whose rows can be moved, and a list with sections at a distance.
struct MovesPage: View {
  @State private var letters = ["A", "B", "C", "D"]
  @State private var digits = ["1", "2"]

  var body: some View {
    List {
      ForEach(letters, id: \.self) { Text($0).moveDisabled($0 == "C") }
        .onMove { letters.move(fromOffsets: $0, toOffset: $1) }
      ForEach(digits, id: \.self) { Text($0) }
        .onMove { digits.move(fromOffsets: $0, toOffset: $1) }
    }
    Text("Order: \((letters + digits).joined())")
    List {
      Section { Text("over") }
      Section { Text("under") }
    }
    .listStyle(.grouped).listSectionSpacing(40)
  }
}
