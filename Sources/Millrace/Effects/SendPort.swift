// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A receiver of the actions and effects that a ``Send`` sends.
///
/// The port of a store is its mailbox. Therefore a `Send` of the store's own actions allocates
/// nothing.
@usableFromInline
protocol SendPort<Action>: AnyObject, Sendable {
  associatedtype Action: Sendable

  /// Receives an action from any thread and does not wait until it is committed.
  func post(_ action: DispatchedAction<Action>, from sender: Sender)

  /// Receives an action on the store's actor and runs it in the running turn, or in a new turn if
  /// none is running.
  @MainActor
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender)

  /// Starts an effect that another effect has passed to ``Send/start(_:)``.
  func start(_ effect: Effect<Action>, from sender: Sender)

  /// Reports an error that an effect has thrown and that nothing catches.
  func fail(_ error: UncaughtError, from sender: Sender)

  /// The clock of the store.
  var clock: any Clock<Duration> { get }

  /// Calls the follower's `look` at once, and again after each commit, until it returns true.
  ///
  /// - Returns: The number of the follower, for `unfollow`; nil if `look` has returned true
  ///   already, or if `onEnd` was called.
  @MainActor
  func follow(_ follower: CommitFollower<Action>) -> UInt64?

  /// Stops the calls of the follower with this number.
  @MainActor
  func unfollow(_ follower: UInt64)
}

/// Identifies the effect and the dispatch for which a ``Send`` sends.
@usableFromInline
struct Sender: Sendable {
  /// The identifier of the dispatch that started the effect.
  @usableFromInline let dispatchID: UInt64
  /// The token of the effect, or of the child for a `perform` of a child; nil for a `perform` of
  /// the store itself, and without a store.
  @usableFromInline let token: EffectToken?
  /// The tag of the actions that it sends: their cause and their effect.
  @usableFromInline let tag: ActionTag
  /// The number that `Engine.watchMail()` returned for the closure of a `perform`, a `promise` or
  /// a `listen`, or zero for any other code.
  ///
  /// The actions that are posted while the closure runs belong to its turn.
  @usableFromInline let watch: UInt64

  @inlinable
  init(dispatchID: UInt64 = 0, token: EffectToken?, tag: ActionTag = .none, watch: UInt64 = 0) {
    self.dispatchID = dispatchID
    self.token = token
    self.tag = tag
    self.watch = watch
  }
}

/// A port that calls a function for each action, for tests of middleware.
@usableFromInline
final class FunctionPort<Action: Sendable>: SendPort {
  private let onPost: @Sendable (DispatchedAction<Action>) -> Void

  init(_ onPost: @escaping @Sendable (DispatchedAction<Action>) -> Void) {
    self.onPost = onPost
  }

  @usableFromInline
  func post(_ action: DispatchedAction<Action>, from sender: Sender) { onPost(action) }

  @usableFromInline
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender) {
    onPost(action)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, from sender: Sender) {
    let send = Send(customPort: self, sender: sender)
    Task { @MainActor in effect.runDetached(send) }
  }

  @usableFromInline
  func fail(_ error: UncaughtError, from sender: Sender) {}

  @usableFromInline var clock: any Clock<Duration> { ContinuousClock() }

  /// Calls `look` once, and `onEnd` if it returns false: there is no store whose commits could be
  /// followed, so a read works and a wait ends at once.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if !follower.look(nil) { follower.onEnd() }
    return nil
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {}
}

/// A port that translates actions and effects and passes them on to another port.
///
/// An action without a translation is dropped.
@usableFromInline
final class TranslatingPort<Action: Sendable, Base: Sendable>: SendPort {
  private let base: any SendPort<Base>
  private let translation: ActionTranslation<Action, Base>

  init(_ base: any SendPort<Base>, _ translation: ActionTranslation<Action, Base>) {
    self.base = base
    self.translation = translation
  }

  @usableFromInline
  func post(_ action: DispatchedAction<Action>, from sender: Sender) {
    if let action = action.compactMap(translation.toWhole) { base.post(action, from: sender) }
  }

  @usableFromInline
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender) {
    if let action = action.compactMap(translation.toWhole) { base.receive(action, from: sender) }
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, from sender: Sender) {
    base.start(effect.translated(translation), from: sender)
  }

  @usableFromInline
  func fail(_ error: UncaughtError, from sender: Sender) { base.fail(error, from: sender) }

  @usableFromInline var clock: any Clock<Duration> { base.clock }

  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if follower.isForActions && translation.toPart == nil {
      reportOneWay()
      follower.onEnd()
      return nil
    }
    return base.follow(follower.translated(extract: translation.toPart))
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {
    base.unfollow(follower)
  }

  /// Reports an effect that waits for actions which cannot reach it, because its actions have no
  /// translation back.
  private func reportOneWay() {
    Diagnostics.report(
      """
      Millrace: an effect waits with `send.next` for \(Action.self). Its actions are translated \
      into \(Base.self), and there is no translation back. So the wait has ended with a \
      CancellationError. Probably the effect was translated by `Effect.map`, or its middleware was \
      lifted by an `outputAction` alone. Lift with `action:` and a case path, or wait for \
      \(Base.self) outside of the translation.
      """, ifFirst: Diagnostics.recordFirst("OneWayTranslation \(String(reflecting: Self.self))"))
  }
}

/// A translation of the actions of a part into actions of the whole, with an optional translation
/// back.
@usableFromInline
struct ActionTranslation<Part, Whole>: Sendable {
  /// Returns the whole's action for an action of the part, or nil to drop the action.
  let toWhole: @Sendable (Part) -> Whole?
  /// Returns the part's action that an action of the whole contains, or nil if it contains none.
  ///
  /// The property is nil if there is no translation back.
  let toPart: (@MainActor (Whole) -> Part?)?
  /// True if the action of a `just` is translated when the effect runs, and not when the effect is
  /// translated.
  let isLazy: Bool

  @usableFromInline
  init(
    toWhole: @escaping @Sendable (Part) -> Whole?, toPart: (@MainActor (Whole) -> Part?)? = nil,
    isLazy: Bool = false
  ) {
    self.toWhole = toWhole
    self.toPart = toPart
    self.isLazy = isLazy
  }
}
