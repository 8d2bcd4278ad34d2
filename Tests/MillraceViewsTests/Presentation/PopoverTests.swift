// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct PopoverTests {
  struct Page: View {
    @State private var isOpen = false
    var body: some View {
      Button("Open") { isOpen = true }.popover(isPresented: $isOpen) { Text("inside") }
      Text("\(isOpen)")
    }
  }

  @Test func itOpensAndIsClosed() throws {
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["Open", "inside", "true"])
    let popover = try #require(host.elements(.div).first { $0.value("role") == "dialog" })
    try host.handle(ViewEvent(node: popover.id, kind: .dismiss))
    _ = host.flush()
    #expect(host.texts == ["Open", "false"])
  }

  private struct Item: Identifiable { let id: Int }

  private struct Inside: View {
    let id: Int
    let keep: (DismissAction) -> Void
    @Environment(\.dismiss) private var dismiss
    var body: some View {
      Text("item \(id)").onAppear { keep(dismiss) }
    }
  }

  private struct Items: View {
    let keep: (DismissAction) -> Void
    @State private var item: Item?
    var body: some View {
      Button("Next") { item = Item(id: (item?.id ?? 0) + 1) }
        .popover(item: $item) { Inside(id: $0.id, keep: keep) }
    }
  }

  @Test func theActionOfAnItemClosesNoOtherOne() throws {
    var kept: [DismissAction] = []
    let host = ViewHost.shown(Items { kept.append($0) })
    for _ in 0..<2 {
      try host.tap()
      _ = host.flush()
    }
    try #require(kept.count == 2)
    kept[0]()
    _ = host.flush()
    #expect(host.texts == ["Next", "item 2"])
    kept[1]()
    _ = host.flush()
    #expect(host.texts == ["Next"])
  }

  private struct Flag: View {
    let keep: (DismissAction) -> Void
    @State private var isOpen = false
    var body: some View {
      Button("Turn") { isOpen.toggle() }
        .popover(isPresented: $isOpen) { Inside(id: 1, keep: keep) }
    }
  }

  @Test func theActionOfAPopoverClosesNoLaterOne() throws {
    var kept: [DismissAction] = []
    let host = ViewHost.shown(Flag { kept.append($0) })
    for _ in 0..<3 {
      try host.tap()
      _ = host.flush()
    }
    try #require(kept.count == 2)
    kept[0]()
    _ = host.flush()
    #expect(host.texts == ["Turn", "item 1"])
    kept[1]()
    _ = host.flush()
    #expect(host.texts == ["Turn"])
  }

  @Test func thePopoverOfADisabledViewIsClosed() throws {
    struct Locked: View {
      @State private var isOpen = true
      var body: some View {
        VStack { Button("Open") {}.popover(isPresented: $isOpen) { Button("Do") {} } }
          .disabled(true)
        Text("\(isOpen)")
      }
    }
    let host = ViewHost.shown(Locked())
    let popover = try #require(host.elements(.div).first { $0.value("role") == "dialog" })
    #expect(throws: ViewEventError.self) { try host.tap(1) }
    try host.handle(ViewEvent(node: popover.id, kind: .dismiss))
    _ = host.flush()
    #expect(host.texts == ["Open", "false"])
  }

  private struct Closing: View {
    @Environment(\.dismiss) private var dismiss
    var body: some View { Button("Close") { dismiss() } }
  }

  @Test func whatReadsTheActionOfAPopoverDoesNotRunWithItsView() throws {
    struct Page: View {
      @State private var count = 0
      @State private var isOpen = true
      @State private var item: Item? = Item(id: 1)
      var body: some View {
        Button("Add") { count += 1 }
        Text("\(count)")
          .popover(isPresented: $isOpen) {
            Text("count \(count)")
            Closing()
          }
        Text("item \(item?.id ?? 0)")
          .popover(item: $item) { _ in
            Text("count \(count)")
            Closing()
          }
      }
    }
    let host = ViewHost.shown(Page())
    for _ in 0..<3 {
      try host.tap()
      _ = host.flush()
    }
    #expect(host.texts.count { $0 == "count 3" } == 2)
    #expect(host.bodies(Closing.self) == 2)
    for left in [1, 0] {
      try host.tap(1)
      _ = host.flush()
      #expect(host.texts.count { $0 == "count 3" } == left)
    }
  }
}
