// SPDX-License-Identifier: Apache-2.0

/// A description of work that leads to actions.
///
/// An effect does nothing by itself: a feature or a middleware returns it, the store runs it after
/// the commit, owns it while it runs, and cancels it when the store goes away or its id is
/// cancelled. Actions of one effect arrive in the order in which it sent them.
///
/// ```swift
/// Effect.run { send in
///   for await tick in ticks { await send(.tick(tick)) }
/// }
/// .cancellable(id: Timers.main)
/// ```
///
/// Which kind to choose is told in <doc:ChoosingEffects>.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  enum Operation: Sendable {
    case none
    case just(DispatchedAction<Action>)
    case sequence([Action], ActionSource)
    case perform(@MainActor (Send<Action>) -> Void)
    case deferred(@MainActor () -> Effect)
    // The priority is its raw value: `TaskPriority` is not frozen, and one payload whose size only
    // the runtime knows makes each copy of an effect a call of it.
    case run(Work, priority: UInt8?)
    case listen(@MainActor (Effect<Action>.Listener) -> Void)
    case sleep(Duration)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(EffectID)
    indirect case cancellable(Effect, EffectID, EffectPolicy)
    indirect case throttle(Effect, EffectID, Duration, latest: Bool)
    /// An effect of a child.
    indirect case within(ChildPlace, EffectID, Effect)
  }

  /// What a task does.
  @usableFromInline
  enum Work: Sendable {
    /// The code of a task; the `Send` with which it sends is captured in it.
    @usableFromInline typealias Code = @isolated(any) @Sendable () async -> Void

    case function(@isolated(any) @Sendable (Send<Action>) async -> Void)
    /// Makes a closure that holds a translated sender. A task that released the sender itself would
    /// first go back to the executor on which it was before its last send.
    case made(@Sendable (Send<Action>) -> Code)

    /// The code, which sends with a sender.
    func code(_ send: Send<Action>) -> Code {
      switch self {
      case .made(let make): make(send)
      case .function(let work):
        if work.isolation is MainActor {
          { @MainActor in await work(send) }
        } else {
          { await work(send) }
        }
      }
    }
  }

  /// What the engine checks first: reading the operation itself would copy it.
  @usableFromInline
  enum Kind: UInt8, Sendable {
    case none
    case just
    case other
  }

  @usableFromInline let operation: Operation
  @usableFromInline let kind: Kind

  @inlinable
  init(operation: Operation, kind: Kind = .other) {
    self.operation = operation
    self.kind = kind
  }

  /// The effect that sends one action at once.
  @inlinable
  init(just action: DispatchedAction<Action>) {
    self.init(operation: .just(action), kind: .just)
  }

  @inlinable var isNone: Bool { kind == .none }

  /// The effect that does nothing.
  @inlinable
  public static var none: Effect { Effect(operation: .none, kind: .none) }

  /// Calls a closure on the main actor, right after the commit.
  ///
  /// It sees the new state. What it sends at once is queued and runs before the outermost dispatch
  /// returns; what it sends later, from any thread, runs in the order in which it was sent.
  ///
  /// ```swift
  /// .perform { send in alerts.show("Saved") { send.dispatch(.dismissed) } }
  /// ```
  ///
  /// It has ended when the closure returns. A `send` that is kept for later, by a callback or by a
  /// `Task` that the closure starts, is no effect that runs: nothing cancels that task, neither a
  /// receipt's `finish()` nor a test waits for it, and a test may end before its action comes. Take
  /// ``run(priority:_:)`` for what waits, and `promise` or `listen` for what calls back.
  @inlinable
  public static func perform(_ work: @escaping @MainActor (Send<Action>) -> Void) -> Effect {
    Effect(operation: .perform(work))
  }

  /// An effect that is made after the commit, when the new state can be read.
  ///
  /// ```swift
  /// .deferred { state.isOnline ? .just(.reload) : .none }
  /// ```
  @inlinable
  public static func deferred(_ make: @escaping @MainActor () -> Effect) -> Effect {
    Effect(operation: .deferred(make))
  }

  /// Sends one action, on the store's actor, without a task.
  @inlinable
  public static func just(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    Effect(just: DispatchedAction(action, fileID: fileID, function: function, line: line))
  }

  /// Sends several actions in order, on the store's actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: Action..., fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    sequence(actions, fileID: fileID, function: function, line: line)
  }

  /// Sends several actions in order, on the store's actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: [Action], fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    Effect(
      operation: .sequence(actions, ActionSource(fileID: fileID, function: function, line: line)))
  }
}

