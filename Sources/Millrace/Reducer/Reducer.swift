// SPDX-License-Identifier: Apache-2.0

/// How an action changes the state.
///
/// Shape: `(inout State, Action) -> Void`, or the same with `throws`. A reducer is a plain value:
/// it holds no state, starts no work, and runs on whatever actor its store lives on.
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
/// A reducer that cannot throw works on the store's own state and copies nothing. One that can
/// throw works on a copy, which becomes the state only when it returns: that is one shallow copy of
/// the state value per dispatch, and so one copy of each plain collection that it changes. The two
/// ways out are to check before changing, in a reducer that does not throw, or to keep large
/// collections in a persistent data structure.
public struct Reducer<State, Action>: Sendable {
  @usableFromInline
  enum Step: Sendable {
    case identity
    case total(@Sendable (inout State, Action) -> Void)
    case throwing(@Sendable (inout State, Action) throws -> Void)
  }

  @usableFromInline let step: Step
  /// Tells from the case of an action alone whether the reducer is concerned; nil: it may always
  /// be.
  @usableFromInline let caseTest: CaseTest<Action>?
  /// The same as the step, if that changes one stored property only.
  @usableFromInline let property: PropertyReducer<Action>?
  /// What a routed combination is made of; nil for anything else, which unlike an empty array lets
  /// a reducer in a `static let` be a constant that the compiler sees through.
  @usableFromInline let parts: [Reducer]?
  /// Tells which actions leave the state as it is, so that nobody need hear of them; nil: none.
  @usableFromInline let leavesState: (@Sendable (Action) -> Bool)?

  @inlinable
  init(
    step: Step, caseTest: CaseTest<Action>? = nil,
    property: PropertyReducer<Action>? = nil, parts: [Reducer]? = nil,
    leavesState: (@Sendable (Action) -> Bool)? = nil
  ) {
    self.step = step
    self.caseTest = caseTest
    self.property = property
    self.parts = parts
    self.leavesState = leavesState
  }

  /// A reducer that changes the state in place and cannot fail.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.init(step: .total(reduce))
  }

  /// A reducer that changes the state in place or throws; then the state stays as it was.
  @inlinable
  @_disfavoredOverload
  public init(_ reduce: @escaping @Sendable (inout State, Action) throws -> Void) {
    self.init(step: .throwing(reduce))
  }

  /// The reducer that changes nothing.
  @inlinable
  public static var identity: Reducer { Reducer(step: .identity) }

  /// Whether the type of this reducer allows it to throw.
  @inlinable
  public var canThrow: Bool {
    if case .throwing = step { true } else { false }
  }

  /// Runs the reducer on a state of your own.
  ///
  /// - Parameters:
  ///   - state: The state to change. After an error it may be half changed: a store never shows
  ///     such a state, because it hands out a copy.
  ///   - action: The action.
  /// - Throws: What the reducer throws.
  @inlinable
  public func callAsFunction(_ state: inout State, _ action: Action) throws {
    switch step {
    case .identity: break
    case .total(let reduce): reduce(&state, action)
    case .throwing(let reduce): try reduce(&state, action)
    }
  }
}
