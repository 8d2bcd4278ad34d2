// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// The root of a key path for which the actions have no case path.
  @dynamicMemberLookup
  public struct NoCasePath {
    /// The same for each name.
    public subscript(dynamicMember name: String) -> NoCasePath { self }
    /// The same for each element.
    public subscript(id: some Hashable & Sendable) -> NoCasePath { self }
  }

  /// Unavailable: if the actions have no case path of this name, the compiler prints the message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The actions have no such case path. Mark their type, and in a longer path also the types \
      inside it, with @CasePathable of MillraceMacros, or write casePaths by hand. Or pass the \
      whole action: store.receive(.loaded(books)).
      """
  )
  public func receive(
    _ path: KeyPath<NoCasePath, NoCasePath>, _ value: Any? = nil, timeout: Duration = .seconds(1),
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    fatalError()
  }

  /// Unavailable: if the error is not `Equatable`, the compiler prints the message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The error is not Equatable: expect its type, 'throws: Overdrawn.self', or make it Equatable.
      """
  )
  public func send(_ action: Action, throws error: any Error) async {
    fatalError()
  }

  /// Unavailable: if the error is not `Equatable`, the compiler prints the message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The error is not Equatable: expect its type, 'throws: Overdrawn.self', or make it Equatable.
      """
  )
  public func receive(
    _ action: Action, throws error: any Error, timeout: Duration = .seconds(1)
  ) async where Action: Equatable {
    fatalError()
  }

  /// Unavailable: if a function is passed as a reducer, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write the type around the function: reducer: Reducer { state, action in ... }."
  )
  public convenience init(
    initialState: State, reducer: (inout State, Action) -> Void
  ) {
    fatalError()
  }

  /// Unavailable: if a feature is passed in a closure, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Pass it without a closure: write 'feature: counter', or 'reducer: counter'."
  )
  public convenience init(
    initialState: State, feature: () -> some FeatureType<State, Action>
  ) {
    fatalError()
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Never, State>, clock: TestClock = TestClock()
  ) {
    fatalError()
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    initialState: State, feature: some FeatureType<State, Action>,
    middleware: any Middleware<Action, Never, State>, clock: TestClock = TestClock()
  ) {
    fatalError()
  }
}
