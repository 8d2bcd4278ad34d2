// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

struct ClicksPage: View {
  let board: Board

  var body: some View {
    VStack {
      Button("Click") { board.clicks += 1 }
      Text("Clicks: \(board.clicks)")
    }
  }
}

/// A page with a button whose action never returns.
struct HangPage: View {
  @State private var isOver = false

  var body: some View {
    Button("Hang") {
      while !isOver { continue }
    }
  }
}

struct PrivatePage: View {
  @State private var clicks = 0

  var body: some View {
    Button("Click") { clicks += 1 }
    Text("Clicks: \(clicks)")
  }
}

/// Fields that keep, change, share and hide what is typed.
struct FieldsPage: View {
  let board: Board
  @State private var plain = ""
  @State private var loud = ""
  @State private var secret = ""
  @State private var wants = false
  @State private var colour = "red"
  @State private var submitted = ""

  var body: some View {
    Form {
      TextField("Plain", text: $plain).onSubmit { submitted = plain }
      TextField("Loud", text: Binding(get: { loud }, set: { loud = $0.uppercased() }))
      TextField("Shared", text: Binding(get: { board.note }, set: { board.note = $0 }))
      SecureField("Secret", text: $secret)
      Toggle("Wanted", isOn: $wants)
      Picker("Colour", selection: $colour) {
        Text("Red").tag("red")
        Text("Green").tag("green")
      }
      Button("Clear") { (plain, secret) = ("", "") }
      Text("Plain is '\(plain)'")
      Text("Loud is '\(loud)'")
      Text("Shared is '\(board.note)'")
      Text("Secret has \(secret.count) characters")
      Text("Wanted is \(wants ? "yes" : "no"), colour is \(colour)")
      Text("Submitted '\(submitted)'")
    }
  }
}

/// A page that imports files and shows their sizes.
struct FilesPage: View {
  @State private var isOne = false
  @State private var isSeveral = false
  @State private var lines = ["Nothing yet"]

  var body: some View {
    VStack {
      Button("One File") { isOne = true }
        .fileImporter(isPresented: $isOne, allowedContentTypes: [.plainText]) { result in
          lines = [line(of: result)]
        }
      Button("Several Files") { isSeveral = true }
        .fileImporter(
          isPresented: $isSeveral, allowedContentTypes: [.item], allowsMultipleSelection: true
        ) { result in
          lines = (try? result.get())?.map { line(of: .success($0)) } ?? []
        } onCancellation: {
          lines = ["None was chosen"]
        }
      ForEach(lines, id: \.self) { Text($0) }
      Link("Private Clicks", destination: URL(string: "/private")!)
    }
  }

  private func line(of result: Result<URL, any Error>) -> String {
    do {
      let file = try result.get()
      return "\(file.lastPathComponent): \(try Data(contentsOf: file).count) bytes"
    } catch {
      return "\(error)"
    }
  }
}

/// Texts that would be markup or script if they were not escaped.
enum Hostile {
  static let tag = "<script>document.title='owned'</script>"
  static let attribute = "\"><img src=x onerror=\"document.title='owned'\">"
  static let entity = "&lt;b&gt; &amp; ' \" ` </main></title></style>"
}

struct HostilePage: View {
  @State private var rows: [String] = []
  @State private var title = Hostile.tag

  var body: some View {
    VStack {
      Text(Hostile.tag)
      Text(Hostile.entity).accessibilityLabel(Hostile.attribute)
      TextField(Hostile.attribute, text: $title)
      Button(Hostile.tag) {
        rows.append(Hostile.attribute)
        title = Hostile.entity
      }
      ForEach(rows, id: \.self) { Text($0) }
    }
    .navigationTitle(title)
  }
}

/// Rows with text fields, which can move, be added and be deleted.
struct RowsPage: View {
  @State private var names = ["a", "b", "c"]

  var body: some View {
    Button("Turn") { if !names.isEmpty { names.append(names.removeFirst()) } }
    Button("Add") { names.insert("n\(names.count)", at: 0) }
    List {
      ForEach(names, id: \.self) { name in
        HStack {
          Button("Delete \(name)") { remove(name) }
          RowView(name: name)
          Toggle("Done \(name)", isOn: Binding(get: { false }, set: { _ in remove(name) }))
        }
      }
    }
  }

  private func remove(_ name: String) {
    names.removeAll { $0 == name }
  }
}

struct RowView: View {
  let name: String
  @State private var text = ""

  var body: some View {
    TextField("Row \(name)", text: $text)
    Text("\(name) has '\(text)'")
  }
}

/// Views in front of other views, and lines, shapes and columns of several sizes.
struct LayersPage: View {
  @State private var presses = 0
  @State private var name = ""

  var body: some View {
    Button("Press") { presses += 1 }.background { Color.yellow }
    VStack { Button("More") { presses += 1 } }.background { Color.yellow }
    ZStack {
      Color.yellow.frame(width: 300, height: 60)
      Button("Pressed \(presses) times") { presses = 0 }
    }
    ZStack {
      Button("Behind") { presses += 1 }
      VStack {
        Spacer()
        Text("Bottom")
      }
      Text("Corner").frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
    }
    .frame(height: 150)
    Button("Below") { presses += 1 }.frame(height: 150)
      .overlay {
        VStack {
          Spacer()
          Text("Bottom")
        }
      }
    TextField("Name", text: $name)
      .overlay { RoundedRectangle(cornerRadius: 8).stroke(.gray) }
    Divider().padding()
    HStack {
      Text("Left")
      Divider().padding(.horizontal)
      Text("Right")
    }
    Rectangle().frame(height: 2)
    Color.red.frame(width: 4, height: 20)
    Color.red.aspectRatio(2, contentMode: .fit).frame(height: 30)
    LazyVGrid(columns: [GridItem(.fixed(60)), GridItem(.fixed(60))]) {
      Text("One")
      Text("Second")
    }
  }
}

