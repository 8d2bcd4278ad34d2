// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import Millrace

/// Actions that several threads enqueue at the same time.
///
/// The baseline is an array with a lock.
///
/// The time includes the calls and the processing, on all cores.
enum E1 {
  private static let threads = 16

  private enum Action: Sendable {
    case tick
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "E1", operation: "enqueue from 16 threads", ours: { ours(threads) },
      baseline: { baseline(threads) }, simpler: { ours(1) })
  ]

  @MainActor
  private static func ours(_ threads: Int) -> Trial {
    let store = Store(initialState: 0, reducer: Reducer<Int, Action> { state, _ in state += 1 })
    var sent = 0
    return Trial { operations in
      sent += operations
      split(operations, among: threads) { store.enqueue(.tick) }
      // Each turn of the store on the main actor runs a part of the actions.
      while store.state < sent { await Task { @MainActor in }.value }
    } problem: {
      Trial.difference("the state", is: store.state, expected: $0)
    }
  }

  @MainActor
  private static func baseline(_ threads: Int) -> Trial {
    let model = Plain<Int, Action>(0) { state, _ in state += 1 }
    let list = LockedList<Action>()
    return Trial { operations in
      split(operations, among: threads) { list.append(.tick) }
      for action in list.take() { send(action, to: model) }
    } problem: {
      Trial.difference("the state", is: model.state, expected: $0)
    }
  }

  /// Does the work `operations` times in total, and returns when all threads have finished.
  private static func split(
    _ operations: Int, among threads: Int, _ work: @escaping @Sendable () -> Void
  ) {
    let group = DispatchGroup()
    for index in 0..<threads {
      let share = operations / threads + (index < operations % threads ? 1 : 0)
      group.enter()
      Thread {
        unpinThread()
        for _ in 0..<share { work() }
        group.leave()
      }
      .start()
    }
    group.wait()
  }
}

/// An array to which several threads append.
private final class LockedList<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  func append(_ element: Element) {
    lock.withLock { elements.append(element) }
  }

  func take() -> [Element] {
    lock.withLock {
      defer { elements = [] }
      return elements
    }
  }
}
