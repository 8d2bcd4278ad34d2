// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Page: View {
  let model: Model
  @State private var isAsking = false
  @State private var isOpen = false
  @State private var log = ""
  var body: some View {
    VStack {
      Button("Ask") { isAsking = true }
      Button("Open") { isOpen = true }
      Text(log)
    }
    .alert("Sure?", isPresented: $isAsking) { Button("Yes") { log += "yes " } }
    .sheet(isPresented: $isOpen, onDismiss: { log += "closed " }) {
      Inside(model: model)
    }
  }
}

private struct Inside: View {
  let model: Model
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Text(model.text)
    Button("Stay") {}
    Button("Done") { dismiss() }
  }
}

private struct Nested: View {
  @State private var isOpen = false
  var body: some View {
    Button("Open both") { isOpen = true }
      .sheet(isPresented: $isOpen) {
        Text("outer").sheet(isPresented: $isOpen) { Text("inner") }
      }
  }
}

@MainActor struct DialogNodeTests {
  @Test func aSheetThatIsOpenWithTheOneAroundItIsAboveIt() throws {
    let host = ViewHost.shown(Nested())
    try host.tap(0)
    let html = host.flush().map { "\($0)" }.joined()
    let outer = try #require(html.range(of: "outer"))
    let inner = try #require(html.range(of: "inner"))
    #expect(outer.lowerBound < inner.lowerBound)
  }

  @Test func aButtonOfAnAlertClosesIt() throws {
    let host = ViewHost.shown(Page(model: Model()))
    try host.tap(0)
    let patches = host.flush()
    #expect(patches.count == 1)
    guard case .insert(let html, let parent, nil) = patches.first else {
      Issue.record("\(patches)")
      return
    }
    #expect(html.hasPrefix("<dialog") && parent == NodeID(rawValue: 1))
    let dialog = host.ids(.dialog)[0]
    try host.tap(2)
    #expect(host.flush() == [.remove(dialog), .setText(host.ids(.span)[2], "yes ")])
  }

  @Test func theLabelOfAnOpenAlertFollowsItsTitle() throws {
    struct Stock: View {
      @State private var count = 1
      @State private var isAsking = false
      var body: some View {
        Button("Ask") { isAsking = true }
          .alert("\(count) left", isPresented: $isAsking) { Button("Close") {} }
        Button("Add") { count += 1 }
      }
    }
    let host = ViewHost.shown(Stock())
    try host.tap(0)
    _ = host.flush()
    #expect(host.elements(.dialog)[0].value("aria-label") == "1 left")
    try host.tap(1)
    _ = host.flush()
    #expect(host.elements(.dialog)[0].value("aria-label") == "2 left")
  }

  @Test func aPersonClosesADialog() throws {
    let host = ViewHost.shown(Page(model: Model()))
    try host.tap(1)
    _ = host.flush()
    let dialog = host.ids(.dialog)[0]
    try host.send(.dismiss, .dialog)
    #expect(host.flush() == [.remove(dialog), .setText(host.ids(.span)[2], "closed ")])
    #expect(throws: ViewEventError.unknownNode(dialog)) {
      try host.handle(ViewEvent(node: dialog, kind: .dismiss))
    }
  }

  @Test func aSheetLivesAndClosesItself() throws {
    let model = Model()
    let host = ViewHost.shown(Page(model: model))
    try host.tap(1)
    _ = host.flush()
    model.text = "b"
    #expect(host.flush().count == 1)
    try host.tap(2)
    #expect(host.flush().isEmpty)
    try host.tap(3)
    #expect(host.flush().count == 2)
    #expect(host.ids(.dialog).isEmpty)
  }

  @Test func aDialogGoesWithItsView() throws {
    struct Outer: View {
      let model: Model
      var body: some View {
        if !model.isOn { Text("x").alert("a", isPresented: .constant(true)) {} }
      }
    }
    let model = Model()
    let host = ViewHost.shown(Outer(model: model))
    let text = host.ids(.span)[0]
    let dialog = host.ids(.dialog)[0]
    model.isOn = true
    #expect(host.flush() == [.remove(text, through: dialog)])
    #expect(host.ids(.dialog).isEmpty)
  }

  @Test func theActionOfADialogBelongsToIt() throws {
    struct Item: Identifiable { let id: Int }
    struct Sheet: View {
      let id: Int
      let keep: (DismissAction) -> Void
      @Environment(\.dismiss) private var dismiss
      var body: some View {
        Text("Item \(id)").onAppear { keep(dismiss) }
      }
    }
    struct Items: View {
      let keep: (DismissAction) -> Void
      @State private var item: Item?
      var body: some View {
        Button("Next") { item = Item(id: (item?.id ?? 0) + 1) }
          .sheet(item: $item) { Sheet(id: $0.id, keep: keep) }
      }
    }
    var kept: [DismissAction] = []
    let host = ViewHost.shown(Items { kept.append($0) })
    for count in 1...2 {
      try host.tap()
      _ = host.flush()
      #expect(kept.count == count)
    }
    kept[0]()
    _ = host.flush()
    #expect(host.ids(.dialog).count == 1 && host.texts.contains("Item 2"))
    kept[1]()
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty)
  }

  @Test func aDialogHasTheLooksOfTheEnvironmentAroundItsView() throws {
    struct Looks: View {
      @State private var isDark = true
      @State private var isOpen = true
      var body: some View {
        Text("a")
          .sheet(isPresented: $isOpen) { Button("Turn") { isDark.toggle() } }
          .environment(\.layoutDirection, isDark ? .rightToLeft : .leftToRight)
          .environment(\.colorScheme, isDark ? .dark : .light).controlSize(.small)
        Text("b").alert("Sure?", isPresented: $isOpen) {}
      }
    }
    let host = ViewHost(Looks())
    let page = PatchedPage(html: host.html())
    func looks() -> [String?] {
      host.elements(.dialog).flatMap { [$0.value("class"), $0.value("dir")] }
    }
    #expect(looks() == ["mv-sheet mv-dark mv-size-small", "rtl", "mv-alert", nil])
    try host.tap()
    try page.apply(host.flush())
    #expect(looks() == ["mv-sheet mv-light mv-size-small", "ltr", "mv-alert", nil])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }
}
