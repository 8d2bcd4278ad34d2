// SPDX-License-Identifier: Apache-2.0

/// What an action changes and what it starts, decided in one place.
///
/// Shape: `(inout State, Action) -> Effect<Action>`, or the same with `throws`. The effect runs
/// after the commit; `.none` starts nothing.
///
/// ```swift
/// func search(_ library: Library) -> Feature<Search, SearchAction> {
///   Feature { state, action in
///     switch action {
///     case .type(let text):
///       state.text = text
///       return .task { .found(await library.books(matching: text)) }
///         .debounce(id: "search", for: .milliseconds(300))
///     case .found(let books):
///       state.books = books
///       return .none
///     }
///   }
/// }
/// ```
///
/// A feature is a plain value of no actor: it holds no state. What it needs from the outer world is
/// a parameter of the function that makes it. Where nothing is started, write a ``Reducer``; both
/// are a ``FeatureType`` and are composed by the same functions.
///
/// A feature that cannot throw works on the store's own state and copies nothing. One that can
/// throw works on a copy, which becomes the state only when it returns: that is one shallow copy of
/// the state value per dispatch, and so one copy of each plain collection that it changes. If it
/// throws, nothing is started. The two ways out are to check before changing, in a feature that
/// does not throw, or to keep large collections in a persistent data structure.
///
/// The shape is known from the Composable Architecture.
public struct Feature<State, Action: Sendable>: FeatureType {
  @usableFromInline
  enum Step: Sendable {
    case identity
    /// Cannot throw and starts nothing.
    case reduce(@Sendable (inout State, Action) -> Void)
    case run(Run, canThrow: Bool)
  }

  /// A step that may start effects.
  ///
  /// It asks for a reader of the state if its effects read later.
  @usableFromInline
  typealias Run =
    @Sendable (
      inout State, Action, _ reader: () -> StateReader<State>
    ) throws -> Effect<Action>

  @usableFromInline let step: Step
  /// Tells from the case of an action alone whether the feature is concerned; nil: it may always
  /// be.
  @usableFromInline let caseTest: CaseTest<Action>?
  /// The same as the step, if that only changes one stored property.
  @usableFromInline let property: PropertyReducer<Action>?
  /// What a routed combination is made of; nil for anything else, which unlike an empty array lets
  /// a feature in a `static let` be a constant that the compiler sees through.
  @usableFromInline let parts: [Feature]?
  /// Tells which actions leave the state as it is, so that no observer need hear of them; nil:
  /// none.
  @usableFromInline let leavesState: (@Sendable (Action) -> Bool)?
  /// What a store does for it besides the step.
  @usableFromInline let attachments: FeatureAttachments<State, Action>?

  @_alwaysEmitIntoClient
  init(
    step: Step, caseTest: CaseTest<Action>? = nil,
    property: PropertyReducer<Action>? = nil, parts: [Feature]? = nil,
    leavesState: (@Sendable (Action) -> Bool)? = nil,
    attachments: FeatureAttachments<State, Action>? = nil
  ) {
    self.step = step
    self.caseTest = caseTest
    self.property = property
    self.parts = parts
    self.leavesState = leavesState
    self.attachments = attachments
  }

  /// A feature that changes the state in place and returns what to start after the commit.
  ///
  /// - Parameter run: Decides both. If it throws, the state stays as it was and nothing starts.
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ run: @escaping @Sendable (inout State, Action) throws(Failure) -> Effect<Action>
  ) {
    self.init(
      step: .run(
        { state, action, _ in try run(&state, action) }, canThrow: Failure.self != Never.self))
  }

  /// A feature whose effects read the state later: as it is then, not as it was.
  ///
  /// ```swift
  /// Feature.reading { state, action, now in
  ///   guard case .sync = action else { return .none }
  ///   return .run { send in
  ///     try await send.until { now.isOnline }
  ///     await send(.upload(try await send.read { now.drafts }))
  ///   }
  /// }
  /// ```
  ///
  /// The reader is that of the feature's own state wherever the feature is lifted to. It is for
  /// effects: the closure itself has the state. How it reads after the end of a child is said at
  /// ``StateReader``.
  ///
  /// Complexity: each action costs one more allocation, and one for each lift around the feature.
  ///
  /// - Parameter run: Decides what changes and what starts. If it throws, the state stays as it was
  ///   and nothing starts.
  /// - Returns: The feature.
  @_alwaysEmitIntoClient
  public static func reading<Failure: Error>(
    _ run:
      @escaping @Sendable (
        inout State, Action, StateReader<State>
      ) throws(Failure) -> Effect<Action>
  ) -> Feature {
    Feature(
      step: .run(
        { state, action, reader in try run(&state, action, reader()) },
        canThrow: Failure.self != Never.self))
  }

  /// This feature itself.
  @_alwaysEmitIntoClient public var feature: Feature { self }

  /// The feature that changes nothing and starts nothing.
  @_alwaysEmitIntoClient
  public static var identity: Feature { Feature(step: .identity) }

  /// This feature, with the promise that some actions leave the state as it is.
  ///
  /// No selection is compared or computed and no observer is called for such an action; its effects
  /// start as ever. The promise counts in the feature of a store: combined with others or lifted,
  /// the feature loses it, as the others may change the state.
  ///
  /// - Parameter isLeft: Whether an action leaves the state as it is.
  /// - Returns: The same feature.
  public func leavingState(when isLeft: @escaping @Sendable (Action) -> Bool) -> Feature {
    Feature(
      step: step, caseTest: caseTest, property: property, parts: parts, leavesState: isLeft,
      attachments: attachments)
  }

  /// Whether the type of this feature allows it to throw.
  @_alwaysEmitIntoClient
  public var canThrow: Bool { step.canThrow }

  /// Runs the feature on a state of your own.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it may be half changed: a store never shows
  ///     such a state, because it hands out a copy.
  ///   - action: The action.
  /// - Returns: What a store would start. Middleware and state-driven effects are not in it: they
  ///   are a store's business. What a ``reading(_:)`` feature starts reads the state as this call
  ///   leaves it.
  /// - Throws: What the feature throws.
  @_alwaysEmitIntoClient
  @discardableResult
  public func callAsFunction(_ state: inout State, _ action: Action) throws -> Effect<Action> {
    switch step {
    case .identity: break
    case .reduce(let reduce): reduce(&state, action)
    case .run(let run, _): return try runAlone(run, &state, action)
    }
    return .none
  }

  /// Runs a step without a store: its effects read the state that the step leaves.
  @usableFromInline
  func runAlone(_ run: Run, _ state: inout State, _ action: Action) throws -> Effect<Action> {
    var left: KeptState<State>?
    defer { left?.keep(state) }
    return try run(&state, action) {
      let kept = KeptState<State>()
      left = kept
      return StateReader(reading: { kept.value })
    }
  }
}

