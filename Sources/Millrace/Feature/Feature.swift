// SPDX-License-Identifier: Apache-2.0

/// A function that decides what an action changes and which effects it starts.
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
/// A feature is a plain value that is isolated to no actor and contains no state. Its dependencies,
/// such as clients of services, are parameters of the function that creates it. If no effect is
/// started, write a ``Reducer``. Both are a ``FeatureType`` and are composed by the same functions.
///
/// A feature that cannot throw works on the store's own state and not on a copy; `ifCase` can copy
/// the value of its case. A feature that can throw works on a copy, which becomes the state only
/// when the feature returns. This costs one shallow copy of the state value per dispatch, and
/// therefore one copy of each plain collection that the feature changes. If it throws, no effect
/// starts. To avoid the copies, either check before changing, in a feature that does not throw, or
/// store large collections in a persistent data structure.
///
/// The idea comes from the Composable Architecture.
public struct Feature<State, Action: Sendable>: FeatureType {
  @usableFromInline
  enum Step: Sendable {
    case identity
    /// A step that cannot throw and starts no effects.
    case reduce(@Sendable (inout State, Action) -> Void)
    /// A step that can start effects, and can throw if `canThrow` is true.
    case run(Run, canThrow: Bool)
  }

  /// The function of a step that can start effects.
  ///
  /// The function calls `reader` if its effects read the state later.
  @usableFromInline
  typealias Run =
    @Sendable (
      inout State, Action, _ reader: () -> StateReader<State>
    ) throws -> Effect<Action>

  @usableFromInline let step: Step
  /// A test that returns, from the case of an action alone, whether the action can concern the
  /// feature; nil if every action can.
  @usableFromInline let caseTest: CaseTest<Action>?
  /// A reducer that does the same as the step, if the step only changes one stored property; or
  /// nil.
  @usableFromInline let property: PropertyReducer<Action>?
  /// The parts of a routed combination, or nil for any other feature.
  ///
  /// With nil, unlike with an empty array, the compiler can treat a feature in a `static let` as a
  /// constant.
  @usableFromInline let parts: [Feature]?
  /// Returns true for an action that does not change the state, so no observer of the state has to
  /// be called for it; nil if no such promise was made.
  @usableFromInline let leavesState: (@Sendable (Action) -> Bool)?
  /// The parts that a store runs in addition to the step, or nil.
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

