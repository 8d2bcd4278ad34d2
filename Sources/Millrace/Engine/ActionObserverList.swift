// SPDX-License-Identifier: Apache-2.0

/// The observers of every action, called after its commit in the order in which they subscribed.
///
/// Adding and removing are safe at any time: one that was added hears from the next action on that
/// reaches the reducer, one that was removed is not called any more.
@MainActor
@usableFromInline
final class ActionObserverList<State, Action> {
  @usableFromInline typealias Observer = ActionObserver<State, Action>

  // Exclusive: all of it is the main actor's, and a list is not accessed while one of it is called.
  @usableFromInline @exclusivity(unchecked) var observers = OrderedSlots<Observer>()
  /// How many of them want the state before the action too.
  @usableFromInline @exclusivity(unchecked) var transitionObservers = 0
  /// Sound: the engine owns this list and takes its observers out, which ask for it, when it goes.
  unowned var host: ObserverHost?
  /// The number of the one that was added last.
  @usableFromInline @exclusivity(unchecked) private(set) var lastID: UInt64 = 0

  @usableFromInline init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }
  /// Whether the state before an action must be kept.
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

  /// Complexity: O(n), whatever letting go of one does to the others.
  func removeAll() {
    let removed = observers
    observers = OrderedSlots()
    transitionObservers = 0
    for observer in removed { observer.end() }
  }

  /// Calls the observers that were there when the action came to the reducer; `oldState` is there
  /// if one of them wanted it then.
  @inlinable
  func notify(
    _ action: Action, _ source: ActionSource, upTo last: UInt64 = .max, oldState: State?,
    newState: @autoclosure () -> State
  ) {
    guard let oldState else {
      let dispatched = DispatchedAction(action, source: source)
      for observer in observers where observer.id <= last { observer.onAction?(dispatched) }
      return
    }
    let transition = StateTransition(
      oldState: oldState, action: action, newState: newState(), source: source)
    let dispatched = DispatchedAction(action, source: source)
    for observer in observers where observer.id <= last {
      observer.onAction?(dispatched)
      observer.onTransition?(transition)
    }
  }
}

/// Hears of every action after its commit, with or without the states around it.
@usableFromInline
final class ActionObserver<State, Action>: Watcher {
  /// Its place in the order of calls: 0 before it is added and once it is cancelled.
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var onAction: ((DispatchedAction<Action>) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onTransition:
    ((StateTransition<State, Action>) -> Void)?
  let isOfTransitions: Bool
  /// Sound: the list that it is in, which lets go of it before it goes itself.
  fileprivate(set) unowned var list: ActionObserverList<State, Action>?

  init(actions: @escaping (DispatchedAction<Action>) -> Void) {
    onAction = actions
    isOfTransitions = false
  }

  init(transitions: @escaping (StateTransition<State, Action>) -> Void) {
    onTransition = transitions
    isOfTransitions = true
  }

  /// Lets go of the closures that it calls, although its subscription may live on.
  func end() {
    id = 0
    onAction = nil
    onTransition = nil
    list = nil
  }

  @usableFromInline
  override func cancel() {
    list?.remove(self)
  }
}
