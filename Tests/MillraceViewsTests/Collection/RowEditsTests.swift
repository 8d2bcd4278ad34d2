// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing

@testable import MillraceViews

@MainActor struct RowEditsTests {
  struct Page: View {
    @State private var rows = ["a", "b", "c"]

    var body: some View {
      List {
        Text("first")
        ForEach(rows, id: \.self) { Text($0) }
          .onMove { rows.move(fromOffsets: $0, toOffset: $1) }
          .onDelete { rows.remove(atOffsets: $0) }
      }
    }
  }

  private func rows(_ host: ViewHost) -> [String] {
    _ = host.flush()
    return host.nodes(.li).compactMap { $0.elementsInside.first?.text }
  }

  @Test func theMenuOfARowMovesAndDeletesIt() throws {
    let host = ViewHost.shown(Page())
    #expect(host.nodes(.details).count == 3, "the first row is outside of the ForEach")
    try host.tap(0)
    #expect(rows(host) == ["first", "a", "b", "c"], "the first row of the ForEach cannot move up")
    try host.tap(1)
    #expect(rows(host) == ["first", "b", "a", "c"])
    try host.tap(6)
    #expect(rows(host) == ["first", "b", "c", "a"])
    try host.tap(5)
    #expect(rows(host) == ["first", "b", "a"])
  }

  @Observable @MainActor final class Notes {
    var rows = ["a", "b", "c"]
  }

  private struct SharedPage: View {
    let notes: Notes
    let delete: (IndexSet) -> Void

    var body: some View {
      List { ForEach(notes.rows, id: \.self) { Text($0) }.onDelete { delete($0) } }
    }
  }

  @Test func aRowThatAnotherPageHasTakenAwayIsNotDeleted() throws {
    let notes = Notes()
    var deleted: [IndexSet] = []
    let host = ViewHost.shown(SharedPage(notes: notes) { deleted.append($0) })
    notes.rows.removeLast()
    #expect(throws: ViewEventError.self) { try host.tap(2) }
    try host.tap(1)
    #expect(deleted == [[1]])
    #expect(rows(host) == ["a", "b"])
  }

