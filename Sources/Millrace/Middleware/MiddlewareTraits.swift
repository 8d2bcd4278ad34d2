// SPDX-License-Identifier: Apache-2.0

/// What a middleware is besides what it does with an action: the one value that a middleware which
/// wraps another passes on.
///
/// See ``WrappingMiddleware``. What a later version of this library asks of a middleware becomes a
/// part of this value, so that wrappers pass it on as they are.
public struct MiddlewareTraits<InputAction, OutputAction: Sendable, State> {
  /// Hears that the reducer threw; see ``Middleware/didReject(_:from:error:)``.
  public var didReject: @MainActor (InputAction, ActionSource, any Error) -> Void
  /// Called after every commit, for a gate that follows the state.
  @usableFromInline var afterCommit: (@MainActor (StateReader<State>) -> Void)?
  /// What hears of the store besides actions; see ``Middleware/probes``.
  public var probes: [any StoreProbe]
  /// Tells from the case of an action alone whether it may concern the middleware; nil: it may
  /// always.
  @usableFromInline var caseTest: CaseTest<InputAction>?

  /// Creates a value; there are no defaults, so that none of it is left out.
  @usableFromInline
  init(
    didReject: @escaping @MainActor (InputAction, ActionSource, any Error) -> Void,
    afterCommit: (@MainActor (StateReader<State>) -> Void)?,
    probes: [any StoreProbe],
    caseTest: CaseTest<InputAction>?
  ) {
    self.didReject = didReject
    self.afterCommit = afterCommit
    self.probes = probes
    self.caseTest = caseTest
  }

  /// The traits of a middleware.
  ///
  /// Debug builds report a middleware that holds another one and does not pass on its traits.
  @MainActor
  public init(of middleware: some Middleware<InputAction, OutputAction, State>) {
    if let wrapping = middleware as? any WrappingMiddleware<InputAction, OutputAction, State> {
      self = wrapping.traits
      return
    }
    self.init(
      didReject: { middleware.didReject($0, from: $1, error: $2) },
      afterCommit: nil, probes: middleware.probes, caseTest: nil)
    #if DEBUG
      for (label, part) in Mirror(reflecting: middleware).children {
        guard let part = part as? any Middleware else { continue }
        reportLoss(of: part, in: label ?? "a property", by: type(of: middleware))
      }
    #endif
  }

  #if DEBUG
    @MainActor
    private func reportLoss(of part: some Middleware, in label: String, by wrapper: Any.Type) {
      let traits = MiddlewareTraits<_, _, _>(of: part)
      var losses: [String] = []
      if traits.afterCommit != nil && afterCommit == nil {
        losses.append("its gate does not follow the state")
      }
      if !traits.probes.isEmpty && probes.isEmpty { losses.append("its probes hear nothing") }
      guard !losses.isEmpty else { return }
      Diagnostics.report(
        """
        Millrace: \(wrapper) holds a middleware in `\(label)` and does not pass on what it is: \
        \(losses.joined(separator: ", and ")). Let \(wrapper) conform to WrappingMiddleware, with \
        `var traits: Traits { Traits(of: \(label)) }`.
        """)
    }
  #endif
}

extension Middleware {
  /// The traits of a middleware of these types.
  public typealias Traits = MiddlewareTraits<InputAction, OutputAction, State>

  /// Tells from the case of an action alone whether it may concern this middleware; nil: it may
  /// always.
  @usableFromInline var routedCase: CaseTest<InputAction>? { Traits(of: self).caseTest }
}
