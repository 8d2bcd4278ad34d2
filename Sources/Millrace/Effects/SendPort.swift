// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where the actions of a ``Send`` go.
///
/// The port of a store is its mailbox, so that making a `Send` allocates nothing.
@usableFromInline
protocol SendPort<Action>: AnyObject, Sendable {
  associatedtype Action: Sendable

  /// Takes an action without waiting.
  func post(_ action: DispatchedAction<Action>, from sender: Sender)

  /// Takes an action on the store's actor, in the running turn or in one of its own.
  @MainActor
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender)

  /// Starts an effect that another effect has sent.
  func start(_ effect: Effect<Action>, from sender: Sender)

  /// An effect has thrown an error that nothing catches, and ends.
  func fail(_ error: UncaughtError, from sender: Sender)

  /// The clock of the store.
  var clock: any Clock<Duration> { get }

  /// Lets an effect look at the state now and after each commit.
  ///
  /// - Returns: Its number, for `unfollow`; nil if it has seen enough, or `onEnd` was called.
  @MainActor
  func follow(_ follower: CommitFollower<Action>) -> UInt64?

  @MainActor
  func unfollow(_ follower: UInt64)
}

/// What a ``Send`` tells a port of the effect for which it sends.
@usableFromInline
struct Sender: Sendable {
  /// The dispatch to which the actions belong.
  @usableFromInline let dispatchID: UInt64
  /// The effect, or the child of a `perform`; nil for a `perform` of the store itself.
  @usableFromInline let token: EffectToken?
  /// What its actions say of their cause and of the effect.
  @usableFromInline let tag: ActionTag
  /// The number of the code of a `perform` or a `promise`, or zero.
  ///
  /// It is from `Engine.watchMail()`.
  @usableFromInline let watch: UInt64

  @inlinable
  init(dispatchID: UInt64 = 0, token: EffectToken?, tag: ActionTag = .none, watch: UInt64 = 0) {
    self.dispatchID = dispatchID
    self.token = token
    self.tag = tag
    self.watch = watch
  }
}

/// A port that is made of a function, for tests of middleware.
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

  /// There is no store whose commits it could show: reading works, waiting ends at once.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if !follower.look(nil) { follower.onEnd() }
    return nil
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {}
}

/// A port that translates what it is given and passes it on, or drops it.
@usableFromInline
final class TranslatingPort<Action: Sendable, Base: Sendable>: SendPort {
  private let base: any SendPort<Base>
  private let translation: ActionTranslation<Action, Base>
  private let effect: @Sendable (Effect<Action>) -> Effect<Base>

  init(
    _ base: any SendPort<Base>, _ translation: ActionTranslation<Action, Base>,
    effect: @escaping @Sendable (Effect<Action>) -> Effect<Base>
  ) {
    self.base = base
    self.translation = translation
    self.effect = effect
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
    base.start(self.effect(effect), from: sender)
  }

  @usableFromInline
  func fail(_ error: UncaughtError, from sender: Sender) { base.fail(error, from: sender) }

  @usableFromInline var clock: any Clock<Duration> { base.clock }

  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if follower.isForActions && translation.toPart == nil {
      Diagnostics.report(
        OneWayTranslation(part: Action.self, whole: Base.self), oncePer: "\(Action.self)")
      follower.onEnd()
      return nil
    }
    return base.follow(follower.translated(extract: translation.toPart))
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {
    base.unfollow(follower)
  }
}

/// Translates the actions of a part into those of the whole, and back where that is known.
@usableFromInline
struct ActionTranslation<Part, Whole>: Sendable {
  /// Returns the action of the whole, or nil to drop it.
  let toWhole: @Sendable (Part) -> Whole?
  /// Returns the part's action within one of the whole; nil where that is not known.
  let toPart: (@MainActor (Whole) -> Part?)?

  @usableFromInline
  init(
    toWhole: @escaping @Sendable (Part) -> Whole?, toPart: (@MainActor (Whole) -> Part?)? = nil
  ) {
    self.toWhole = toWhole
    self.toPart = toPart
  }
}

/// A report of an effect that waits for actions which never reach it.
struct OneWayTranslation: CustomStringConvertible {
  let part: Any.Type
  let whole: Any.Type

  var description: String {
    """
    Millrace: an effect waits with `send.next` for \(part), which is made into \(whole) on its way \
    to the store and cannot be found in it again, so the effect ends. It was translated by \
    `Effect.map`, or its middleware was lifted by an `outputAction` alone. Lift with \
    `action:` and a case path, or wait for \(whole) outside of the translation.
    """
  }
}

extension Effect {
  /// Waits for a callback that brings one action.
  ///
  /// The work is called on the store's actor, right after the commit. What it completes before it
  /// returns is dispatched in the same turn. The effect ends with the first completion; further
  /// ones are ignored. It also ends when the work lets go of the function without a call. After
  /// a cancellation a completion is ignored.
  ///
  /// ```swift
  /// .promise { complete in
  ///   legacy.fetch { result in complete(.fetched(result)) }     // on any thread
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - work: Starts something and passes the function on, to be called when that is done.
  ///   - handler: Makes an action of an error that the work throws. Without it the error ends the
  ///     effect and is reported as that of a `run`.
  /// - Returns: An effect that ends with the callback.
  public static func promise(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @MainActor (@escaping @Sendable (Action) -> Void) throws -> Void,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .listen(
      fileID: fileID, function: function, line: line,
      { listener in try work { listener.end(with: DispatchedAction($0, source: source)) } },
      catch: handler)
  }
}
