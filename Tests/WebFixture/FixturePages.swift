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

/// A page whose button does not end.
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
      Button("Clear") { plain = "" }
      Text("Plain is '\(plain)'")
      Text("Loud is '\(loud)'")
      Text("Shared is '\(board.note)'")
      Text("Secret has \(secret.count) characters")
      Text("Wanted is \(wants ? "yes" : "no"), colour is \(colour)")
      Text("Submitted '\(submitted)'")
    }
  }
}

/// Asks for files and says what is in them.
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

/// Texts that would be markup or script if anything forgot to escape them.
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

/// Rows that move while one of them is being typed into.
struct RowsPage: View {
  @State private var names = ["a", "b", "c"]

  var body: some View {
    Button("Turn") { names.append(names.removeFirst()) }
    Button("Add") { names.insert("n\(names.count)", at: 0) }
    List {
      ForEach(names, id: \.self) { RowView(name: $0) }
    }
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