/// Cards that are each drawn as a whole, with menus and popovers over the next card.
struct CardsPage: View {
  @State private var isShown = false
  @State private var chosen = "nothing"

  var body: some View {
    VStack {
      card { menu("Shadow") }.shadow(radius: 4)
      card { menu("Offset") }.offset(x: 1)
      card { Text("Opacity").contextMenu { choice("Opacity") } }.opacity(0.9)
      card {
        Button("Scale") { isShown = true }.popover(isPresented: $isShown) { choice("Scale") }
      }
      .scaleEffect(1.01)
      card { menu("Order") }.zIndex(2)
      card { Text("End") }.zIndex(3)
      Color.yellow.frame(width: 300, height: 50).rotationEffect(.zero)
    }
    List { ForEach(["Apple", "Pear"], id: \.self) { name in HStack { menu(name) }.opacity(0.9) } }
    Text("Chosen: \(chosen)")
  }

  private func card(@ViewBuilder content: () -> some View) -> some View {
    HStack { content() }.frame(width: 300, height: 50).background(.yellow)
  }

  private func menu(_ name: String) -> some View { Menu(name) { choice(name) } }

  private func choice(_ name: String) -> some View {
    Button("Choose \(name)") {
      chosen = name
      isShown = false
    }
  }
}

/// Progress wheels in a button, a tap area, a row and a menu.
struct SpinnersPage: View {
  @State private var presses = 0
  @State private var taps = 0
  @State private var selected: Int?

  var body: some View {
    Button {
      presses += 1
    } label: {
      ProgressView("Stop")
    }
    HStack {
      ProgressView()
      ProgressView("Loading")
    }
    .onTapGesture { taps += 1 }
    List(selection: $selected) {
      ProgressView("First").tag(1)
      Text("Second").tag(2)
    }
    Menu {
      Button("Again") { presses = 0 }
    } label: {
      ProgressView("More")
    }
    Text("\(presses) presses, \(taps) taps, row \(selected ?? 0)")
  }
}

/// Fields with a focus state each, fields that share one, and the changes of the shared state.
struct FocusPage: View {
  enum Field: String { case street, city }

  @FocusState private var isName: Bool
  @FocusState private var isMail: Bool
  @FocusState private var isBoard: Bool
  @FocusState private var field: Field?
  @State private var fields = [Field.street, .city]
  @State private var text = ""
  @State private var heard: [String] = []

  var body: some View {
    VStack {
      TextField("Name", text: $text).focused($isName).onSubmit { isMail = true }
      TextField("Mail", text: $text).focused($isMail).onSubmit { isName = true }
      Text(isName ? "in name" : "not in name")
      Text(isMail ? "in mail" : "not in mail")
      ForEach(fields, id: \.self) { one in
        TextField(one.rawValue, text: $text).focused($field, equals: one)
          .onSubmit { fields.reverse() }
      }
      Text("Heard: \(heard.joined(separator: " "))")
      Text("Board").focusable().focused($isBoard)
      Button("To the Board") { isBoard = true }
      Text(isBoard ? "in board" : "not in board")
    }
    .onChange(of: field) { heard.append($1?.rawValue ?? "none") }
    FocusPair()
  }
}

/// Two fields that share a Boolean focus state.
private struct FocusPair: View {
  @FocusState private var isActive: Bool
  @State private var first = ""
  @State private var second = ""

  var body: some View {
    HStack {
      TextField("First", text: $first).focused($isActive)
      TextField("Second", text: $second).focused($isActive)
      Button("Begin") { isActive = true }
      Button("Done") { isActive = false }.keyboardShortcut("d", modifiers: .control)
      Text("Pair: \(first), \(second), \(isActive ? "active" : "idle")")
    }
  }
}

/// A slider whose upper bound changes without its value.
struct BoundsPage: View {
  @State private var amount = 60.0
  @State private var most = 100.0

  var body: some View {
    Slider(value: $amount, in: 0...most, step: 1) { Text("Amount") }
    Button("At most 10") { most = 10 }
    Button("At most 100") { most = 100 }
    Text("The amount is \(Int(amount))")
  }
}

struct DialogsPage: View {
  @State private var isSheetOpen = false
  @State private var isAlertOpen = false
  @State private var answer = "none"

  var body: some View {
    VStack {
      Button("Open sheet") { isSheetOpen = true }
      Button("Ask") { isAlertOpen = true }
      Text("Answer: \(answer)")
      Text("Sheet is \(isSheetOpen ? "open" : "closed")")
    }
    .sheet(isPresented: $isSheetOpen) {
      Text("Inside the sheet")
      Button("Done") { isSheetOpen = false }
    }
    .alert("Delete it?", isPresented: $isAlertOpen) {
      Button("Delete", role: .destructive) { answer = "delete" }
      Button("Keep", role: .cancel) { answer = "keep" }
    }
  }
}
