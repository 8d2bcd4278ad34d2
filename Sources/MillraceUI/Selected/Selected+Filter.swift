// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

// A filter sees actions of the store itself, so these forms are for stores and not for projections.
extension Selected {
  /// Selects only after actions that a filter lets through; another `id` replaces the closures.
  ///
  /// - Parameters:
  ///   - keyPath: Where the ``Provider`` put the store.
  ///   - id: Stands for the values that the closures capture; pass another when they change.
  ///   - label: A name for messages.
  ///   - filter: Asked before the reducer, with the state before and the action.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<State: Sendable, Action: Sendable, each Dependency>(
    _ keyPath: KeyPath<EnvironmentValues, Source>, id: some Hashable, label: String? = nil,
    filter: @escaping @MainActor (State, Action) -> Bool,
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) where Source == Store<State, Action> {
    self.init(
      Environment(keyPath),
      request: .filtered(
        id: AnyHashable(id), label: label, filter: filter,
        selector: StateSelector(
          dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)))
  }

  /// Selects only after actions that a filter lets through, always with the first closures.
  ///
  /// - Parameters:
  ///   - keyPath: Where the ``Provider`` put the store.
  ///   - label: A name for messages.
  ///   - filter: Asked before the reducer, with the state before and the action.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<State: Sendable, Action: Sendable, each Dependency>(
    _ keyPath: KeyPath<EnvironmentValues, Source>, label: String? = nil,
    filter: @escaping @MainActor (State, Action) -> Bool,
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) where Source == Store<State, Action> {
    self.init(
      Environment(keyPath),
      request: .filtered(
        id: nil, label: label, filter: filter,
        selector: StateSelector(
          dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)))
  }
}

extension SelectedRequest {
  static func filtered<State: Sendable, Action: Sendable>(
    id: AnyHashable?, label: String?, filter: @escaping @MainActor (State, Action) -> Bool,
    selector: StateSelector<State, Output>
  ) -> SelectedRequest where Source == Store<State, Action> {
    SelectedRequest(id: id, label: label) { store, onChange in
      store.subscribe(to: selector, filter: filter, initial: true, onChange: onChange)
    }
  }
}