  /// Creates a feature that changes the state in place and returns the effect to start after the
  /// commit.
  ///
  /// - Parameter run: Changes the state and returns the effect. If it throws, the state does not
  ///   change and no effect starts.
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ run: @escaping @Sendable (inout State, Action) throws(Failure) -> Effect<Action>
  ) {
    self.init(
      step: .run(
        { state, action, _ in try run(&state, action) }, canThrow: Failure.self != Never.self))
  }

  /// Creates a feature whose effects can read the current state while they run.
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
  /// The reader reads the feature's own state, also if the feature is lifted. Use the reader only
  /// in effects: the closure itself has the state as a parameter. ``StateReader`` describes reads
  /// after the end of a child.
  ///
  /// Complexity: for each action of the feature, each lift around the feature costs some
  /// allocations for the reader. Without a lift the reader costs none.
  ///
  /// - Parameter run: Changes the state and returns the effect. If it throws, the state does not
  ///   change and no effect starts.
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

  /// Returns this feature with the promise that some actions do not change the state.
  ///
  /// For such an action no selection is compared or computed, and no observer of the state is
  /// called. Observers of actions and transitions are called, and its effects start as usual. The
  /// promise is used only in the feature that a store is created with. A feature that is made from
  /// this one and other code, for example by a combination with a second feature, a lift or
  /// ``FeatureType/onChange(of:_:)``, does not have it, because that code can change the state.
  ///
  /// - Parameter isLeft: Returns true for an action that does not change the state.
  /// - Returns: The same feature.
  public func leavingState(when isLeft: @escaping @Sendable (Action) -> Bool) -> Feature {
    Feature(
      step: step, caseTest: caseTest, property: property, parts: parts, leavesState: isLeft,
      attachments: attachments)
  }

  /// True if the type of its closure, or of the closure of one of its parts, allows it to throw.
  @_alwaysEmitIntoClient
  public var canThrow: Bool { step.canThrow }

  /// Runs the feature on a state, without a store.
  ///
  /// Do not call a feature with children, middleware or state-driven effects in the closure of
  /// another feature: the store does not know them there, and effects do not end with their child.
  /// Combine the features, or use ``FeatureType/surrounded(by:)`` or ``recursive(_:)``.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it can be partly changed. A store never shows
  ///     such a state, because it runs the feature on a copy.
  ///   - action: The action.
  /// - Returns: The effect that a store would start. Middleware and state-driven effects are not
  ///   included, because only a store runs them. The effect of a ``reading(_:)`` feature reads the
  ///   state that this call leaves.
  /// - Throws: The error that the feature throws.
  @_alwaysEmitIntoClient
  @discardableResult
  public func callAsFunction(_ state: inout State, _ action: Action) throws -> Effect<Action> {
    guard case .reduce(let reduce) = step else { return try runAlone(&state, action) }
    reduce(&state, action)
    return .none
  }

  /// Runs the step without a store.
  ///
  /// Its effects read the state that the step leaves.
  @usableFromInline
  func runAlone(_ state: inout State, _ action: Action) throws -> Effect<Action> {
    var left: LaterState<State>?
    defer { left?.set(state) }
    return try step(&state, action) {
      // A combination can call this closure once for each of its parts.
      let later = left ?? LaterState<State>()
      left = later
      return StateReader(reading: { later.value })
    }
  }
}

/// A state that is set after its reader is created and before it is read.
private final class LaterState<State>: @unchecked Sendable {
  // Sound: one call of a feature writes it, and returns before its effects, which read it, start.
  private var state: State?

  func set(_ state: State) { self.state = state }

  var value: State {
    guard let state else {
      fatalError(
        """
        Millrace: a `Feature.reading` closure called its reader before the closure had returned. \
        Call the reader in the effect that the closure returns.
        """)
    }
    return state
  }
}

/// A type that can be composed into features: ``Feature``, ``Reducer``, ``StateEffects``.
///
/// Your own types can conform to it:
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
  /// The state that it changes.
  associatedtype State
  /// The actions that it handles.
  associatedtype Action: Sendable

  /// This value as a feature.
  var feature: Feature<State, Action> { get }
}

/// A function that changes the state for an action: a feature that starts no effects.
///
/// Shape: `(inout State, Action) -> Void`, or the same with `throws`. A reducer is a plain value:
/// it contains no state, starts no work, and is isolated to no actor.
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
/// ``Feature`` describes what a reducer copies, and when. A composition of reducers is a feature.
public struct Reducer<State, Action: Sendable>: FeatureType {
  /// This reducer as a feature.
  public let feature: Feature<State, Action>

  @_alwaysEmitIntoClient
  init(step: Feature<State, Action>.Step) {
    feature = Feature(step: step)
  }

  /// Creates a reducer that changes the state in place.
  ///
  /// If `reduce` throws, the state of a store does not change.
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ reduce: @escaping @Sendable (inout State, Action) throws(Failure) -> Void
  ) {
    // One initializer for closures that throw and for those that do not. With two, the compiler
    // does not report where in the closure an error is.
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

  /// Creates a reducer that changes the state as a feature does; the effects of the feature, its
  /// middleware and its state-driven effects are dropped.
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

  /// True if the type of its closure allows it to throw.
  @_alwaysEmitIntoClient
  public var canThrow: Bool { feature.canThrow }

  /// Runs the reducer on a state, without a store.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it can be partly changed.
  ///   - action: The action.
  /// - Throws: The error that the reducer throws.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ state: inout State, _ action: Action) throws {
    try feature(&state, action)
  }
}
