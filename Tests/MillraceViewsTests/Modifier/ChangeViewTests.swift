// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ChangeViewTests {
  @MainActor private final class Log {
    var lines: [String] = []
  }

  private struct Page: View {
    let log: Log
    @State private var count = 0
    @State private var doubled = 0
    var body: some View {
      Button("Add") { count += 1 }
      Button("None") { count += 0 }
      Text("\(count) \(doubled)")
        .onChange(of: count) { old, new in
          log.lines.append("\(old)-\(new)")
          doubled = new * 2
        }
        .onChange(of: count) { log.lines.append("zero") }
        .onChange(of: count, initial: true) { old, new in log.lines.append("i\(old)-\(new)") }
    }
  }

  @Test func theActionGetsOldAndNewAndItsChangesArePartOfTheFlush() throws {
    let log = Log()
    let host = ViewHost.shown(Page(log: log))
    #expect(log.lines == ["i0-0"])
    try host.tap(0)
    #expect(log.lines.count == 1)
    #expect(host.flush() == [.setText(host.ids(.span)[2], "1 2")])
    #expect(Set(log.lines) == ["i0-0", "0-1", "zero", "i0-1"])
    try host.tap(1)
    _ = host.flush()
    #expect(log.lines.count == 4)
  }
}
