// SPDX-License-Identifier: Apache-2.0

/// The observers of actions, rejections and replacements of the state, called in the order in which
/// they subscribed.
///
/// Adding and removing an observer are safe at any time. An added observer is called from the next
/// action on that reaches the reducer, and a removed one is not called again.
@MainActor
@usableFromInline
final class ActionObserverList<State, Action> {
  @usableFromInline typealias Observer = ActionObserver<State, Action>

  // Exclusive: all properties belong to the main actor, and no access to a list calls an observer.
  @usableFromInline @exclusivity(unchecked) var observers = OrderedSlots<Observer>()
  /// The number of observers that need the state before the action too.
  @usableFromInline @exclusivity(unchecked) var transitionObservers = 0
  /// The engine that owns this list.
  ///
  /// Sound: it is read only when an observer is removed, and the engine removes all observers
  /// before it is deallocated.
  unowned var host: (any ObserverHost)?
  /// The number of the last added observer.
  @usableFromInline @exclusivity(unchecked) private(set) var lastID: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }
  /// True if the state before an action must be copied.
  @inlinable var wantsOldState: Bool { transitionObservers > 0 }

  func add(_ observer: Observer) {
    lastID += 1
    observer.id = lastID
    observer.list = self
    if observer.isOfTransitions { transitionObservers += 1 }
    observers.append(observer, lastID)
  }

  func remove(_ observer: Observer) {
    guard observer.id != 0 else { return }
    if observers.remove(observer.id) && observer.isOfTransitions { transitionObservers -= 1 }
    observer.end()
    host?.updatePlain()
  }

  /// Removes all observers.
  ///
  /// The list is emptied before the closures of the first observer are released: a `deinit` of a
  /// captured object may cancel other observers.
  ///
  /// Complexity: O(n).
  func removeAll() {
    let removed = observers
    observers = OrderedSlots()
    transitionObservers = 0
    for observer in removed { observer.end() }
  }

  /// Calls the observers after a commit.
  ///
  /// Only observers up to the number `last` are called: those that were in the list when the action
  /// reached the reducer.
  ///
  /// `oldState` is nil unless an observer needed it at that time.
  @inlinable
  func notify(
    _ action: Action, _ source: ActionSource, upTo last: UInt64 = .max, oldState: State?,
    newState: @autoclosure () -> State
  ) {
    let dispatched = DispatchedAction(action, source: source)
    guard let oldState else {
      for observer in observers where observer.id <= last { observer.onAction?(dispatched) }
      return
    }
    let transition = StateTransition(
      oldState: oldState, action: action, newState: newState(), source: source)
    for observer in observers where observer.id <= last {
      observer.onAction?(dispatched)
      observer.onTransition?(transition)
    }
  }

  /// Reports a rejection to the observers with a function for it.
  @usableFromInline
  func notify(of rejection: DispatchedAction<Action>.Rejection, upTo last: UInt64) {
    for observer in observers where observer.id <= last { observer.onRejection?(rejection) }
  }

  /// Reports that the state was replaced without an action, to the observers with a function for
  /// it.
  func notifyOfReplacement(upTo last: UInt64) {
    for observer in observers where observer.id <= last { observer.onReplacement?() }
  }
}

/// An observer of actions, rejections and replacements of the state.
///
/// Each of its four functions can be nil. `onTransition` also gets the states before and after the
/// action.
@usableFromInline
final class ActionObserver<State, Action>: Watcher {
  /// Its position in the order of calls; 0 before it is added and after it is removed.
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var onAction: ((DispatchedAction<Action>) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onTransition:
    ((StateTransition<State, Action>) -> Void)?
  @exclusivity(unchecked) var onRejection: ((DispatchedAction<Action>.Rejection) -> Void)?
  @exclusivity(unchecked) var onReplacement: (() -> Void)?
  /// The list that contains this observer.
  ///
  /// Sound: a list removes its observers, which sets this to nil, before it is deallocated.
  fileprivate(set) unowned var list: ActionObserverList<State, Action>?

  init(
    actions: ((DispatchedAction<Action>) -> Void)? = nil,
    transitions: ((StateTransition<State, Action>) -> Void)? = nil,
    rejections: ((DispatchedAction<Action>.Rejection) -> Void)? = nil,
    replacements: (() -> Void)? = nil
  ) {
    onAction = actions
    onTransition = transitions
    onRejection = rejections
    onReplacement = replacements
  }

  var isOfTransitions: Bool { onTransition != nil }

  /// Marks the observer as removed and releases its closures; the subscription can live longer.
  func end() {
    id = 0
    onAction = nil
    onTransition = nil
    onRejection = nil
    onReplacement = nil
    list = nil
  }

  override func cancel() {
    list?.remove(self)
  }
}
