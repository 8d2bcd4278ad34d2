// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Synchronization
import Testing

/// A model whose change runs an action before the new value is stored.
///
/// A change on another thread can be interrupted at that point.
private final class Slow: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Mutex("old")

  var text: String {
    registrar.access(self, keyPath: \.text)
    return stored.withLock { $0 }
  }

  func change(to text: String, inTheMiddle action: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.text) {
      action()
      stored.withLock { $0 = text }
    }
  }
}

private struct SlowText: View {
  let model: Slow
  var body: some View { Text(model.text) }
}

@MainActor struct ObserveTests {
  @Test func aFlushInTheMiddleOfAChangeIsTooEarlyAndTheNextOneHasIt() {
    let model = Slow()
    let host = ViewHost.shown(SlowText(model: model))
    model.change(to: "new") { #expect(host.flush().isEmpty) }
    #expect(host.flush() == [.setText(host.ids(.span)[0], "new")])
    #expect(host.bodyCount == 2)
  }

  @Test func aChangeIsOneRun() {
    let model = Slow()
    let host = ViewHost.shown(SlowText(model: model))
    model.change(to: "new") {}
    #expect(host.flush().count == 1)
    #expect(host.flush().isEmpty)
    #expect(host.bodyCount == 2)
  }
}
