// SPDX-License-Identifier: Apache-2.0

/// The time at which the scopes of a search are visible.
public struct SearchScopeActivation: Sendable {
  /// The default time: on a page, always.
  public static var automatic: SearchScopeActivation { SearchScopeActivation() }
}

/// A search field with the scopes of the search below it.
struct SearchBar<Field: View> {
  let field: Field
  @Environment(\.searchScopes) private var scopes

  init(field: Field) {
    self.field = field
  }
}

extension SearchBar: View {
  var body: some View {
    field
    if let scopes { scopes.picker }
  }
}

/// A search field whose focus is connected with a binding.
private struct PresentedSearch {
  let field: SearchField
  let isPresented: Binding<Bool>
  @FocusState private var isFocused: Bool

  init(field: SearchField, isPresented: Binding<Bool>) {
    self.field = field
    self.isPresented = isPresented
  }
}

extension PresentedSearch: View {
  var body: some View {
    field.focused($isFocused)
      .onAppear { if isPresented.wrappedValue { isFocused = true } }
      .onChange(of: isPresented.wrappedValue) { _, isWanted in
        isFocused = isWanted
        if !isWanted { field.text.wrappedValue = "" }
      }
      .onChange(of: isFocused) { _, hasFocus in
        if hasFocus {
          isPresented.wrappedValue = true
        } else if field.text.wrappedValue.isEmpty {
          isPresented.wrappedValue = false
        }
      }
  }
}

/// The picker of a search's scopes.
///
/// It is an object, because the environment cannot compare views.
@MainActor final class SearchScopes {
  let picker: AnyView

  init(_ picker: AnyView) {
    self.picker = picker
  }
}

private struct ScopesView<Content: View, Value: Hashable, Scopes: View> {
  let content: Content
  let scope: Binding<Value>
  let scopes: Scopes
}

extension ScopesView: View {
  var body: some View {
    let picker = Picker("Scope", selection: scope) { scopes }.pickerStyle(.segmented)
    content.environment(\.searchScopes, SearchScopes(AnyView(picker)))
  }
}

extension EnvironmentValues {
  /// The scopes of the search fields, or nil.
  var searchScopes: SearchScopes? {
    get { self[own: SearchScopes.self] }
    set { self[own: SearchScopes.self] = newValue }
  }
}

extension View {
  /// Adds a search field above this view, and connects its focus with a binding.
  ///
  /// The field of a page is always visible. It gets the focus when the binding becomes true. The
  /// binding becomes true when the field gets the focus, and false when an empty field loses it.
  /// When the binding becomes false, the text is removed.
  nonisolated public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    let field = SearchField(text: text, prompt: prompt?.string ?? "Search")
    return BarView(
      content: self, name: "mv-search-bar mv-x",
      bar: SearchBar(field: PresentedSearch(field: field, isPresented: isPresented)))
  }

  /// Adds a search field above this view, and connects its focus with a binding.
  nonisolated public func searchable<S: StringProtocol>(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View {
    searchable(text: text, isPresented: isPresented, placement: placement, prompt: Text(prompt))
  }

  /// Adds a choice of scopes below the search fields in this view.
  ///
  /// Search fields in a sheet of the view do not have them. The views in the closure are the
  /// options of a segmented picker, with their tags as values:
  ///
  /// ```swift
  /// list.searchable(text: $text)
  ///   .searchScopes($scope) {
  ///     Text("All").tag(Scope.all)
  ///     Text("Unread").tag(Scope.unread)
  ///   }
  /// ```
  ///
  /// They are always visible.
  nonisolated public func searchScopes<V: Hashable, S: View>(
    _ scope: Binding<V>, @ViewBuilder scopes: () -> S
  ) -> some View {
    ScopesView(content: self, scope: scope, scopes: scopes())
  }

  /// Adds a choice of scopes below the search fields in this view.
  ///
  /// They are always visible.
  nonisolated public func searchScopes<V: Hashable, S: View>(
    _ scope: Binding<V>, activation: SearchScopeActivation, @ViewBuilder _ scopes: () -> S
  ) -> some View {
    searchScopes(scope, scopes: scopes)
  }
}
