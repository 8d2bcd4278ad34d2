// SPDX-License-Identifier: Apache-2.0

/// Where an item of a toolbar is.
public struct ToolbarItemPlacement: Sendable {
  let name: String

  /// The page decides: at the end.
  public static let automatic = ToolbarItemPlacement(name: "end")
  /// In the middle.
  public static let principal = ToolbarItemPlacement(name: "middle")
  /// Where the main action is: at the end.
  public static let primaryAction = ToolbarItemPlacement(name: "end")
  /// Where less important actions are: at the end.
  public static let secondaryAction = ToolbarItemPlacement(name: "end")
  /// Where what is done is confirmed: at the end.
  public static let confirmationAction = ToolbarItemPlacement(name: "end")
  /// Where what is done is given up: at the start.
  public static let cancellationAction = ToolbarItemPlacement(name: "start")
  /// Where something is destroyed: at the start.
  public static let destructiveAction = ToolbarItemPlacement(name: "start")
  /// Where ways to other places are: at the start.
  public static let navigation = ToolbarItemPlacement(name: "start")
  /// At the start of the bar on top.
  public static let topBarLeading = ToolbarItemPlacement(name: "start")
  /// At the end of the bar on top.
  public static let topBarTrailing = ToolbarItemPlacement(name: "end")
  /// In the bar at the bottom; a page has one bar, on top.
  public static let bottomBar = ToolbarItemPlacement(name: "end")
  /// Where the state of things is told: in the middle.
  public static let status = ToolbarItemPlacement(name: "middle")
}

/// An item of a toolbar, in a certain place of it.
public struct ToolbarItem<ID, Content: View> {
  let placement: ToolbarItemPlacement
  let content: Content
}

extension ToolbarItem where ID == () {
  /// Creates an item.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.placement = placement
    self.content = content()
  }
}

/// Several items of a toolbar in one place of it.
public struct ToolbarItemGroup<Content: View> {
  let placement: ToolbarItemPlacement
  let content: Content

  /// Creates items.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.placement = placement
    self.content = content()
  }
}

extension ToolbarItem: View, PrimitiveView, BoxView {
  var box: Box { Box(name: "mv-toolbar mv-toolbar-" + placement.name) }
}

extension ToolbarItemGroup: View, PrimitiveView, BoxView {
  var box: Box { Box(name: "mv-toolbar mv-toolbar-" + placement.name) }
}

extension View {
  /// Puts a bar of controls on top of this view.
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View {
    BarView(content: self, name: "mv-toolbar mv-bar mv-x", bar: content())
  }

  /// Adds a field for a search on top of this view.
  ///
  /// The binding follows each letter; `onSubmit(of: .search)` hears of Return.
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    BarView(
      content: self, name: "mv-search-bar mv-x",
      bar: SearchField(text: text, prompt: prompt?.string ?? "Search"))
  }

  /// Adds a field for a search on top of this view.
  nonisolated public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View {
    searchable(text: text, placement: placement, prompt: Text(prompt))
  }

  /// Adds a button that brings what this view shows up to date.
  ///
  /// The button is disabled while the action runs. The environment has the action as `refresh`.
  nonisolated public func refreshable(
    action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    BarView(
      content: environment(\.refresh, RefreshAction(action: action)),
      name: "mv-toolbar mv-bar mv-x", bar: RefreshButton(action: action))
  }
}

/// Where the field of a search is; on a page it is on top of the view.
public struct SearchFieldPlacement: Sendable {
  /// The page decides.
  public static let automatic = SearchFieldPlacement()
  /// In the toolbar.
  public static let toolbar = SearchFieldPlacement()
  /// In the side bar.
  public static let sidebar = SearchFieldPlacement()
}

/// A view with a bar on top.
private struct BarView<Content: View, Bar: View> {
  let content: Content
  let name: String
  let bar: Bar
}

extension BarView: View {
  var body: some View {
    ElementView(.div, class: name) { bar }
    content
  }
}

/// A field for a search.
private struct SearchField {
  let text: Binding<String>
  let prompt: String
}

extension SearchField: View, PrimitiveView {
  static var makesElement: Bool { true }

  private var field: FieldInput {
    FieldInput(text: text, prompt: prompt, kind: .search)
  }

  private var label: some View {
    ElementView(.span, class: "mv-unseen") { Text(prompt) }
  }

  func mount(parent: Node, scope: Scope) -> Node {
    FieldNode(field, label: label, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    func update<Label: View>(_ label: Label) {
      Tree.cast(node, to: FieldNode<Label>.self).update(with: field, label: label)
    }
    update(label)
  }
}

/// Brings what a view shows up to date.
public struct RefreshAction: Sendable {
  fileprivate let action: @MainActor @Sendable () async -> Void

  /// Runs the action, and returns when it is over.
  @MainActor public func callAsFunction() async { await action() }
}

extension EnvironmentValues {
  /// What brings the view up to date; nil where no view around is `refreshable`.
  public internal(set) var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
}

private struct RefreshKey: EnvironmentKey {
  static var defaultValue: RefreshAction? { nil }
}

private struct RefreshButton {
  let action: @MainActor @Sendable () async -> Void
  @State private var runs = 0
  @State private var isRunning = false

  init(action: @escaping @MainActor @Sendable () async -> Void) {
    self.action = action
  }
}

extension RefreshButton: View {
  var body: some View {
    Button {
      runs += 1
      isRunning = true
    } label: {
      Label(isRunning ? "Refreshing…" : "Refresh", systemImage: "arrow.clockwise")
    }
    .disabled(isRunning)
    .task(id: runs) {
      guard runs > 0 else { return }
      await action()
      isRunning = false
    }
  }
}
