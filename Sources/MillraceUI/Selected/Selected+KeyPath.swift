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

  /// Selects with a selector that depends on a property of the view; `id` identifies its value.
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
  /// If the view is created again with another `id`, its new selectors replace the current ones.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - id: Identifies the values that the closures capture. Pass another id when these values
  ///     change.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every commit.
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
  /// The selectors with which the view was first created stay in use; later ones are ignored.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every commit.
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
