// SPDX-License-Identifier: Apache-2.0

/// The position of an item in a toolbar.
///
/// On a page, all items of a modifier `toolbar` are in one bar above its view.
public struct ToolbarItemPlacement: Sendable {
  let name: String

  /// The default position: the end of the bar.
  public static let automatic = ToolbarItemPlacement(name: "end")
  /// The middle of the bar.
  public static let principal = ToolbarItemPlacement(name: "middle")
  /// The position of the main action: the end of the bar.
  public static let primaryAction = ToolbarItemPlacement(name: "end")
  /// The position of less important actions: the end of the bar.
  public static let secondaryAction = ToolbarItemPlacement(name: "end")
  /// The position of a confirming action: the end of the bar.
  public static let confirmationAction = ToolbarItemPlacement(name: "end")
  /// The position of a cancelling action: the start of the bar.
  public static let cancellationAction = ToolbarItemPlacement(name: "start")
  /// The position of a deleting action: the start of the bar.
  public static let destructiveAction = ToolbarItemPlacement(name: "start")
  /// The position of navigation controls: the start of the bar.
  public static let navigation = ToolbarItemPlacement(name: "start")
  /// The start of the bar.
  public static let topBarLeading = ToolbarItemPlacement(name: "start")
  /// The end of the bar.
  public static let topBarTrailing = ToolbarItemPlacement(name: "end")
  /// The position in a bottom bar: on a page, a second line of the bar.
  public static let bottomBar = ToolbarItemPlacement(name: "bottom")
  /// The start of the bar.
  public static let navigationBarLeading = ToolbarItemPlacement(name: "start")
  /// The end of the bar.
  public static let navigationBarTrailing = ToolbarItemPlacement(name: "end")
  /// The position above a keyboard on the screen: on a page, the end of the bar.
  public static let keyboard = ToolbarItemPlacement(name: "end")
  /// The position of a status text: the middle of the bar.
  public static let status = ToolbarItemPlacement(name: "middle")
}

/// An item of a toolbar, with its position.
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

/// Several items of a toolbar with one position.
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
  /// Adds a bar of controls above this view.
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View {
    BarView(content: self, name: "mv-toolbar mv-bar mv-x", bar: content())
  }

  /// Adds a search field above this view.
  ///
  /// The binding is updated while the user types. The action of `onSubmit(of: .search)` runs when
  /// Return is pressed.
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    BarView(
      content: self, name: "mv-search-bar mv-x",
      bar: SearchBar(field: SearchField(text: text, prompt: prompt?.string ?? "Search")))
  }

  /// Adds a search field above this view.
  nonisolated public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View {
    searchable(text: text, placement: placement, prompt: Text(prompt))
  }

  /// Adds a button above this view that runs an action, which refreshes the content of this view.
  ///
  /// The button is disabled while the action runs. The views inside can read the action as the
  /// environment value `refresh`. The action has no isolation, as in SwiftUI: it calls functions of
  /// the main actor with `await`.
  @preconcurrency nonisolated public func refreshable(
    action: @escaping @Sendable () async -> Void
  ) -> some View {
    BarView(
      content: environment(\.refresh, RefreshAction(action: action)),
      name: "mv-toolbar mv-refresh mv-x", bar: RefreshButton(action: action))
  }
}

/// The position of a search field.
///
/// A page ignores it: the field is always above the view.
public struct SearchFieldPlacement: Sendable {
  /// The default position.
  public static let automatic = SearchFieldPlacement()
  /// The toolbar.
  public static let toolbar = SearchFieldPlacement()
  /// The sidebar.
  public static let sidebar = SearchFieldPlacement()
}

/// A view with a bar above it.
///
/// The bar belongs to the page. Modifiers around the view that change how it is drawn, for example
/// an overlay or an opacity, do not apply to the bar, except in a row of a list. In a `ZStack` or
/// `HStack`, the bar and the view are in an element.
struct BarView<Content: View, Bar: View> {
  let content: Content
  let name: String
  let bar: Bar
}

extension BarView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    guard (parent as? ElementNode ?? parent.enclosingElement)?.isAcross == true else {
      return Tree.mount(parts, parent: parent, scope: scope)
    }
    let node = OpenNode(tag: .div, box: Box(name: "mv-vstack"), parent: parent, scope: scope)
    node.content = Tree.mount(parts, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let inside = (node as? OpenNode)?.content ?? node
    Tree.update(inside, with: parts)
  }

  private var parts: BarParts<ElementView<Bar>, Content> {
    let bar = ElementView(.div, Box(name: name, isApart: true)) { self.bar }
    return TupleView(UnboxedView(content: bar), content)
  }
}

private typealias BarParts<Bar: View, Content: View> = TupleView<UnboxedView<Bar>, Content>

extension ElementNode {
  /// Whether the element places the elements in it beside or above each other.
  fileprivate var isAcross: Bool {
    let name = value(.class)?.split(separator: " ").first
    return name == "mv-hstack" || name == "mv-zstack"
  }
}

/// A search field.
struct SearchField {
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

/// An action that refreshes the content of a view.
public struct RefreshAction: Sendable {
  fileprivate let action: @MainActor @Sendable () async -> Void

  /// Runs the action, and returns when the action has ended.
  @MainActor public func callAsFunction() async { await action() }
}

extension EnvironmentValues {
  /// The action of the innermost modifier `refreshable`, or nil if there is none.
  public internal(set) var refresh: RefreshAction? {
    get { self[own: RefreshAction.self] }
    set { self[own: RefreshAction.self] = newValue }
  }
}

private struct RefreshButton {
  let action: @MainActor @Sendable () async -> Void
  @State private var runs = 0
  @State private var isRunning = false
  /// Whether the button was pressed and the action has not begun.
  ///
  /// A task begins again when its view is shown again; the action must not.
  @State private var isPending = false

  init(action: @escaping @MainActor @Sendable () async -> Void) {
    self.action = action
  }
}

extension RefreshButton: View {
  var body: some View {
    Button {
      runs += 1
      isRunning = true
      isPending = true
    } label: {
      Label(isRunning ? "Refreshing…" : "Refresh", systemImage: "arrow.clockwise")
    }
    .disabled(isRunning)
    .task(id: runs) {
      guard isPending else { return }
      isPending = false
      await action()
      isRunning = false
    }
  }
}
