// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Gives a view a value that is selected from its store, and runs the view's body when it changes.
///
/// ```swift
/// @Selected(\.counterStore, \.count) private var count
/// @Selected(\.libraryStore, selectVisibleBooks) private var books
/// @Selected(
///   \.libraryStore, id: bookID, label: "Book",
///   dependencySelector: DependencySelector(\.books),
///   outputSelector: OutputSelector { [bookID] in $0.books[bookID] }
/// ) private var book
/// ```
///
/// The value is brought up to date before `dispatch` returns. An equal `id` keeps the listener, a
/// new one rebuilds it; without an id the closures that were given first stay in use. A filter is
/// asked before the reducer, with the state and the action; dependencies are all selected and
/// compared from left to right up to the first change; the output is published when it differs from
/// the one published last.
///
/// Complexity: per commit, what its selector costs. The rules come from ImmutableUI.
@MainActor
@propertyWrapper
public struct Selected<Source: StateProvider, Output>: @preconcurrency DynamicProperty {
  @Environment private var store: Source
  @State private var listener: SelectedListener<Source, Output>
  private let request: SelectedRequest<Source, Output>

  init(
    _ keyPath: KeyPath<EnvironmentValues, Source>, request: SelectedRequest<Source, Output>
  ) {
    _store = Environment(keyPath)
    _listener = State(wrappedValue: SelectedListener())
    self.request = request
  }

  /// The selected value.
  public var wrappedValue: Output { listener.output }

  /// Follows the environment's store and this selector's id before each run of the body.
  public mutating func update() {
    listener.update(request)
    listener.listen(to: store)
  }
}
