// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

private final class Listener {
  var updates = 0
  var seen: [String] = []
}

private struct NameKey: EnvironmentKey { static let defaultValue = "nobody" }

extension EnvironmentValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

/// A property wrapper that contains other property wrappers, like `Selected` of MillraceUI.
@MainActor @propertyWrapper private struct Watched<Value> {
  @Environment(\.name) private var name
  @State private var listener = Listener()
  private let transform: (String) -> Value
  private var latest: Value?

  init(_ transform: @escaping (String) -> Value) { self.transform = transform }

  var wrappedValue: Value? { latest }
  var projectedValue: Listener { listener }
}

extension Watched: @preconcurrency DynamicProperty {
  mutating func update() {
    listener.updates += 1
    listener.seen.append(name)
    latest = transform(name)
  }
}

private struct Child: View {
  @Watched({ $0.count }) private var length
  @State private var count = 0
  let report: (Listener) -> Void

  var body: some View {
    let _ = report($length)
    Button("\(length ?? -1) \(count)") { count += 1 }
  }
}

private struct Page: View {
  @State private var name = "a"
  let report: (Listener) -> Void
  var body: some View {
    Child(report: report).environment(\.name, name)
    Button("Rename") { name += "b" }
  }
}

@MainActor struct DynamicPropertyTests {
  @Test func innerPropertiesAreConnectedBeforeUpdateOnTheCopyThatRuns() throws {
    var listeners: [Listener] = []
    let host = ViewHost.shown(Page { listeners.append($0) })
    #expect(host.texts[0] == "1 0")
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts[0] == "1 1")
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts[0] == "2 1")
    #expect(listeners.count == 3)
    #expect(listeners.allSatisfy { $0 === listeners[0] })
    #expect(listeners[0].updates == 3)
    #expect(listeners[0].seen == ["a", "a", "ab"])
  }

  @Test func updateIsOptional() {
    struct Plain: DynamicProperty { let text = "plain" }
    struct Reader: View {
      var plain = Plain()
      var body: some View { Text(plain.text) }
    }
    #expect(ViewHost.shown(Reader()).texts == ["plain"])
  }
}
