// SPDX-License-Identifier: Apache-2.0

/// Several middlewares as one: they handle in order, and their IOs run in the same order.
///
/// Compositions are flat: composing composed ones makes one list, and identities vanish. Parts that
/// were lifted along a ``CasePath`` are routed: an action costs the parts of its case, not a
/// question to each. All others see every action, in their place.
public struct ComposedMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  /// The parts, in order.
  public let parts: [AnyMiddleware<InputAction, OutputAction, State>]
  @usableFromInline
  let routes: CaseRoutes<InputAction, [AnyMiddleware<InputAction, OutputAction, State>]>?

  /// Creates a composition of parts.
  ///
  /// Complexity: O(number of parts).
  public init(_ parts: [AnyMiddleware<InputAction, OutputAction, State>] = []) {
    self.parts = parts
    let isRouted = parts.count > 1 && parts.contains { $0.isCase != nil }
    routes =
      isRouted
      ? CaseRoutes(parts.map(\.isCase), of: "middleware") { places in places.map { parts[$0] } }
      : nil
  }

  init(_ middleware: some Middleware<InputAction, OutputAction, State>) {
    switch middleware {
    case let composed as ComposedMiddleware: self = composed
    case is IdentityMiddleware<InputAction, OutputAction, State>: self.init()
    default: self.init([AnyMiddleware(middleware)])
    }
  }

  /// Lets each part handle the action.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> IO<OutputAction> {
    var io = IO<OutputAction>.pure()
    for part in concerned(by: action) {
      io = io <> part.handle(action, from: source, state: state)
    }
    return io
  }

  /// Tells each part of the rejection.
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    for part in concerned(by: action) { part.didReject(action, from: source, error: error) }
  }

  /// The parts that an action may concern.
  @inlinable
  func concerned(
    by action: InputAction
  ) -> [AnyMiddleware<InputAction, OutputAction, State>] {
    routes?.route(of: action)?._withUnsafeGuaranteedRef { $0.plan } ?? parts
  }

  /// What the parts want after each commit, in order.
  public var afterCommit: (@MainActor (StateReader<State>) -> Effect<OutputAction>)? {
    let all = parts.compactMap(\.afterCommit)
    if all.count < 2 { return all.first }
    return { state in
      let effects = all.map { $0(state) }.filter { !$0.isNone }
      return effects.isEmpty ? .none : .merge(effects)
    }
  }

  /// The probes of all parts, in order.
  public var probes: [any StoreProbe] { parts.flatMap(\.probes) }
}

extension Middleware {
  /// This middleware, then another one of the same types.
  public static func <> <Other: Middleware>(
    first: Self, second: Other
  ) -> ComposedMiddleware<InputAction, OutputAction, State>
  where
    Other.InputAction == InputAction, Other.OutputAction == OutputAction, Other.State == State
  {
    ComposedMiddleware(
      ComposedMiddleware(first).parts + ComposedMiddleware(second).parts)
  }
}
