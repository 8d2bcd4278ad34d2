// SPDX-License-Identifier: Apache-2.0

/// Several middlewares as one: they handle in order, and their effects start in the same order.
///
/// Compositions are flat: composing composed ones makes one list, also if their types were erased,
/// and identities vanish. Parts that were lifted along a ``CasePath`` are routed: an action costs
/// the parts of its case, not a question to each. All others see every action, in their place.
public struct ComposedMiddleware<InputAction, OutputAction: Sendable, State>:
  WrappingMiddleware
{
  /// The parts, in order.
  public let parts: [AnyMiddleware<InputAction, OutputAction, State>]
  @usableFromInline
  let routes: CaseRoutes<InputAction, [AnyMiddleware<InputAction, OutputAction, State>]>?

  /// Creates a composition of parts.
  ///
  /// Complexity: O(number of parts).
  public init(_ parts: [AnyMiddleware<InputAction, OutputAction, State>] = []) {
    let parts = parts.flatMap { $0.parts ?? [$0] }
    self.parts = parts
    let tests = parts.map(\.traits.caseTest)
    routes =
      parts.count > 1 && tests.contains { $0 != nil }
      ? CaseRoutes(tests, of: "middleware") { places in places.map { parts[$0] } }
      : nil
  }

  init(_ middleware: some Middleware<InputAction, OutputAction, State>) {
    if let composed = middleware as? ComposedMiddleware {
      self = composed
    } else {
      self.init([AnyMiddleware(middleware)])
    }
  }

  /// Lets each part handle the action.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    var first = Effect<OutputAction>.none
    var more: [Effect<OutputAction>] = []
    for part in concerned(by: action) {
      let effect = part.handle(action, from: source, state: state)
      if effect.isNone { continue }
      if first.isNone { first = effect } else { more.append(effect) }
    }
    return more.isEmpty ? first : .merge([first] + more)
  }

  /// Tells each part of the rejection.
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    for part in concerned(by: action) { part.traits.didReject(action, source, error) }
  }

  /// The parts that an action may concern.
  @inlinable
  func concerned(
    by action: InputAction
  ) -> [AnyMiddleware<InputAction, OutputAction, State>] {
    // Sound: the table holds its routes until it ends, and this middleware holds the table.
    routes?.route(of: action)?._withUnsafeGuaranteedRef { $0.plan } ?? parts
  }

  /// The traits of all parts, in order.
  public var traits: Traits {
    Traits(
      didReject: { didReject($0, from: $1, error: $2) }, afterCommit: afterCommitOfParts,
      probes: parts.flatMap(\.traits.probes), caseTest: nil)
  }

  private var afterCommitOfParts: (@MainActor (StateReader<State>) -> Void)? {
    let all = parts.compactMap(\.traits.afterCommit)
    if all.count < 2 { return all.first }
    return { state in for afterCommit in all { afterCommit(state) } }
  }
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
