// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import MillraceWeb

@Suite struct OpenLoopTests {
  /// An event loop that has ended must not be used, not even for work that does nothing.
  @Test func aClosedLoopIsNotUsed() {
    let (loop, runs) = (CountingLoop(), SharedNumber())
    let open = OpenLoop(loop)
    open.execute { runs.add() }
    loop.run()
    #expect(runs.value == 1 && loop.wakeUps == 1)
    open.close()
    open.execute { runs.add() }
    loop.run()
    #expect(runs.value == 1 && loop.wakeUps == 1)
  }

  private final class SharedNumber: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }
}
