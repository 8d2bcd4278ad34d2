// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Task: Identifiable {
  let id: Int
  var isDone = false
}

@MainActor struct ListDataTests {
  @Test func numbers() {
    #expect(
      render(List(0..<2) { Text("\($0)") })
        == "<ul class=\"mv-list mv-x\"><li><span>0</span></li><li><span>1</span></li></ul>")
  }

  @Test func bindings() throws {
    struct Page: View {
      @State private var tasks = [Task(id: 1), Task(id: 2)]
      var body: some View {
        List($tasks) { $task in Toggle("\(task.id)", isOn: $task.isDone) }
        List($tasks, id: \.id) { $task in Text("\(task.isDone)") }
      }
    }
    let host = ViewHost.shown(Page())
    try host.send(.toggle(true), .input, 1)
    #expect(host.flush().count == 1)
    #expect(host.texts == ["1", "2", "false", "true"])
  }

  @Test func selections() throws {
    struct Page: View {
      @State private var one: Int?
      @State private var name: String?
      @State private var names: Set<String> = []
      @State private var several: Set<Int> = []
      @State private var tasks = [Task(id: 7)]
      var body: some View {
        List(0..<1, selection: $one) { Text("\($0)") }
        List(["a"], id: \.self, selection: $name) { Text($0) }
        List(["b"], id: \.self, selection: $names) { Text($0) }
        List(5..<6, selection: $several) { Text("\($0)") }
        List($tasks, selection: $one) { $task in Text("\(task.id)") }
        List($tasks, selection: $several) { $task in Text("\(task.id)") }
        Text("\(one ?? -1) \(name ?? "-") \(names) \(several.sorted())")
      }
    }
    let host = ViewHost.shown(Page())
    for row in 0..<6 {
      try host.send(.tap, .li, row)
      _ = host.flush()
    }
    #expect(host.texts.last == "7 a [\"b\"] [5, 7]")
  }
}
