// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation

/// An entry of a long list.
struct Entry: Identifiable {
  let id: Int
  let name: String
  let place: String

  /// Makes different entries, which are the same in every run.
  static func make(_ count: Int) -> [Entry] {
    let names = ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Frances", "Donald", "Radia"]
    let places = ["Oslo", "Turin", "Kyoto", "Lima", "Accra", "Perth", "Quito"]
    return (0..<count).map { number in
      Entry(
        id: number, name: "\(names[number * 7 % names.count]) \(number)",
        place: places[number * 5 % places.count])
    }
  }
}

struct EntryRow: View {
  let entry: Entry
  var mark = ""

  var body: some View {
    HStack {
      Text(entry.name + mark)
      Spacer()
      Text(entry.place).foregroundStyle(.secondary)
    }
  }
}

/// Entries, and a search in them.
private struct SearchedEntries {
  let entries: [Entry]
  var search = ""

  var found: [Entry] {
    guard !search.isEmpty else { return entries }
    let wanted = Array(search.utf8)
    return entries.filter { Self.isFound(wanted, in: $0.name) }
  }

  private static func isFound(_ wanted: [UInt8], in name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.indices.dropLast(wanted.count - 1).contains { start in
        bytes[start...].starts(with: wanted)
      }
    }
  }
}

/// Rows that are all on the page.
struct LargeStackPage: View {
  @State private var model: SearchedEntries
  @State private var mark = ""

  init(entries: [Entry]) {
    model = SearchedEntries(entries: entries)
  }

  var body: some View {
    let found = model.found
    TextField("Search", text: $model.search)
    Button("Mark all") { mark += "!" }
    Text("\(found.count) found")
    VStack {
      ForEach(found) { EntryRow(entry: $0, mark: mark) }
    }
  }
}

/// Rows of which the page has only those in view.
struct LargeListPage: View {
  @State private var model: SearchedEntries
  @State private var selected: Int?

  init(entries: [Entry]) {
    model = SearchedEntries(entries: entries)
  }

  var body: some View {
    let found = model.found
    TextField("Search", text: $model.search)
    Text("\(found.count) found, selected: \(selected.map(String.init) ?? "none")")
    List(found, selection: $selected) { EntryRow(entry: $0) }
  }
}

/// Rows of different heights in a scroll view.
///
/// They keep the text that is typed into them.
struct LargeLazyPage: View {
  let entries: [Entry]

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading) {
        ForEach(entries) { NoteRow(entry: $0) }
      }
    }
    .frame(height: 400)
  }
}

private struct NoteRow: View {
  let entry: Entry
  @State private var note = ""

  var body: some View {
    TextField(entry.name, text: $note)
    if entry.id % 3 == 0 { Text("\(entry.name) is from \(entry.place)").padding() }
  }
}

/// Rows with a sheet each.
struct LargeSheetsPage: View {
  let entries: [Entry]

  var body: some View {
    List(entries) { EditedRow(entry: $0) }
  }
}

private struct EditedRow: View {
  let entry: Entry
  @State private var isOpen = false

  var body: some View {
    Button("Edit \(entry.name)") { isOpen = true }
      .sheet(isPresented: $isOpen) {
        Text("About \(entry.name)")
        Button("Done") { isOpen = false }
      }
  }
}

/// Sections of rows that may be moved and deleted, and a model that all visitors change.
struct LargeSharedPage: View {
  let board: LargeBoard

  var body: some View {
    Button("Add on top") { board.add() }
    Button("Turn") { board.turn() }
    List {
      Section("Few") { ForEach(0..<3) { Text("Few \($0)") } }
      Section("Many") {
        ForEach(board.entries) { Text($0.name) }
          .onMove { board.entries.move(fromOffsets: $0, toOffset: $1) }
          .onDelete { board.entries.remove(atOffsets: $0) }
      }
    }
  }
}

/// Entries that all visitors see and change.
@MainActor @Observable final class LargeBoard {
  var entries = Entry.make(1000)
  private var added = 0

  func add() {
    added += 1
    entries.insert(Entry(id: -added, name: "New \(added)", place: "Here"), at: 0)
  }

  func turn() { entries.reverse() }
}
