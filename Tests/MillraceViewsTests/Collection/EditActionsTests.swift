// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Item: Identifiable {
  let id: Int
  var title: String { "row \(id)" }
}

@MainActor struct EditActionsTests {
  private struct Page: View {
    @State private var items = [Item(id: 1), Item(id: 2), Item(id: 3)]
    var actions: EditActions<[Item]> = .all

    var body: some View {
      List($items, editActions: actions) { $item in Text(item.title) }
      Text("\(items.map(\.id))")
    }
  }

  @Test func theUserDeletesAnElement() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    #expect(host.texts.filter { $0 == "Delete" }.count == 3)
    try host.tap(5)  // the third button of the second row
    try page.apply(host.flush())
    #expect(host.texts.last == "[1, 3]")
    try host.tap(5)
    try page.apply(host.flush())
    #expect(host.texts.last == "[1]")
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func theUserMovesAnElement() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.last == "[2, 1, 3]")
    try host.send(.move(before: nil), .li, 0)
    _ = host.flush()
    #expect(host.texts.last == "[1, 3, 2]")
  }

  @Test func onlyTheGivenActionsAreThere() {
    let deleting = ViewHost.shown(Page(actions: .delete))
    #expect(deleting.texts.contains("Delete") && !deleting.texts.contains("Move up"))
    #expect(deleting.elements(.li).allSatisfy { $0.value("draggable") == nil })
    let moving = ViewHost.shown(Page(actions: .move))
    #expect(!moving.texts.contains("Delete") && moving.texts.contains("Move up"))
    #expect(!ViewHost.shown(Page(actions: [])).texts.contains("Move up"))
  }

  @Test func aForEachAndListsWithASelection() throws {
    struct Page: View {
      @State private var items = [Item(id: 1)]
      @State private var one: Int?
      @State private var several: Set<Int> = []
      var body: some View {
        List($items, editActions: .delete, selection: $one) { $item in Text(item.title) }
        List($items, editActions: .delete, selection: $several) { $item in Text(item.title) }
        List {
          ForEach($items, editActions: .delete) { $item in Text(item.title) }
          ForEach($items, id: \.id, editActions: .delete) { $item in Text(item.title) }
        }
        Text("\(items.count) \(one ?? 0) \(several)")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts.filter { $0 == "Delete" }.count == 4)
    try host.send(.tap, .li, 0)
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(host.texts.last == "1 1 [1]")
    try host.tap(3)
    _ = host.flush()
    #expect(host.texts.last == "0 1 [1]")
  }

  @Test func onDeleteAndOnMoveAddWhatIsMissing() throws {
    struct Page: View {
      @State private var items = [Item(id: 1), Item(id: 2)]
      var body: some View {
        List {
          ForEach($items, editActions: .move) { $item in Text(item.title) }
            .onDelete { items.remove(atOffsets: $0) }
        }
        Text("\(items.map(\.id))")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts.filter { $0 == "Delete" || $0 == "Move up" }.count == 4)
    try host.tap(1)  // the second button of the first row: Move down
    _ = host.flush()
    #expect(host.texts.last == "[2, 1]")
    try host.tap(2)
    _ = host.flush()
    #expect(host.texts.last == "[1]")
  }

  @Test func aRowCanRefuse() {
    struct Page: View {
      @State private var items = [Item(id: 1), Item(id: 2)]
      var body: some View {
        List($items, editActions: .all) { $item in
          Text(item.title).deleteDisabled(item.id == 1).moveDisabled(item.id == 1)
        }
      }
    }
    #expect(ViewHost.shown(Page()).texts.filter { $0 == "Delete" || $0 == "Move up" }.count == 2)
  }
}
