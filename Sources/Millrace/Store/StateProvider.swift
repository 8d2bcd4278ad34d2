// SPDX-License-Identifier: Apache-2.0

/// Something whose state can be read and watched: a store or a projection of one.
@MainActor
public protocol StateProvider<State>: AnyObject {
  /// The state that it shows.
  associatedtype State: Sendable

  /// The state now; inside an Observation-tracked scope the read is tracked as a whole.
  var state: State { get }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  func read<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Computes a selector on the present state, without tracking.
  ///
  /// Complexity: O(1) for a slice of the state, and for a selector with inputs that was asked for
  /// lately if nothing was committed since; otherwise the selector's own.
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Watches a value.
  ///
  /// Complexity: O(1) to subscribe, and one computation if no other observer watches the same. Per
  /// commit one comparison of each slice that the selector reads, however many watch it, and
  /// one computation if one of them changed; a closure without inputs is computed each time.
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - initial: Whether to call at once with the present value.
  ///   - onChange: Called after a commit when the value differs from the one last delivered.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription
}

/// A store: takes actions and shows a state.
public typealias StoreType<State, Action> = ActionHandler<Action> & StateProvider<State>
