// SPDX-License-Identifier: Apache-2.0

/// A description of work that leads to actions.
///
/// An effect does nothing by itself. A feature or a middleware returns it. The store runs it after
/// the commit and owns it while it runs. The store cancels it when its id or the receipt of its
/// dispatch is cancelled, when another effect replaces it (``EffectPolicy/latest``), when the child
/// that it belongs to disappears, or when the store ends. The actions of one effect arrive in the
/// order in which the effect sent them.
///
/// ```swift
/// Effect.run { send in
///   for await tick in ticks { await send(.tick(tick)) }
/// }
/// .cancellable(id: Timers.main)
/// ```
///
/// <doc:ChoosingEffects> describes which kind of effect to choose.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  enum Operation: Sendable {
    case none
    case just(DispatchedAction<Action>)
    case perform(@MainActor (Send<Action>) -> Void)
    case deferred(@MainActor () -> Effect)
    // The priority is stored as its raw value: `TaskPriority` is not frozen. If the size of one
    // payload is known at run time only, each copy of an effect is a call into the runtime.
    case run(Work, priority: UInt8?)
    case listen(@MainActor (Effect<Action>.Listener) -> Void)
    case sleep(Duration)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(EffectID)
    indirect case cancellable(Effect, EffectID, EffectPolicy)
    indirect case throttle(Effect, EffectID, Duration, latest: Bool)
    /// An effect of a child: the lift, the key of the child in it, and the effect.
    indirect case within(LiftID, EffectID, Effect)
  }

  /// The work of a task.
  @usableFromInline
  enum Work: Sendable {
    /// The code of a task; it captures the `Send` with which it sends.
    @usableFromInline typealias Code = @isolated(any) @Sendable () async -> Void

    case function(@isolated(any) @Sendable (Send<Action>) async -> Void)
    /// Makes a closure that retains a translated sender. If the task itself released the sender, it
    /// would first switch back to the executor on which it ran before its last send.
    case made(@Sendable (Send<Action>) -> Code)

    /// Returns the code of a task that sends with `send`.
    @usableFromInline
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

  /// The kinds of operations that the engine distinguishes without reading the operation, because
  /// reading it would copy it.
  ///
  /// The kind only saves time. A `run` whose actions were translated has the kind `other`.
  @usableFromInline
  enum Kind: UInt8, Sendable {
    case none
    case just
    case run
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

  /// Calls a closure on the main actor when the effect starts, usually right after the commit.
  ///
  /// The closure sees the new state. The actions that it sends before it returns are queued and run
  /// in the same turn, unless the turn is cut for ``Store/chainLimit``. The actions that its `send`
  /// sends later, from any thread, run in the order in which they were sent.
  ///
  /// ```swift
  /// .perform { send in alerts.show("Saved") { send.dispatch(.dismissed) } }
  /// ```
  ///
  /// The effect has ended when the closure returns. If a callback or a `Task` that the closure
  /// starts stores the `send`, that work is not a part of the effect: nothing cancels it, and
  /// neither a receipt's `finish()` nor a test waits for it. Use ``run(priority:_:)`` for work that
  /// waits, and `promise` or `listen` for callbacks.
  @inlinable
  public static func perform(_ work: @escaping @MainActor (Send<Action>) -> Void) -> Effect {
    Effect(operation: .perform(work))
  }

  /// Makes an effect after the commit, when the new state can be read, and runs it.
  ///
  /// ```swift
  /// .deferred { state.isOnline ? .just(.reload) : .none }
  /// ```
  ///
  /// In this example `state` is the ``StateReader`` of a middleware.
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
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .merge(actions.map { Effect(just: DispatchedAction($0, source: source)) })
  }
}

extension Effect {
  /// Starts several effects, in order, and lets them run concurrently.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Starts several effects, in order, and lets them run concurrently.
  ///
  /// A merge of any length can be composed one effect at a time, as in
  /// `effects.reduce(.none) { .merge($0, $1) }`: nested merges are joined into one.
  ///
  /// Complexity: O(n) for n effects that are neither merges nor `none`; otherwise O(n log m) for m
  /// effects in the result, and O(k) for a merge of k effects that was made in one call, because it
  /// can be copied.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect { EffectList.merge.join(effects) }

