// SPDX-License-Identifier: Apache-2.0

/// What registers with an engine to hear of commits.
///
/// The steps come in this order for every commit: all observers look at the action, all refresh,
/// then those that are due are called. This protocol is all that the engine knows of them.
@usableFromInline
protocol StoreObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Whether it wants to look at actions before the reducer.
  var hasFilter: Bool { get }

  /// Looks at the state before and the action.
  func willReduce(_ state: State, _ action: Action)

  /// Hears whether the action that it looked at was committed.
  func didReduce(committed: Bool)

  /// Brings its selections up to date and tells whether it wants to be called.
  func refresh(_ state: State, _ counters: inout StoreCounters) -> Bool

  /// Is called; may dispatch, subscribe and cancel.
  func notify(_ state: State)
}

extension StoreObserver {
  @inlinable var hasFilter: Bool { false }
  @inlinable func willReduce(_ state: State, _ action: Action) {}
  @inlinable func didReduce(committed: Bool) {}
}
