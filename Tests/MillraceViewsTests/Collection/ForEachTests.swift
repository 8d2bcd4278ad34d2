// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Item: Identifiable, Equatable {
  let id: Int
  var title: String
}

@MainActor struct ForEachTests {
  @Test func everyFormOfData() {
    #expect(render(ForEach(0..<2) { Text("\($0)") }) == "<span>0</span><span>1</span>")
    #expect(render(ForEach(["a"], id: \.self) { Text($0) }) == "<span>a</span>")
    #expect(render(ForEach([Item(id: 1, title: "x")]) { Text($0.title) }) == "<span>x</span>")
    #expect(render(ForEach([Item]()) { Text($0.title) }) == "")
  }

  @Test func aRowMayHaveSeveralElements() {
    let html = render(
      ForEach(0..<2) { number in
        Text("\(number)")
        Divider()
      })
    #expect(html == "<span>0</span><hr><span>1</span><hr>")
  }

  @Test func bindingsToElements() throws {
    struct Item: Identifiable {
      var id: Int
      var name: String
    }
    struct Page: View {
      @State private var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
      var body: some View {
        ForEach($items) { $item in TextField("n", text: $item.name) }
        Text(items.map(\.name).joined())
        Button("Drop") { items.removeLast() }
      }
    }
    let host = ViewHost.shown(Page())
    try host.send(.input("z"), .input, 1)
    _ = host.flush()
    #expect(host.texts.contains("az"))
    try host.tap()
    _ = host.flush()
    #expect(host.texts.contains("a") && host.ids(.input).count == 1)
  }

  @Test func aRowOfAnElementThatIsGoneReadsItsLastValue() {
    final class Holder { var items = [Item(id: 1, title: "a"), Item(id: 2, title: "b")] }
    let holder = Holder()
    let items = Binding(get: { holder.items }, set: { holder.items = $0 })
    let rows = ForEach(items) { $item in Text(item.title) }
    holder.items.removeLast()
    let html = Array(rows.data).map { render(rows.content($0)) }
    #expect(html == ["<span>a</span>", "<span>b</span>"])
  }
}
