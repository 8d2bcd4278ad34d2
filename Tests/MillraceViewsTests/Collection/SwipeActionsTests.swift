// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct SwipeActionsTests {
  private struct Page: View {
    @State private var rows = ["a", "b"]
    @State private var flags = 0

    var body: some View {
      List {
        ForEach(rows, id: \.self) { row in
          Text(row)
            .contextMenu { Button("Info") {} }
            .swipeActions(edge: .leading) { Button("Flag \(flags)") { flags += 1 } }
            .padding()
            .swipeActions { Button("Archive", role: .destructive) { rows.removeAll { $0 == row } } }
        }
        .onMove { rows.move(fromOffsets: $0, toOffset: $1) }
        .onDelete { rows.remove(atOffsets: $0) }
        Text("last")
      }
    }
  }

  /// The labels of the buttons in the menus with the name "Actions".
  private func menus(_ host: ViewHost) -> [[String]] {
    host.elements().all
      .filter { $0.children.first?.label == "Actions" }
      .map { $0.all.filter { $0.role == .button }.dropFirst().map(\.label) }
  }

  private func tap(_ label: String, at index: Int = 0, in host: ViewHost) throws {
    let buttons = host.elements().all.filter { $0.role == .button && $0.label == label }
    try host.handle(ViewEvent(node: buttons[index].id, kind: .tap))
  }

  @Test func aRowHasOneMenuWithoutAGeneratedDelete() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    let menu = ["Flag 0", "Archive", "Move up", "Move down"]
    #expect(menus(host) == [menu, menu])
    try tap("Flag 0", at: 1, in: host)
    try page.apply(host.flush())
    #expect(menus(host).map(\.first) == ["Flag 1", "Flag 1"])
    try tap("Move up", at: 1, in: host)
    try page.apply(host.flush())
    #expect(host.texts.filter { $0.count == 1 } == ["b", "a"])
    try tap("Archive", at: 1, in: host)
    try page.apply(host.flush())
    #expect(host.texts.filter { $0.count == 1 } == ["b"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func everyRowInsideAModifierHasTheActionsAndNoOtherRow() {
    let host = ViewHost(
      List {
        Group {
          Text("a")
          Text("b")
        }
        .swipeActions { Button("Flag") {} }
        Text("c")
        Section { Text("d") }.swipeActions { Button("Fold") {} }
        List { Text("e") }.swipeActions { Button("Close") {} }
      })
    _ = host.html()
    #expect(menus(host) == [["Flag"], ["Flag"], ["Fold"], ["Close"]])
  }

  @Test(arguments: [false, true])
  func nestedModifiersUpdateTheMenusOnce(isInComponent: Bool) throws {
    struct Row: View {
      let mark: Int
      var body: some View { Text("a").swipeActions { Button("Inner \(mark)") {} } }
    }
    struct Marked: View {
      let isInComponent: Bool
      @State private var mark = 0
      var body: some View {
        List {
          if isInComponent {
            Row(mark: 0).swipeActions { Button("Outer \(mark)") { mark += 1 } }
          } else {
            Text("a").swipeActions { Button("Inner \(mark)") {} }
              .swipeActions { Button("Middle") {} }
              .swipeActions { Button("Outer \(mark)") { mark += 1 } }
          }
        }
      }
    }
    let host = ViewHost.shown(Marked(isInComponent: isInComponent))
    let before = host.bodies(of: RowMenu.self)
    try tap("Outer 0", in: host)
    _ = host.flush()
    #expect(host.bodies(of: RowMenu.self) == before + 1)
    #expect(
      menus(host) == [isInComponent ? ["Inner 0", "Outer 1"] : ["Inner 1", "Middle", "Outer 1"]])
  }

  @Test func generatedItemsComeAndGo() throws {
    struct Switched: View {
      @State private var isEditing = false
      var body: some View {
        let move: (IndexSet, Int) -> Void = { _, _ in }
        List {
          ForEach(0..<1, id: \.self) { Text("\($0)").swipeActions { Button("Flag") {} } }
            .onMove(perform: isEditing ? move : nil)
        }
        Button("Edit") { isEditing.toggle() }
      }
    }
    let host = ViewHost.shown(Switched())
    for menu in [["Flag", "Move up", "Move down"], ["Flag"]] {
      try tap("Edit", in: host)
      _ = host.flush()
      #expect(menus(host) == [menu])
    }
  }
}
