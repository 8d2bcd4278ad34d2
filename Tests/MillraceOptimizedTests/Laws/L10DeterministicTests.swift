// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L10: same initial state, same actions: same states, same order of notifications.
@MainActor
@Suite struct L10DeterministicTests {
  /// Everything that can be seen of a run.
  private func trace(of actions: [LedgerAction]) -> [String] {
    let log = Log()
    let middleware = LedgerMiddleware { action, _, state in
      log.append("handle \(action) at \(state.count)")
      guard case .setOther(let value) = action else { return .none }
      return .merge(
        .sequence(.add(value), .note("n\(value)")), .perform { _ in log.append("io") })
    }
    let store = LedgerStore(
      initialState: Ledger(payload: [0, 0, 0, 0]), reducer: .throwingLedger,
      middleware: middleware)
    store.onRejection = { log.append("rejected \($0.dispatched.action)") }
    let subscriptions = [
      store.subscribe(to: \.count) { log.append("count \($0)") },
      store.subscribe(to: \.notes) { log.append("notes \($0.count)") },
      store.subscribe(to: StateSelector { $0.payload.reduce(0, +) }) { log.append("sum \($0)") },
    ]
    for action in actions { store.dispatch(action) }
    subscriptions.forEach { $0.cancel() }
    return log.lines + ["\(store.state)"]
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func theSameActionsGiveTheSameRun(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let actions = (0..<500).map { _ -> LedgerAction in
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: .add(Int.random(in: -2...2, using: &generator))
      case 1: .setOther(Int.random(in: 0..<3, using: &generator))
      case 2: .write(Int.random(in: 0..<4, using: &generator))
      case 3: .fail
      default: .note("x")
      }
    }
    let first = trace(of: actions)
    #expect(first == trace(of: actions), "seed \(seed)")
    #expect(first.count > 500, "seed \(seed)")
  }
}