  @Test func aRowIsDroppedBeforeAnotherOneOrAtTheEnd() throws {
    let host = ViewHost.shown(Page())
    let ids = host.ids(.li)
    try host.handle(ViewEvent(node: ids[3], kind: .move(before: ids[1])))
    #expect(rows(host) == ["first", "c", "a", "b"])
    try host.handle(ViewEvent(node: ids[3], kind: .move(before: nil)))
    #expect(rows(host) == ["first", "a", "b", "c"])
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: ids[3], kind: .move(before: ids[0])))
    }
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: ids[0], kind: .move(before: nil)))
    }
  }

  /// A page knows the rows of a list, but not to which `ForEach` they belong.
  @Test func theRowAfterAForEachIsItsEnd() throws {
    struct Lists: View {
      @State private var letters = ["a", "b", "c"]
      @State private var digits = ["1", "2"]

      var body: some View {
        List {
          ForEach(letters, id: \.self) { Text($0) }
            .onMove { letters.move(fromOffsets: $0, toOffset: $1) }
          ForEach(digits, id: \.self) { Text($0) }
            .onMove { digits.move(fromOffsets: $0, toOffset: $1) }
        }
      }
    }
    let host = ViewHost.shown(Lists())
    let ids = host.ids(.li)
    try host.handle(ViewEvent(node: ids[0], kind: .move(before: ids[3])))
    #expect(rows(host) == ["b", "c", "a", "1", "2"])
    try host.handle(ViewEvent(node: ids[4], kind: .move(before: ids[3])))
    #expect(rows(host) == ["b", "c", "a", "2", "1"])
    for (row, next) in [(0, 3), (3, 1)] {
      #expect(throws: ViewEventError.self) {
        try host.handle(ViewEvent(node: ids[row], kind: .move(before: ids[next])))
      }
    }
    #expect(rows(host) == ["b", "c", "a", "2", "1"])
  }

  @Test func theRowAfterAForEachIsItsEndAlsoInALongList() throws {
    struct Lists: View {
      @State private var letters = ["a", "b"]
      @State private var numbers = Array(0..<300)

      var body: some View {
        List {
          ForEach(letters, id: \.self) { Text($0) }
            .onMove { letters.move(fromOffsets: $0, toOffset: $1) }
          ForEach(numbers, id: \.self) { Text("\($0)") }
            .onMove { numbers.move(fromOffsets: $0, toOffset: $1) }
          ForEach(["z"], id: \.self) { Text($0) }.onMove { _, _ in }
        }
      }
    }
    let host = ViewHost.shown(Lists())
    func move(_ row: String, before next: String) throws {
      let ids = [row, next].map { text in
        host.nodes(.li).first { $0.elementsInside.first?.text == text }?.id ?? NodeID(rawValue: 0)
      }
      try host.handle(ViewEvent(node: ids[0], kind: .move(before: ids[1])))
    }
    try move("a", before: "0")
    #expect(rows(host).prefix(3) == ["b", "a", "0"])
    try move("5", before: "z")
    #expect(rows(host).prefix(8) == ["b", "a", "0", "1", "2", "3", "4", "6"])
    try host.send(.rows(250..<300, keeping: nil), .ul)
    #expect(rows(host).suffix(3) == ["299", "5", "z"])
    try move("280", before: "z")
    #expect(rows(host).suffix(3) == ["5", "280", "z"])
    let first = rows(host)[2]
    #expect(throws: ViewEventError.self, "other numbers are before it") {
      try move("b", before: first)
    }
  }

  @Test func aRowIsDroppedBeforeOneThatCannotMove() throws {
    struct Fixed: View {
      @State private var letters = ["a", "b", "c", "d"]

      var body: some View {
        List {
          ForEach(letters, id: \.self) { Text($0).moveDisabled($0 == "c") }
            .onMove { letters.move(fromOffsets: $0, toOffset: $1) }
        }
      }
    }
    let host = ViewHost.shown(Fixed())
    let ids = host.ids(.li)
    // By this attribute a page finds the places for a dragged row.
    #expect(host.html().matches(of: #/<li[^>]* data-on="move"/#).count == 4)
    try host.handle(ViewEvent(node: ids[0], kind: .move(before: ids[2])))
    #expect(rows(host) == ["b", "a", "c", "d"])
  }

  @Test func editsMayBeSwitchedOnAndOff() throws {
    struct Switched: View {
      @State private var rows = ["a", "b"]
      @State private var isEditing = false

      var body: some View {
        let delete: (IndexSet) -> Void = { rows.remove(atOffsets: $0) }
        let move: (IndexSet, Int) -> Void = { rows.move(fromOffsets: $0, toOffset: $1) }
        List {
          ForEach(rows, id: \.self) { Text($0) }
            .onMove(perform: isEditing ? move : nil)
            .onDelete(perform: isEditing ? delete : nil)
        }
        Button("Edit") { isEditing.toggle() }
      }
    }
    let host = ViewHost.shown(Switched())
    let page = PatchedPage(html: host.html())
    #expect(host.nodes(.details).isEmpty)
    try host.tap(0)
    try page.apply(host.flush())
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    #expect(host.nodes(.details).count == 2)
    #expect(host.elements(.li).map { $0.value("draggable") } == ["true", "true"])
    try host.tap(2)
    #expect(rows(host) == ["b"])
    try host.tap(3)
    #expect(rows(host) == ["b"])
    #expect(host.nodes(.details).isEmpty)
    let row = host.elements(.li)[0]
    #expect(row.value("draggable") == nil)
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: row.id, kind: .move(before: nil)))
    }
  }

  @Test(
    arguments: [
      ([0], 3, "bcad"), ([3], 0, "dabc"), ([0, 2], 2, "bacd"), ([1, 2], 4, "adbc"), ([], 2, "abcd"),
      ([7], 99, "abcd"),
    ])
  func moving(source: [Int], destination: Int, result: String) {
    var letters = Array("abcd")
    letters.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(String(letters) == result)
  }

  @Test func removing() {
    var letters = Array("abcd")
    letters.remove(atOffsets: [1, 3, 9])
    #expect(String(letters) == "ac")
  }

  @Test func aRowThatIsGoneIsFreed() throws {
    struct Weak { weak var row: ElementNode? }
    let host = ViewHost.shown(Page())
    let found = Weak(row: host.nodes(.li).last)
    #expect(found.row != nil)
    try host.tap(8)
    #expect(rows(host) == ["first", "a", "b"])
    #expect(found.row == nil)
  }

  private struct Group: Identifiable {
    let id: Int
    var items: [Int]
  }

  @MainActor private final class Log { var lines: [String] = [] }

  @Test func theEditsOfAForEachAreNotThoseOfOneInItsRows() throws {
    struct Page: View {
      let log: Log
      @State private var groups = [Group(id: 0, items: [1, 2, 3]), Group(id: 1, items: [4])]
      var body: some View {
        List {
          ForEach(groups) { group in
            Section("group \(group.id)") {
              ForEach(group.items, id: \.self) { Text("item \($0)") }
              Text("fixed")
            }
          }
          .onDelete { log.lines.append("groups \($0.map { $0 })") }
        }
      }
    }
    let log = Log()
    let host = ViewHost.shown(Page(log: log))
    // One menu for each section, none for the rows in it.
    #expect(host.nodes(.details).count == 2)
    for button in host.ids(.button) { try host.handle(ViewEvent(node: button, kind: .tap)) }
    #expect(log.lines == ["groups [0]", "groups [1]"])
  }

  @Test func aForEachInARowHasOnlyItsOwnEdits() throws {
    struct Page: View {
      let log: Log
      @State private var groups = [Group(id: 0, items: [1, 2])]
      var body: some View {
        List {
          ForEach(groups) { group in
            Section {
              ForEach(group.items, id: \.self) { Text("item \($0)") }
                .onDelete { log.lines.append("items \($0.map { $0 })") }
            }
          }
          .onMove { from, to in log.lines.append("groups \(from.map { $0 }) \(to)") }
        }
      }
    }
    let log = Log()
    let host = ViewHost.shown(Page(log: log))
    #expect(host.elements(.li).map { $0.value("draggable") } == ["true", nil, nil])
    let items = Array(host.ids(.li).dropFirst())
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: items[1], kind: .move(before: items[0])))
    }
    let delete = host.ids(.button).filter { id in
      host.elements().all.contains { $0.id == id && $0.label == "Delete" }
    }
    #expect(delete.count == 2)
    for button in delete { try host.handle(ViewEvent(node: button, kind: .tap)) }
    #expect(log.lines == ["items [0]", "items [1]"])
  }
}