  /// Runs several effects one after the other.
  ///
  /// Each effect starts when the effect before it has ended and all actions that it sent are
  /// committed.
  ///
  /// ```swift
  /// .concatenate(.just(.began), .task { .loaded(await api.load()) }, .just(.ended))
  /// ```
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs several effects one after the other.
  ///
  /// A concatenation of any length can be composed one effect at a time, as a merge can.
  ///
  /// Complexity: that of `merge`, with concatenations in place of merges.
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect {
    EffectList.concatenate.join(effects)
  }
}

extension Effect {
  /// Gives this effect an id.
  ///
  /// The effect can be cancelled by the id, and the policy decides what happens when several
  /// effects have the same id.
  ///
  /// Ids belong to one store or, in a child, to the child. Ids of different types are never equal.
  /// The id identifies the whole effect with all its parts. The store removes the id when the last
  /// effect that has it ends. The ids of `cancellable`, `debounce` and `throttle` are one name
  /// space; <doc:ChoosingEffects> has a table of what happens when two of them meet.
  ///
  /// A `just`, `sequence` or `perform` ends while it starts, whether it is a part of another effect
  /// or not: after that it does not block other effects with its id, and no id cancels the actions
  /// that it has sent.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.cancellable(id: SearchID(), policy: .latest)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id. Its `==` and `hash` must not use the store.
  ///   - policy: What happens when an effect with this id already runs or waits.
  /// - Returns: This effect with an id.
  public func cancellable(
    id: some Hashable & Sendable, policy: EffectPolicy = .concurrent
  ) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), policy))
  }

  /// Cancels the running effects and the waiting effects with an id, and closes the window of its
  /// throttle.
  ///
  /// The tasks of the effects are cancelled, and parts that have not started do not start. The
  /// actions that they send after that are dropped, and so are the actions that they sent before
  /// and that are still queued. The actions of a `just`, a `sequence` or a ``perform(_:)`` are not
  /// dropped, even if it is a part of a cancelled effect, because it ended while it started.
  ///
  /// In a `concatenate`, what comes after a cancelled part starts when that part has ended, and
  /// never before an effect that replaces the part (``EffectPolicy/latest``) has started.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(operation: .cancel(EffectID(id)))
  }
}

extension Effect {
  /// Starts this effect later, on the store's clock.
  ///
  /// The delay begins when this effect would have started: right after the commit or, in a
  /// `concatenate`, when the effect before it has ended. Cancelling the effect also ends the delay.
  public func delay(for duration: Duration) -> Effect {
    .concatenate(Effect(operation: .sleep(duration)), self)
  }

  /// Starts this effect after a delay, unless another effect with its id is debounced meanwhile.
  ///
  /// At the beginning of its delay, a debounced effect cancels all earlier effects with its id,
  /// whether they still wait or already run, as with ``EffectPolicy/latest``.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.debounce(id: SearchID(), for: .seconds(0.8))
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the effects; see ``cancellable(id:policy:)``.
  ///   - duration: The delay before the effect starts, on the store's clock.
  /// - Returns: An effect that starts after the delay, unless another effect with the id cancels
  ///   it.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    delay(for: duration).cancellable(id: id, policy: .latest)
  }

  /// Starts at most one effect with an id per time window.
  ///
  /// The first effect starts at once and opens a window. If `latest` is true, the last of the
  /// effects that arrive during the window starts at its end and opens the next window. All other
  /// effects that arrive during a window are dropped. ``cancel(id:)`` cancels the running effects
  /// and the pending effect, and closes the window. An effect with the policy
  /// ``EffectPolicy/latest``, or a debounced one, also cancels them, but the window stays open.
  ///
  /// A part of this effect that is throttled with an equal id, and that starts during the window,
  /// also counts as an effect that arrives during the window.
  ///
  /// - Parameters:
  ///   - id: The id of the effects; see ``cancellable(id:policy:)``.
  ///   - duration: The length of a window, on the store's clock.
  ///   - latest: True if the last effect that arrives during a window starts at its end.
  /// - Returns: An effect that can start now, later, or not at all.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), duration, latest: latest))
  }
}

