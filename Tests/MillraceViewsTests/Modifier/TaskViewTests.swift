// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor private final class Work {
  var lines: [String] = []
  private var waiting: CheckedContinuation<Void, Never>?

  /// The next line; waits until it is written.
  func line() async -> String {
    if lines.isEmpty { await withCheckedContinuation { waiting = $0 } }
    return lines.removeFirst()
  }

  func write(_ line: String) {
    lines.append(line)
    waiting?.resume()
    waiting = nil
  }

  /// Writes that it has begun, waits for its cancellation, and writes that it has ended.
  func run(_ name: String) async {
    write("begin \(name)")
    let (stream, _) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
    write("end \(name) \(Task.isCancelled)")
  }
}

private struct Page: View {
  let work: Work
  @State private var isShown = true
  @State private var number = 0
  var body: some View {
    Button("Toggle") { isShown.toggle() }
    Button("Next") { number += 1 }
    if isShown {
      Text("a").task(id: number) { await work.run("\(number)") }
    }
  }
}

@MainActor struct TaskViewTests {
  @Test func itBeginsWithTheViewAndIsCancelledWithIt() async throws {
    let work = Work()
    let host = ViewHost.shown(Page(work: work))
    #expect(await work.line() == "begin 0")
    try host.tap(0)
    _ = host.flush()
    #expect(await work.line() == "end 0 true")
  }

  @Test func anotherIDCancelsAndBeginsAgain() async throws {
    let work = Work()
    let host = ViewHost.shown(Page(work: work))
    #expect(await work.line() == "begin 0")
    try host.tap(1)
    _ = host.flush()
    let lines = [await work.line(), await work.line()]
    #expect(Set(lines) == ["end 0 true", "begin 1"])
    host.close()
    #expect(await work.line() == "end 1 true")
  }

  @Test func itIsCancelledWhileItIsCoveredAndBeginsAnew() async throws {
    struct Covered: View {
      let work: Work
      @State private var path: [Int] = []
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").task { await work.run("root") }
            .navigationDestination(for: Int.self) { number in
              Text("level").task { await work.run("\(number)") }
            }
        }
        Button("Go") { path = [1] }
        Button("Home") { path = [] }
      }
    }
    let work = Work()
    let host = ViewHost.shown(Covered(work: work))
    #expect(await work.line() == "begin root")
    let (go, home) = (host.ids(.button)[0], host.ids(.button)[1])
    for (button, wanted) in [
      (go, ["begin 1", "end root true"]), (home, ["begin root", "end 1 true"]),
    ] {
      try host.handle(ViewEvent(node: button, kind: .tap))
      _ = host.flush()
      let lines = [await work.line(), await work.line()]
      #expect(lines.sorted() == wanted)
    }
    host.close()
    #expect(await work.line() == "end root true")
  }

  @Test func withoutAnIDItRunsOnce() async {
    let work = Work()
    let model = Model()
    struct Plain: View {
      let work: Work
      let model: Model
      var body: some View { Text(model.text).task { await work.run("only") } }
    }
    let host = ViewHost.shown(Plain(work: work, model: model))
    #expect(await work.line() == "begin only")
    model.text = "b"
    #expect(host.flush().count == 1)
    host.close()
    #expect(await work.line() == "end only true")
  }
}
