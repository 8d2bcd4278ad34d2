// SPDX-License-Identifier: Apache-2.0

/// Counts the running effects of each dispatch, so that a receipt can wait for them.
///
/// Its lock guards the table; it is held for a few instructions and never while code of others
/// runs.
@usableFromInline
final class EffectTracker: Sendable {
  private struct Scope {
    var running = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let scopes = Guarded<[UInt64: Scope]>([:])

  init() {}

  /// Whether effects of a dispatch are running.
  func isRunning(_ scope: UInt64) -> Bool {
    scopes.withLock { $0[scope] != nil }
  }

  @usableFromInline
  func begin(_ scope: UInt64) {
    guard scope != 0 else { return }
    scopes.withLock { $0[scope, default: Scope()].running += 1 }
  }

  @usableFromInline
  func end(_ scope: UInt64) {
    let waiters = scopes.withLock { scopes -> [CheckedContinuation<Void, Never>] in
      guard var entry = scopes[scope] else { return [] }
      entry.running -= 1
      scopes[scope] = entry.running == 0 ? nil : entry
      return entry.running == 0 ? entry.waiters : []
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when no effect of the dispatch runs.
  func finish(_ scope: UInt64) async {
    await withCheckedContinuation { continuation in
      let isDone = scopes.withLock { scopes in
        if scopes[scope] == nil { return true }
        scopes[scope]?.waiters.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  /// Lets everybody go; called when the store ends.
  func finishAll() {
    let waiters = scopes.withLock { scopes in
      let all = scopes.values.flatMap(\.waiters)
      scopes = [:]
      return all
    }
    for waiter in waiters { waiter.resume() }
  }
}
