// SPDX-License-Identifier: Apache-2.0

/// A middleware whose own type is forgotten, or one that is made of closures.
///
/// ```swift
/// let audit = AnyMiddleware<AppAction, Never, AppState> { action, source, state in
///   IO { _ in print(action, source) }
/// }
/// ```
nonisolated public struct AnyMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  @usableFromInline let handle:
    @MainActor (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>
  @usableFromInline let reject: @MainActor (InputAction, ActionSource, any Error) -> Void
  /// Tells from the case of an action alone whether it may concern this middleware; nil: it may
  /// always.
  @usableFromInline let isCase: (@Sendable (InputAction) -> Bool)?
  /// What that which it wraps wants after each commit.
  public let afterCommit: (@MainActor (StateReader<State>) -> Effect<OutputAction>)?
  /// The probes of what it wraps.
  public let probes: [any StoreProbe]

  /// Creates a middleware from closures.
  ///
  /// - Parameters:
  ///   - handle: Looks at an action before the reducer.
  ///   - didReject: Hears that the reducer threw.
  @inlinable
  public init(
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>,
    didReject: @escaping @MainActor (InputAction, ActionSource, any Error) -> Void = { _, _, _ in }
  ) {
    self.init(handle, didReject: didReject, isCase: nil, afterCommit: nil, probes: [])
  }

  @inlinable
  init(
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>,
    didReject: @escaping @MainActor (InputAction, ActionSource, any Error) -> Void,
    isCase: (@Sendable (InputAction) -> Bool)?,
    afterCommit: (@MainActor (StateReader<State>) -> Effect<OutputAction>)?,
    probes: [any StoreProbe]
  ) {
    self.handle = handle
    reject = didReject
    self.isCase = isCase
    self.afterCommit = afterCommit
    self.probes = probes
  }

  /// Wraps a middleware.
  @MainActor
  @inlinable
  public init(_ base: some Middleware<InputAction, OutputAction, State>) {
    if let base = base as? AnyMiddleware {
      self = base
    } else {
      self.init(
        { base.handle($0, from: $1, state: $2) },
        didReject: { base.didReject($0, from: $1, error: $2) },
        isCase: base.routedCase, afterCommit: base.afterCommit, probes: base.probes)
    }
  }

  /// Passes the action on.
  @MainActor
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> IO<OutputAction> {
    handle(action, source, state)
  }

  /// Passes the rejection on.
  @MainActor
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    reject(action, source, error)
  }
}
