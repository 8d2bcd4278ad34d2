// SPDX-License-Identifier: Apache-2.0

/// What registers with an engine to hear of commits.
///
/// The steps come in this order for every commit: those with a filter look at the action, all who
/// may be concerned refresh, then those that are due are called.
@usableFromInline
class StoreObserver<State, Action>: Watcher {
  /// Whether it wants to look at actions before the reducer.
  @inlinable var hasFilter: Bool { false }

  /// Looks at the state before and the action.
  @inlinable func willReduce(_ state: UnsafePointer<State>, _ action: Action) {}

  /// Hears whether the action that it looked at was committed.
  @inlinable func didReduce(committed: Bool) {}

  /// Brings what it delivers up to date and tells whether it wants to be called.
  @inlinable
  func refresh(_ state: UnsafePointer<State>, _ counters: inout StoreCounters) -> Bool { true }

  /// Is called; may dispatch, subscribe and cancel.
  @inlinable func notify(_ state: UnsafePointer<State>) {}

  /// Asks the graph to report it when what it watches changed.
  ///
  /// - Returns: False if the graph cannot, so that it must be asked after every commit.
  @inlinable func attach(to graph: SelectionGraph<State>) -> Bool { false }

  /// Lets go of the closure that it calls, although its subscription may live on.
  @inlinable func end() {}

  /// Takes back what `attach` did.
  @inlinable func detach(from graph: SelectionGraph<State>) {}
}

/// An observer that delivers values to a closure.
@usableFromInline
class DeliveringObserver<State, Action, Output>: StoreObserver<State, Action> {
  @usableFromInline @exclusivity(unchecked) var onChange: ((Output) -> Void)?
  /// The value that was delivered last, or is about to be.
  @usableFromInline @exclusivity(unchecked) var delivered: Output

  @inlinable
  init(delivered: Output, onChange: @escaping (Output) -> Void) {
    self.delivered = delivered
    self.onChange = onChange
  }

  @inlinable
  override func notify(_ state: UnsafePointer<State>) { onChange?(delivered) }

  @inlinable
  override func end() { onChange = nil }
}

/// Hears of every commit, without a comparison, and remembers nothing.
@usableFromInline
final class CommitObserver<State, Action>: StoreObserver<State, Action> {
  @usableFromInline @exclusivity(unchecked) var onCommit: ((State) -> Void)?

  @inlinable
  init(_ onCommit: @escaping (State) -> Void) {
    self.onCommit = onCommit
  }

  @inlinable
  override func notify(_ state: UnsafePointer<State>) { onCommit?(state.pointee) }

  @inlinable
  override func end() { onCommit = nil }
}