/// A typed cancel id.
///
/// Two ids are equal only if both their types and their values are equal.
///
/// It is an object: effects and nodes, which are moved and copied often, then store an id in one
/// word. An `AnyHashable` itself is several words, and a copy of it is a function call.
@usableFromInline
final class EffectID: Hashable, @unchecked Sendable {
  // Sound: each initializer gets a `Sendable` value; the type `AnyHashable` does not express that.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// Creates an id from a part of a state; a store requires that the state is `Sendable`.
  init(ofPart value: AnyHashable) {
    self.value = value
    type = ObjectIdentifier(AnyHashable.self)
  }

  @usableFromInline
  static func == (one: EffectID, other: EffectID) -> Bool {
    one === other || one.type == other.type && one.value == other.value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(type)
  }

  /// The value if it has this type, or nil.
  func value<ID>(as: ID.Type) -> ID? { value.base as? ID }
}

extension EffectID: CustomStringConvertible {
  @usableFromInline var description: String { "\(value)" }
}

/// A rule for an effect that is to start while another effect with the same id runs or waits.
///
/// An effect that contains the new effect does not count as another effect. Therefore giving an
/// effect the same id and policy twice has the same meaning as giving them once. A cancelled effect
/// does not count either, even if its task has not ended yet: its actions are dropped, and the next
/// effect starts at once.
public enum EffectPolicy: Sendable, CaseIterable {
  /// Both effects run; cancelling the id cancels both.
  case concurrent
  /// The effects that run or wait are cancelled, and the new effect starts.
  ///
  /// The window of a ``Effect/throttle(id:for:latest:)`` stays open.
  case latest
  /// The new effect is dropped.
  case dropIfRunning
  /// The new effect waits until the running effects, and those that already wait, have ended; they
  /// run in the order of the actions that started them. It does not wait for effects that start
  /// after it.
  ///
  /// A cancellation of the id also cancels all waiting effects.
  case serial
}

/// What is known about the work of an effect before it starts; each case promises less than the
/// case before it.
enum EffectTiming: Comparable {
  /// The effect does all its work while it starts, and cancels no effect.
  case quiet
  /// The effect does all its work while it starts, and no part of it can be prevented by a part
  /// before it, so it needs no node for its id.
  case whole
  /// The effect does all its work while it starts, even if other effects are running.
  case synchronous
  /// The work can take longer.
  case lasting
}

extension Effect {
  /// True if it is known that the effect does all its work while it starts, even if other effects
  /// are running.
  var isSynchronous: Bool { timing < .lasting }

  /// What is known about the work before the effect starts.
  ///
  /// The effect of a `deferred` is not made yet. Each effect of a concatenation starts after the
  /// actions of the effect before it are committed. What an inner `latest` replaces depends on
  /// whether the effect around it has its id too.
  var timing: EffectTiming {
    switch operation {
    case .none, .just: return .quiet
    case .perform, .cancel: return .whole
    case .run, .listen, .sleep, .deferred, .concatenate: return .lasting
    case .merge(let effects):
      var timing = EffectTiming.quiet
      for effect in effects {
        // A part before this one may cancel the effect of which both are parts.
        timing = max(effect.timing, timing > .quiet ? .synchronous : .quiet)
        if timing == .lasting { break }
      }
      return timing
    case .cancellable(_, _, .serial): return .lasting
    case .cancellable(let effect, _, .latest): return max(.synchronous, effect.timing)
    case .cancellable(let effect, _, _), .within(_, _, let effect): return effect.timing
    case .throttle(let effect, _, _, let latest):
      return latest ? .lasting : max(.whole, effect.timing)
    }
  }
}