/// A state that is known when it is read, and not when its reader is made.
private final class KeptState<State>: @unchecked Sendable {
  // Sound: one call of a feature writes it and returns before its effects, which read it, start.
  private var kept: State?

  func keep(_ state: State) { kept = state }

  var value: State {
    guard let kept else {
      fatalError(
        "Millrace: a `Feature.reading` closure read before it returned. Read in its effect.")
    }
    return kept
  }
}

/// What can be composed into features: a ``Feature``, a ``Reducer``, ``StateEffects``.
///
/// A type of your own that makes a feature may be one:
///
/// ```swift
/// struct Login: FeatureType {
///   let api: API
///   var feature: Feature<LoginState, LoginAction> {
///     Feature { state, action in … }
///   }
/// }
/// ```
public protocol FeatureType<State, Action>: Sendable {
  /// What it changes.
  associatedtype State
  /// What it is told.
  associatedtype Action: Sendable

  /// This value as a feature.
  var feature: Feature<State, Action> { get }
}

/// How an action changes the state: a feature that starts nothing.
///
/// Shape: `(inout State, Action) -> Void`, or the same with `throws`. A reducer is a plain value:
/// it holds no state, starts no work, and belongs to no actor.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction> { count, action in
///   switch action {
///   case .increment: count += 1
///   case .decrement: count -= 1
///   }
/// }
/// ```
///
/// What it copies, and when, is said at ``Feature``. What is composed of reducers is a feature.
public struct Reducer<State, Action: Sendable>: FeatureType {
  /// This reducer as a feature.
  public let feature: Feature<State, Action>

  @_alwaysEmitIntoClient
  init(step: Feature<State, Action>.Step) {
    feature = Feature(step: step)
  }

  /// A reducer that changes the state in place or throws; then the state stays as it was.
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ reduce: @escaping @Sendable (inout State, Action) throws(Failure) -> Void
  ) {
    // One initializer for both kinds: with two, the compiler names no mistake within the closure.
    if Failure.self == Never.self {
      self.init(
        step: .reduce { state, action in
          do throws(Failure) { try reduce(&state, action) } catch {}
        })
    } else {
      self.init(
        step: .run(
          { state, action, _ in
            try reduce(&state, action)
            return .none
          }, canThrow: true))
    }
  }

  /// What a feature does to the state, without what it starts.
  ///
  /// - Parameter feature: The feature.
  @_alwaysEmitIntoClient
  public init(dropping feature: Feature<State, Action>) {
    if feature.canThrow {
      self.init { (state: inout State, action: Action) throws in try feature(&state, action) }
    } else {
      self.init { state, action in _ = try? feature(&state, action) }
    }
  }

  /// The reducer that changes nothing.
  @_alwaysEmitIntoClient
  public static var identity: Reducer { Reducer(step: .identity) }

  /// Whether the type of this reducer allows it to throw.
  @_alwaysEmitIntoClient
  public var canThrow: Bool { feature.canThrow }

  /// Runs the reducer on a state of your own.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it may be half changed.
  ///   - action: The action.
  /// - Throws: What the reducer throws.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ state: inout State, _ action: Action) throws {
    // Not by way of the feature, which makes an effect of nothing.
    if case .reduce(let reduce) = feature.step {
      reduce(&state, action)
    } else {
      try feature(&state, action)
    }
  }
}
