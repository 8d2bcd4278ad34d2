// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting

extension Store where State == Ledger, Action == LedgerAction {
  /// A store whose action `.note(name)` starts the effect with that name.
  public static func starting(
    _ effects: [String: Effect<LedgerAction>], clock: TestClock = TestClock()
  ) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard case .note(let name) = action, let effect = effects[name] else { return .none }
        return effect
      }, clock: clock)
  }
}

/// Yields to other tasks until a condition is true.
///
/// The condition must become true without further work of the test.
@MainActor
public func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}

/// Records the notes of a store with the times of their commits.
@MainActor
public final class Timeline {
  /// The clock of the store.
  public let clock = TestClock()
  /// The store; `.note(name)` starts the effect with that name.
  public let store: LedgerStore
  /// The committed notes: each with its time in milliseconds before it.
  public private(set) var lines: [String] = []
  private var receipts: [DispatchReceipt] = []
  private var subscription: StoreSubscription?

  /// Creates a store with named effects.
  public init(_ effects: [String: Effect<LedgerAction>]) {
    store = .starting(effects, clock: clock)
    subscription = store.subscribe(to: \.notes) { [unowned self] notes in
      lines.append("\(milliseconds) \(notes.last ?? "")")
    }
  }

  private var milliseconds: Int { Int((clock.now.offset / .milliseconds(1)).rounded()) }

  /// Lets time pass up to a number of milliseconds, and dispatches notes.
  public func at(_ time: Int, _ notes: String...) {
    clock.advance(by: .milliseconds(time) - clock.now.offset)
    for note in notes { receipts.append(store.dispatch(.note(note))) }
  }

  /// Lets time pass up to a number of milliseconds, and waits until a number of notes is committed.
  public func at(_ time: Int, expect count: Int) async {
    at(time)
    await until { lines.count >= count }
  }

  /// Waits until all effects have ended.
  public func finish() async {
    for receipt in receipts { await receipt.finish() }
  }
}