/// The two kinds of lists of effects: effects that run concurrently, or one after the other.
///
/// Without a special representation, a list that is composed one effect at a time, as in
/// `effects.reduce(.none) { .merge($0, $1) }`, would be nested as deep as it is long, and a visit
/// would need a stack of that depth. Therefore a list within a list of the same kind is merged into
/// it, and a long list is a tree of short lists of the same height, as in a B-tree. Adding one
/// effect copies a few short lists, and the height grows with the logarithm of the length.
@usableFromInline
enum EffectList: Sendable {
  case merge
  case concatenate

  /// The maximum number of parts of a list that was joined from other lists.
  static var limit: Int { 16 }

  /// Joins several effects into one, in order.
  ///
  /// Complexity: O(n) for n effects that are neither lists of this kind nor `none`; otherwise
  /// O(n log m) for m effects in the result, plus copies of long lists that were made in one call.
  @inlinable
  func join<Action>(_ effects: [Effect<Action>]) -> Effect<Action> {
    let isFlat = effects.allSatisfy { !$0.isNone && parts(of: $0) == nil }
    return isFlat && effects.count > 1 ? list(effects) : joinLists(effects)
  }

  @usableFromInline
  func joinLists<Action>(_ effects: [Effect<Action>]) -> Effect<Action> {
    var whole = Effect<Action>.none
    for effect in effects where !effect.isNone {
      if whole.isNone {
        whole = effect
        continue
      }
      let (first, second) = join(whole, height(of: whole), effect, height(of: effect))
      whole = second.map { list([first, $0]) } ?? first
    }
    return whole
  }

  @inlinable
  func list<Action>(_ parts: [Effect<Action>]) -> Effect<Action> {
    switch self {
    case .merge: Effect(operation: .merge(parts))
    case .concatenate: Effect(operation: .concatenate(parts))
    }
  }

  /// The parts of a list of this kind, or nil for any other effect.
  @inlinable
  func parts<Action>(of effect: Effect<Action>) -> [Effect<Action>]? {
    switch (self, effect.operation) {
    case (.merge, .merge(let parts)), (.concatenate, .concatenate(let parts)): parts
    default: nil
    }
  }

  /// The depth of the nested lists; 0 for an effect that is not a list of this kind.
  func height<Action>(of effect: Effect<Action>) -> Int {
    var height = 0
    var inner = effect
    while let first = parts(of: inner)?.first {
      height += 1
      inner = first
    }
    return height
  }

  /// Joins two neighbouring trees into one tree of the greater height, or into two trees of that
  /// height if the parts do not fit into one.
  private func join<Action>(
    _ left: Effect<Action>, _ leftHeight: Int, _ right: Effect<Action>, _ rightHeight: Int
  ) -> (first: Effect<Action>, second: Effect<Action>?) {
    let isLeftHigher = leftHeight > rightHeight
    guard var parts = parts(of: leftHeight < rightHeight ? right : left) else {
      return (left, right)
    }
    if leftHeight == rightHeight {
      parts += self.parts(of: right) ?? []
      return parts.count > Self.limit ? (left, right) : (list(parts), nil)
    }
    // The lower tree is inserted at the edge of the higher one, at the level where the other trees
    // have the same height.
    let edge = isLeftHigher ? parts.count - 1 : 0
    var pair: (first: Effect<Action>, second: Effect<Action>?) =
      isLeftHigher ? (parts[edge], right) : (left, parts[edge])
    if leftHeight > rightHeight + 1 {
      pair = join(parts[edge], leftHeight - 1, right, rightHeight)
    } else if rightHeight > leftHeight + 1 {
      pair = join(left, leftHeight, parts[edge], rightHeight - 1)
    }
    guard let second = pair.second else {
      parts[edge] = pair.first
      return (list(parts), nil)
    }
    parts[edge] = isLeftHigher ? pair.first : second
    let other = isLeftHigher ? second : pair.first
    if parts.count >= Self.limit {
      return isLeftHigher ? (list(parts), list([other])) : (list([other]), list(parts))
    }
    parts.insert(other, at: isLeftHigher ? parts.count : 0)
    return (list(parts), nil)
  }
}
