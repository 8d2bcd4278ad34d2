// SPDX-License-Identifier: Apache-2.0

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
  /// It as a feature.
  public let feature: Feature<State, Action>

  @inlinable
  init(step: Feature<State, Action>.Step) {
    feature = Feature(step: step)
  }

  /// A reducer that changes the state in place or throws; then the state stays as it was.
  @inlinable
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
          { state, action in
            try reduce(&state, action)
            return .none
          }, canThrow: true))
    }
  }

  /// A reducer from a function that returns the next state, or throws.
  ///
  /// The state is copied for every action; prefer the form with `inout` for large states.
  @inlinable
  public static func returning<Failure: Error>(
    _ next: @escaping @Sendable (State, Action) throws(Failure) -> State
  ) -> Reducer {
    Reducer { state, action throws(Failure) in state = try next(state, action) }
  }

  /// A reducer written with the action first, as users of SwiftRex know it.
  @inlinable
  public static func reduce<Failure: Error>(
    _ reduce: @escaping @Sendable (Action, inout State) throws(Failure) -> Void
  ) -> Reducer {
    Reducer { state, action throws(Failure) in try reduce(action, &state) }
  }

  /// The reducer that changes nothing.
  @inlinable
  public static var identity: Reducer { Reducer(step: .identity) }

  /// Whether the type of this reducer allows it to throw.
  @inlinable
  public var canThrow: Bool { feature.canThrow }

  /// Runs the reducer on a state of your own.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it may be half changed.
  ///   - action: The action.
  /// - Throws: What the reducer throws.
  @inlinable
  public func callAsFunction(_ state: inout State, _ action: Action) throws {
    try feature(&state, action)
  }
}
