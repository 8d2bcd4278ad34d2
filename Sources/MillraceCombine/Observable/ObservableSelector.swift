// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The output of a selector as an `ObservableObject`, for code that uses Combine but not
/// Observation.
///
/// ```swift
/// struct Count: View {
///   @StateObject private var count: ObservableSelector<Int>
///
///   init(_ store: CounterStore) {
///     _count = StateObject(wrappedValue: ObservableSelector(store, \.count))
///   }
///
///   var body: some View { Text("\(count.output)") }
/// }
/// ```
///
/// `objectWillChange` fires before ``output`` changes, in the turn of the action that changed it.
/// The object does not keep its store alive. After the end of the store, ``output`` is the last
/// output.
@MainActor
public final class ObservableSelector<Output>: ObservableObject {
  /// Fires before each change of the output.
  public nonisolated let objectWillChange = ObservableObjectPublisher()
  /// The current output; `$output` publishes it at once, and each new output before the change.
  @Published public private(set) var output: Output
  private var subscription: StoreSubscription?

  private init(_ output: Output, subscribe: (@escaping (Output) -> Void) -> StoreSubscription) {
    self.output = output
    subscription = subscribe { [weak self] output in self?.show(output) }
  }

  private nonisolated func show(_ output: Output) {
    let carried = Carried(output)
    // Sound: this is called by a subscription of a store, and a store calls its observers on the
    // main actor.
    MainActor.assumeIsolated {
      objectWillChange.send()
      self.output = carried.value
    }
  }

  /// Creates an object for a selector of a store or a projection.
  public convenience init<State>(
    _ store: some StateProvider<State>, _ selector: StateSelector<State, Output>
  ) {
    self.init(store.select(selector)) {
      store.subscribe(to: selector, initial: false, onChange: $0)
    }
  }

  /// Creates an object for a property of a store or a projection.
  public convenience init<State>(
    _ store: some StateProvider<State>, _ keyPath: KeyPath<State, Output> & Sendable
  ) where Output: Equatable & SendableMetatype {
    self.init(store, StateSelector(keyPath))
  }

  /// Creates an object whose output is computed again only when its dependency has changed.
  ///
  /// The shape comes from ImmutableData-Legacy. A `StateSelector` can have any number of
  /// dependencies.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - dependencySelector: Selects and compares the dependency of the output.
  ///   - outputSelector: Computes and compares the output.
  public convenience init<State, Dependency>(
    _ store: some StateProvider<State>,
    dependencySelector: StateSelector<State, Dependency>,
    outputSelector: StateSelector<State, Output>
  ) {
    self.init(
      store,
      StateSelector(dependencySelector: dependencySelector, outputSelector: outputSelector))
  }

  /// Creates an object whose output is updated only after actions for which a filter returns true,
  /// and after the state or an output was replaced.
  ///
  /// - Parameters:
  ///   - store: A store.
  ///   - filter: Called before the reducer, with the current state and the action.
  ///   - dependencySelector: Selects and compares the dependency of the output.
  ///   - outputSelector: Computes and compares the output.
  public convenience init<State, Action, Dependency>(
    _ store: Store<State, Action>, filter: @escaping (State, Action) -> Bool,
    dependencySelector: StateSelector<State, Dependency>,
    outputSelector: StateSelector<State, Output>
  ) {
    let selector = StateSelector(
      dependencySelector: dependencySelector, outputSelector: outputSelector)
    self.init(store.select(selector)) {
      store.subscribe(to: selector, filter: filter, onChange: $0)
    }
  }
}
