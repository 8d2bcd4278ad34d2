// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

// A filter is called with actions of the store, so these initializers exist for stores and not for
// projections.
extension Selected {
  /// Selects after an action only if a filter returns true for it.
  ///
  /// If the view is created again with another `id`, its new filter and selectors replace the
  /// current ones.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - id: Identifies the values that the closures capture. Pass another id when these values
  ///     change.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - filter: Called before the reducer, with the current state and the action.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every such action.
  ///   - outputSelector: Selects the value.
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

  /// Selects after an action only if a filter returns true for it.
  ///
  /// The filter and the selectors with which the view was first created stay in use; later ones are
  /// ignored.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - filter: Called before the reducer, with the current state and the action.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every such action.
  ///   - outputSelector: Selects the value.
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
