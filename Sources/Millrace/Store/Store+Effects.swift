// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Starts an effect that no action asked for.
  ///
  /// The store owns it like any other: it ends with the store, and `.cancel(id:)` ends it earlier.
  ///
  /// ```swift
  /// store.addEffect(
  ///   .forEach(store.updates(on: \.username)) { _ in
  ///     .just(.checkUsername).debounce(id: Field.username, for: .seconds(0.8))
  ///   })
  /// ```
  ///
  /// - Parameter effect: What to do.
  /// - Returns: A receipt; `await receipt.finish()` waits for the effect and what it leads to.
  @discardableResult
  public func addEffect(_ effect: Effect<Action>) -> DispatchReceipt {
    engine.add(effect)
  }
}

extension Engine {
  /// Starts an effect that no action asked for.
  @usableFromInline
  func add(_ effect: Effect<Action>) -> DispatchReceipt {
    guard !isEnded else { return .committed }
    lastScope += 1
    let scope = lastScope
    inTurn { start(effect, scope: scope) }
    return DispatchReceipt(.committed, scope: scope, tracker: tracker)
  }

  /// Does something as a part of the running turn, or as a turn of its own.
  func inTurn(_ body: () -> Void) {
    guard phase == .idle else { return body() }
    phase = .effects
    body()
    runTurn()
  }
}
