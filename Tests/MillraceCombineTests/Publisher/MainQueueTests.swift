// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TestSupport
import Testing

@testable import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@Suite struct MainQueueTests {
  @MainActor
  @Test func onTheMainActorItRunsAtOnce() async {
    let log = Log()
    MainQueue.run { log.append("inside") }
    log.append("after")
    #expect(log.lines == ["inside", "after"])
    await Task.yield()
    #expect(MainQueue.isCurrent)
  }

  @Test func onTheMainQueueItRunsAtOnceToo() async {
    let isAtOnce = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        let log = Log()
        MainQueue.run { log.append("inside") }
        continuation.resume(returning: log.lines == ["inside"])
      }
    }
    #expect(isAtOnce)
  }

  @Test func elsewhereItRunsSoon() async {
    let isMain = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let before = MainQueue.isCurrent
        MainQueue.run { continuation.resume(returning: (before, MainQueue.isCurrent)) }
      }
    }
    #expect(isMain == (false, true))
  }
}
