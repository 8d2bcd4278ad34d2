// SPDX-License-Identifier: Apache-2.0

/// Sees every action before the reducer and may start work that runs after the commit.
///
/// A middleware reads the state and never writes it. It asks for no more than it needs: its input,
/// output and state types are its own (`Never` and `Void` included). It lives on the main actor, as
/// its store does: what it does there may call whatever else lives there.
///
/// ```swift
/// struct Counting: Middleware {
///   func handle(
///     _ action: AppAction, from source: ActionSource, state: StateReader<AppState>
///   ) -> Effect<Never> {
///     let before = state().count
///     return .perform { _ in print(before, "->", state().count) }
///   }
/// }
/// ```
///
/// A middleware around another one is a ``WrappingMiddleware``. A plain middleware that holds
/// another one and forwards `handle` alone compiles, and loses the rest: effects of the other's
/// children run on when these have gone, its probes hear nothing, it hears of no rejection, and
/// `afterCommit` is not asked. Debug builds report a lost `afterCommit` and lost probes where
/// the other one is in a stored property; release builds, and what is in a closure, say nothing.
///
/// The shape comes from SwiftRex; effects start in the order of handling.
@MainActor
public protocol Middleware<InputAction, OutputAction, State> {
  /// The actions that it sees.
  associatedtype InputAction
  /// The actions that it sends.
  associatedtype OutputAction: Sendable
  /// The state that it reads.
  associatedtype State

  /// Looks at an action before the reducer.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - source: The place that dispatched it.
  ///   - state: Reads the state: in this call the one before the reducer, in the effect the one after.
  /// - Returns: What to do after the commit. It is dropped if the reducer throws.
  func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction>

  /// Hears that the reducer threw for an action that this middleware handled.
  func didReject(_ action: InputAction, from source: ActionSource, error: any Error)

  /// What this middleware wants to hear of the store besides actions; by default nothing.
  ///
  /// The store asks once, when it is created.
  var probes: [any StoreProbe] { get }
}

extension Middleware {
  /// Does nothing.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {}

  /// No probes.
  public var probes: [any StoreProbe] { [] }
}