extension Effect {
  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Starts several effects, in order, and lets them run side by side.
  ///
  /// It may be put together piece by piece, `effects.reduce(.none) { .merge($0, $1) }`, to any
  /// length: a merge in a merge becomes a part of it.
  ///
  /// Complexity: O(n) for n effects; one more for a merge of m is O(log m).
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect { EffectList.merge.join(effects) }

  /// Runs several effects one after the other.
  ///
  /// Each starts when the one before it has ended and everything that it sent is committed.
  ///
  /// ```swift
  /// .concatenate(.just(.began), .task { .loaded(await api.load()) }, .just(.ended))
  /// ```
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs several effects one after the other.
  ///
  /// It may be put together piece by piece to any length, as a merge may.
  ///
  /// Complexity: O(n) for n effects; one more for a concatenation of m is O(log m).
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect {
    EffectList.concatenate.join(effects)
  }
}

extension Effect {
  /// Gives this effect an id, by which it can be cancelled and by which effects take turns.
  ///
  /// Ids belong to one store, and ids of different types are never equal. The id stands for the
  /// effect as a whole, with all its parts. It is forgotten when the last effect that has it ends.
  /// An effect that sends at once and is done has ended before it can be cancelled.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.cancellable(id: SearchID(), policy: .latest)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id. Its `==` and `hash` must not use the store.
  ///   - policy: What happens when an effect with this id is already running.
  /// - Returns: This effect with an id.
  public func cancellable(
    id: some Hashable & Sendable, policy: EffectPolicy = .concurrent
  ) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), policy))
  }

  /// Cancels the effects with an id: those that run, those that wait, and timers.
  ///
  /// Their tasks are cancelled and nothing that they send from then on is dispatched, not even
  /// what they sent before and what still waits its turn.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(operation: .cancel(EffectID(id)))
  }
}

extension Effect {
  /// Starts this effect later, on the store's clock.
  ///
  /// The time runs from when this effect would have started: right after the commit or, in a
  /// `concatenate`, when the effect before it has ended. Cancelling the effect also ends the wait.
  public func delay(for duration: Duration) -> Effect {
    .concatenate(Effect(operation: .sleep(duration)), self)
  }

  /// Starts this effect after a pause in which no other one with its id came.
  ///
  /// A new effect with the id cancels the one before it, whether it still waits or runs already.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.debounce(id: SearchID(), for: .seconds(0.8))
  /// ```
  ///
  /// - Parameters:
  ///   - id: Tells which effects are meant; see ``cancellable(id:policy:)``.
  ///   - duration: How long the pause must be, on the store's clock.
  /// - Returns: An effect that waits for the pause.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    delay(for: duration).cancellable(id: id, policy: .latest)
  }

  /// Starts at most one effect with an id per stretch of time.
  ///
  /// The first one starts at once and opens a window. Of those that come while it is open, the
  /// last one starts when it closes and opens the next; without `latest` they are dropped.
  /// Cancelling the id cancels what runs and what is kept, and closes the window.
  ///
  /// - Parameters:
  ///   - id: Tells which effects are meant; see ``cancellable(id:policy:)``.
  ///   - duration: How long a window is open, on the store's clock.
  ///   - latest: Whether the last one that came in a window starts at its end.
  /// - Returns: An effect that may start later or not at all.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), duration, latest: latest))
  }
}

/// A typed cancel id: equal only if both the types and the values are equal.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  // Sound: the value is `Sendable` by the initializer's constraint; `AnyHashable` forgets that.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// The value, if it is of this type.
  func value<ID>(as: ID.Type) -> ID? { value.base as? ID }
}

extension EffectID: CustomStringConvertible {
  @usableFromInline var description: String { "\(value)" }
}

/// What happens when an effect is to start while another one with the same id is running.
///
/// An effect that the new one is a part of is not another one: an id that is put around an effect
/// twice means the same as once. What was cancelled is no longer in the way, although its task may
/// take a while to end: nothing that it sends is taken any more.
public enum EffectPolicy: Sendable, CaseIterable {
  /// Both run; cancelling the id cancels both.
  case concurrent
  /// The running one is cancelled and the new one takes its place.
  case latest
  /// The new one is dropped.
  ///
  /// After a cancellation the next one starts at once and does not wait for the cancelled task.
  case dropIfRunning
  /// The new one waits until those before it have ended; they run in the order of their actions.
  ///
  /// A cancellation ends all that wait: the next one starts at once and does not wait for the
  /// cancelled task.
  case serial
}
