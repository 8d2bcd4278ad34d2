// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension Selected {
  /// Selects the value at a key path of the state.
  public init(
    _ keyPath: KeyPath<EnvironmentValues, Source>,
    _ output: KeyPath<Source.State, Output> & Sendable, label: String? = nil
  ) where Output: Equatable & SendableMetatype {
    self.init(keyPath, StateSelector(output), label: label)
  }

  /// Selects with a selector that depends on a value of the view, which `id` identifies.
  public init(
    _ keyPath: KeyPath<EnvironmentValues, Source>, id: some Hashable, label: String? = nil,
    _ selector: StateSelector<Source.State, Output>
  ) {
    self.init(
      Environment(keyPath),
      request: SelectedRequest(id: AnyHashable(id), label: label, selector: selector))
  }

  /// Selects the value again when a dependency has changed.
  ///
  /// A new `id` replaces the closures.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - id: Identifies the values that the closures capture; pass another id when they change.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors; without any, the output is always selected.
  ///   - outputSelector: Selects the value.
  public init<each Dependency>(
    _ keyPath: KeyPath<EnvironmentValues, Source>, id: some Hashable, label: String? = nil,
    dependencySelector: repeat StateSelector<Source.State, each Dependency>,
    outputSelector: StateSelector<Source.State, Output>
  ) {
    let selector = StateSelector(
      dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)
    self.init(
      Environment(keyPath),
      request: SelectedRequest(id: AnyHashable(id), label: label, selector: selector))
  }

  /// Selects the value again when a dependency has changed.
  ///
  /// The first closures stay in use.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors; without any, the output is always selected.
  ///   - outputSelector: Selects the value.
  public init<each Dependency>(
    _ keyPath: KeyPath<EnvironmentValues, Source>, label: String? = nil,
    dependencySelector: repeat StateSelector<Source.State, each Dependency>,
    outputSelector: StateSelector<Source.State, Output>
  ) {
    let selector = StateSelector(
      dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)
    self.init(
      Environment(keyPath), request: SelectedRequest(id: nil, label: label, selector: selector))
  }
}
