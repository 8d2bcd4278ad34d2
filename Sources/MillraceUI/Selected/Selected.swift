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
/// @Selected(
///   \.libraryStore, id: bookID, label: "Book",
///   dependencySelector: StateSelector(\.books),
///   outputSelector: StateSelector { [bookID] in $0.books[bookID] }
/// ) private var book
/// ```
///
/// A store is found by its type, where `.environment(store)` supplies it, or by the key path of a
/// ``Provider``; every form takes either. A field or a row of a table needs no wrapper: read
/// `store.count` or `store.books[id]` of an `@Environment(LibraryStore.self)`.
///
/// A selector that depends on a value of the view is set in its initializer. The property then
/// names both types, that of the store and that of the value, and the latter once more as its own:
///
/// ```swift
/// struct BookRow: View {
///   @Selected<LibraryStore, Book?> private var book: Book?
///
///   init(id: Book.ID) { _book = Selected(\.libraryStore, .row(id, of: \.books)) }
/// }
/// ```
///
/// The value is brought up to date before `dispatch` returns. An equal `id` keeps the listener, a
/// new one rebuilds it; without an id the closures that were given first stay in use. A filter is
/// asked before the reducer, with the state and the action; dependencies are all selected and
/// compared from left to right up to the first change; the output is published when it differs from
/// the one published last.
///
/// A view that selects with a key path, a constant selector, or a selector such as `.row(id, of:)`
/// does not run because its parent did. Closures cannot be compared, so a view that selects with
/// closures runs with its parent, too.
///
/// Complexity: per commit, what its selector costs, once for all views that select with one
/// selector. The rules come from ImmutableUI.
@MainActor
@propertyWrapper
public struct Selected<Source: StateProvider, Output>: @preconcurrency DynamicProperty {
  @Environment private var store: Source
  private let request: SelectedRequest<Source, Output>
  /// The listener of a view that selects with closures; the views of a selector share theirs.
  @State private var own: SelectedListener<Source, Output>?
  #if DEBUG
    /// Belongs to the first request of the view, and is the same for all others of one selector.
    @State private var origin: SelectedOrigin?
  #endif

  /// Selects with a selector.
  ///
  /// Make the selector once, as a constant or in a `SelectorFamily`: one that is made where the
  /// view is made is another one each time. Debug builds warn of that.
  ///
  /// - Parameters:
  ///   - keyPath: Where the ``Provider`` put the store.
  ///   - selector: The selector.
  ///   - label: A name for messages.
  ///   - fileID: The place for messages.
  ///   - line: The place for messages.
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
      _origin = State(wrappedValue: request.origin(selector.identity, "\(fileID):\(line)"))
    #endif
    _own = State(wrappedValue: nil)
  }

  /// Selects with closures.
  init(_ store: Environment<Source>, request: SelectedRequest<Source, Output>) {
    _store = store
    self.request = request
    #if DEBUG
      _origin = State(wrappedValue: nil)
    #endif
    // Last, as SwiftUI's `State` may be a macro whose setter needs all other properties.
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

  /// Follows the environment's store and this selector's id before each run of the body.
  public mutating func update() {
    own?.update(request)
    own?.listen(to: store)
    #if DEBUG
      if let origin, let identity = request.identity { origin.note(identity) }
    #endif
  }
}
