// SPDX-License-Identifier: Apache-2.0

/// A middleware whose own type is forgotten, or one that is made of closures.
///
/// ```swift
/// let audit = AnyMiddleware<AppAction, Never, AppState> { action, source, state in
///   IO { _ in print(action, source) }
/// }
/// ```
public struct AnyMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  @usableFromInline let handle: (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>
  @usableFromInline let reject: (InputAction, ActionSource, any Error) -> Void
  /// What that which it wraps wants after each commit.
  public let afterCommit: ((StateReader<State>) -> Effect<OutputAction>)?
  /// The probes of what it wraps.
  public let probes: [any StoreProbe]

  /// Creates a middleware from closures.
  ///
  /// - Parameters:
  ///   - handle: Looks at an action before the reducer.
  ///   - didReject: Hears that the reducer threw.
  @inlinable
  public init(
    _ handle: @escaping (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>,
    didReject: @escaping (InputAction, ActionSource, any Error) -> Void = { _, _, _ in }
  ) {
    self.init(handle, didReject: didReject, afterCommit: nil, probes: [])
  }

  @inlinable
  init(
    _ handle: @escaping (InputAction, ActionSource, StateReader<State>) -> IO<OutputAction>,
    didReject: @escaping (InputAction, ActionSource, any Error) -> Void,
    afterCommit: ((StateReader<State>) -> Effect<OutputAction>)?, probes: [any StoreProbe]
  ) {
    self.handle = handle
    reject = didReject
    self.afterCommit = afterCommit
    self.probes = probes
  }

  /// Wraps a middleware.
  @inlinable
  public init(_ base: some Middleware<InputAction, OutputAction, State>) {
    if let base = base as? AnyMiddleware {
      self = base
    } else {
      self.init(
        base.handle(_:from:state:), didReject: base.didReject(_:from:error:),
        afterCommit: base.afterCommit, probes: base.probes)
    }
  }

  /// Passes the action on.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> IO<OutputAction> {
    handle(action, source, state)
  }

  /// Passes the rejection on.
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    reject(action, source, error)
  }
}
