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
/// @Selected(CounterStore.self, \.count) private var count
/// @Selected(\.libraryStore, selectVisibleBooks) private var books
/// ```
///
/// The store is found in the environment: by its type if `.environment(store)` supplies it, or by
/// the key path of a ``Provider``. There is an initializer for each of the two. A field or a row of
/// a table needs no wrapper: read `store.count` or `store.books[id]` of an
/// `@Environment(LibraryStore.self)`.
///
/// A selector that depends on a property of the view is set in the view's initializer. The property
/// wrapper then names the type of the store and the type of the value, and the property repeats
/// the type of the value:
///
/// ```swift
/// struct BookRow: View {
///   @Selected<LibraryStore, Book?> private var book: Book?
///
///   init(id: Book.ID) { _book = Selected(\.libraryStore, .row(id, of: \.books)) }
/// }
/// ```
///
/// In the same way with closures, which an `id` identifies:
///
/// ```swift
/// _book = Selected(
///   \.libraryStore, id: id, label: "Book", dependencySelector: StateSelector(\.books),
///   outputSelector: StateSelector { $0.books[id: id] })
/// ```
///
/// The value is updated before `dispatch` returns, or at the end of a batch. If the view is created
/// again with an equal `id`, its subscription and its closures stay; another `id` replaces them.
/// Without an `id`, the first closures stay in use. A filter is called before the reducer, with the
/// state and the action. All dependencies are selected. The output is published if it differs from
/// the last published output.
///
/// A view that selects with a key path, a constant selector, or a selector such as `.row(id, of:)`
/// does not run only because its parent ran. Closures cannot be compared, so a view that selects
/// with closures or with an `id` runs each time that its parent runs.
///
/// Complexity: per commit, the cost of the selector, once for all views with the same selector;
/// with closures, once for each view.
///
/// The idea comes from ImmutableUI.
@MainActor
@propertyWrapper
public struct Selected<Source: StateProvider, Output>: @preconcurrency DynamicProperty {
  @Environment private var store: Source
  private let request: SelectedRequest<Source, Output>
  /// The listener of a view that selects with closures or with an `id`, or nil for a view that
  /// selects with a selector only: all views with the same selector share a listener.
  @State private var own: SelectedListener<Source, Output>?
  #if DEBUG
    /// The detector of the view's first request, which views with the same selector share.
    @State private var detector: RecreatedSelectorDetector?
  #endif

  /// Selects with a selector.
  ///
  /// Create the selector once, as a constant or in a `SelectorFamily`. If the selector is created
  /// with the view, the view gets a different selector each time. Debug builds warn about this.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the store's ``Provider``.
  ///   - selector: The selector.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - fileID: The file of the call site, for messages.
  ///   - line: The line of the call site, for messages.
  public init(
    _ keyPath: KeyPath<EnvironmentValues, Source>,
    _ selector: StateSelector<Source.State, Output>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Environment(keyPath), selector, label: label, fileID, line)
  }

  /// Selects with a selector.
  init(
    _ store: Environment<Source>, _ selector: StateSelector<Source.State, Output>, label: String?,
    _ fileID: StaticString, _ line: UInt
  ) {
    _store = store
    request = .shared(selector, label: label)
    #if DEBUG
      _detector = State(
        wrappedValue: request.detector(of: selector.identity, at: "\(fileID):\(line)"))
    #endif
    _own = State(wrappedValue: nil)
  }

  /// Selects with closures, or with a selector and an `id`.
  init(_ store: Environment<Source>, request: SelectedRequest<Source, Output>) {
    _store = store
    self.request = request
    #if DEBUG
      _detector = State(wrappedValue: nil)
    #endif
    // This is the last assignment: SwiftUI's `State` can be a macro whose setter needs all other
    // properties.
    _own = State(wrappedValue: SelectedListener())
  }

  /// The selected value.
  public var wrappedValue: Output {
    guard let own else { return request.listener(for: store).output }
    if !own.hasOutput {
      own.reportEarlyRead()
      own.update(request)
      own.listen(to: store)
    }
    return own.output
  }

  /// Called before each run of the body: updates the listener if the store of the environment or
  /// the `id` has changed.
  public mutating func update() {
    own?.update(request)
    own?.listen(to: store)
    #if DEBUG
      if let detector, let identity = request.identity { detector.note(identity) }
    #endif
  }
}

#if !canImport(SwiftUI)
  // A long list does not keep a row because a view in it selects.
  extension SelectedListener: ReleasableState {}
  #if DEBUG
    extension RecreatedSelectorDetector: ReleasableState {}
  #endif
#endif
