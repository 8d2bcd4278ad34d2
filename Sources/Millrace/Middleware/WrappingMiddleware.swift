// SPDX-License-Identifier: Apache-2.0

/// A middleware around another one.
///
/// It handles actions in its own way and is in all else what it wraps: its gate follows the
/// state, probes hear, rejections arrive, and the case of an action finds it. All of that is one
/// value, ``traits``, which the compiler asks for.
///
/// ```swift
/// struct Counted<Base: Middleware>: WrappingMiddleware {
///   let base: Base
///   let count: () -> Void
///
///   var traits: Traits { Traits(of: base) }
///
///   func handle(
///     _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
///   ) -> Effect<Base.OutputAction> {
///     count()
///     return base.handle(action, from: source, state: state)
///   }
/// }
/// ```
///
/// What was lifted along a case is found by the case: a wrapper of it sees the actions of this
/// case. To change the types of a middleware as well, lift it (`lift`) and wrap the result.
public protocol WrappingMiddleware<InputAction, OutputAction, State>: Middleware {
  /// What is passed on of the wrapped middleware: `Traits(of: base)`, with changes if there are
  /// any.
  ///
  /// Taken once by each wrapper or store around this one.
  var traits: MiddlewareTraits<InputAction, OutputAction, State> { get }
}

extension WrappingMiddleware {
  /// Tells the wrapped middleware of the rejection.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    traits.didReject(action, source, error)
  }

  /// The probes of the wrapped middleware.
  public var probes: [any StoreProbe] { traits.probes }
}
