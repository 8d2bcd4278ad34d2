// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct AwaitedTests {
  @Test func theFirstCallSettlesIt() async {
    let awaited = Awaited<Int>()
    #expect(awaited.value == nil)
    awaited.settle(1)
    awaited.settle(2)
    #expect(awaited.value == 1)
    #expect(await awaited.settled() == 1)
    #expect(await awaited.settled(orOnCancel: 3) == 1)
  }

  @Test func nothingIsAValueToo() async {
    let awaited = Awaited<Int?>()
    awaited.settle(nil)
    awaited.settle(1)
    #expect(await awaited.settled() == nil)
  }

  @Test func allTasksThatWaitGetTheValue() async {
    let awaited = Awaited<Int>()
    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await awaited.settled() } }
      group.addTask {
        awaited.settle(2)
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 40)
  }

  @Test func aCancelledTaskSettlesIt() async {
    let awaited = Awaited<Int>()
    let task = Task { await awaited.settled(orOnCancel: 3) }
    task.cancel()
    #expect(await task.value == 3)
    #expect(awaited.value == 3)
    let late = Awaited<Int>()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await late.settled(orOnCancel: 4)
    }
    #expect(await cancelled.value == 4)
  }
}
