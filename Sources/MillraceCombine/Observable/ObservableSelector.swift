// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The output of a selector as an `ObservableObject`, for hosts that know Combine but not
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
/// The object does not keep its store alive; when the store has ended, the last output stays.
@MainActor
public final class ObservableSelector<Output>: ObservableObject {
  /// Fires before each change of the output.
  public nonisolated let objectWillChange = ObservableObjectPublisher()
  /// The output now; `$output` publishes it before it changes, as `@Published` does.
  @Published public private(set) var output: Output
  private var subscription: StoreSubscription?

  private init(_ output: Output, subscribe: (@escaping (Output) -> Void) -> StoreSubscription) {
    self.output = output
    subscription = subscribe { [weak self] output in self?.show(output) }
  }

  private nonisolated func show(_ output: Output) {
    let carried = Carried(output)
    // Sound: a store calls its observers on the main actor.
    MainActor.assumeIsolated {
      objectWillChange.send()
      self.output = carried.value
    }
  }

  /// Shows a selector of a store or a projection.
  public convenience init<State>(
    _ store: some StateProvider<State>, _ selector: StateSelector<State, Output>
  ) {
    self.init(store.select(selector)) {
      store.subscribe(to: selector, initial: false, onChange: $0)
    }
  }

  /// Shows a property of a store or a projection.
  public convenience init<State>(
    _ store: some StateProvider<State>, _ keyPath: KeyPath<State, Output> & Sendable
  ) where Output: Equatable & SendableMetatype {
    self.init(store, StateSelector(keyPath))
  }

  /// Shows an output that is computed again only when its one dependency changed.
  ///
  /// The shape comes from ImmutableData-Legacy; with `StateSelector` there may be any number of
  /// dependencies.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - dependencySelector: What the output depends on, and when that counts as changed.
  ///   - outputSelector: Computes the output, and says when it counts as changed.
  public convenience init<State, Dependency>(
    _ store: some StateProvider<State>,
    dependencySelector: StateSelector<State, Dependency>,
    outputSelector: StateSelector<State, Output>
  ) {
    self.init(
      store,
      StateSelector(dependencySelector: dependencySelector, outputSelector: outputSelector))
  }

  /// Shows an output that is looked at only after actions that a filter lets through.
  ///
  /// - Parameters:
  ///   - store: A store.
  ///   - filter: Asked before the reducer, with the state before and the action.
  ///   - dependencySelector: What the output depends on, and when that counts as changed.
  ///   - outputSelector: Computes the output, and says when it counts as changed.
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
