// SPDX-License-Identifier: Apache-2.0

/// A button that opens a list of actions.
///
/// It is a `details` element, so it opens without a round trip to the server. The page closes it
/// when one of its buttons is pressed, when the user presses Escape, and when something outside it
/// is pressed. A disabled menu is rendered as a disabled button without its actions.
public struct Menu<Label: View, Content: View> {
  let label: Label
  let content: Content
  var primaryAction: ActionBox?

  /// Creates a menu with any view as its label.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
}

extension Menu where Label == Text {
  /// Creates a menu with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Label == MillraceViews.Label<Text, Image> {
  /// Creates a menu with a text and a system image as its label.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { MillraceViews.Label(title, systemImage: systemImage) }
  }
}

extension Menu {
  /// Creates a menu with any view as its label, and with a button that runs an action.
  ///
  /// On a page, the menu opens with a second button at the end of the first one.
  @MainActor public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: label)
    self.primaryAction = ActionBox(onMain(primaryAction))
  }
}

extension Menu where Label == Text {
  /// Creates a menu with a text as its label, and with a button that runs an action.
  @MainActor public init(
    _ title: some StringProtocol, @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
  }
}

extension Menu where Label == MillraceViews.Label<Text, Image> {
  /// Creates a menu with a text and a system image as its label, and with a button that runs an
  /// action.
  @MainActor public init(
    _ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) {
    self.init(
      content: content, label: { MillraceViews.Label(title, systemImage: systemImage) },
      primaryAction: primaryAction)
  }
}

extension Menu: View {
  /// The button and the items.
  public var body: some View {
    if let primaryAction {
      ElementView(.div, Box(name: "mv-control-group").with(.role, "group")) {
        Button(action: primaryAction.run) { label }
        MenuFrame(name: "mv-menu", title: "More", label: EmptyView(), content: content)
      }
    } else {
      MenuFrame(name: "mv-menu", title: nil, label: label, content: content)
    }
  }
}

/// The elements of a menu.
struct MenuFrame<Label: View, Content: View>: View {
  let name: String
  let title: String?
  let label: Label
  let content: Content
  /// The element whose text describes the button, or nil.
  var subject: NodeID?
  @Environment(\.isEnabled) private var isEnabled

  var body: some View {
    if isEnabled {
      ElementView(.details, class: name) {
        ElementView(.summary, button) { label }
        ElementView(.div, class: "mv-menu-items") { content }
      }
    } else {
      ElementView(.div, class: name) {
        ElementView(.button, button.with(.type, "button").with(.disabled, "")) { label }
      }
    }
  }

  private var button: Box {
    Box(label: title).with(.ariaDescribedby, subject.map { ElementNode.reference(to: $0) })
  }
}

/// A small menu with the actions of a row or view.
struct ActionsMenu<Content: View> {
  let name: String
  let row: NodeID?
  let content: Content

  /// Creates a menu; the text of `row`, if it is not nil, describes the menu's button.
  init(name: String, of row: NodeID? = nil, @ViewBuilder content: () -> Content) {
    self.name = name
    self.row = row
    self.content = content()
  }
}

extension ActionsMenu: View {
  var body: some View {
    MenuFrame(
      name: "mv-menu mv-actions-menu", title: name,
      label: Image(systemName: "ellipsis").accessibilityHidden(true), content: content,
      subject: row)
  }
}

extension View {
  /// Adds a menu of actions beside this view.
  ///
  /// A press of the secondary pointer button opens it too, except in a field, where it opens the
  /// menu of the browser.
  nonisolated public func contextMenu<MenuItems: View>(
    @ViewBuilder menuItems: () -> MenuItems
  ) -> some View {
    let items = menuItems()
    return BoxedView(
      content: self, box: Box(name: "mv-with-menu mv-context"),
      layer: ActionsMenu(name: "More actions") { items }, place: .after, isFadedLayer: true)
  }

  /// Adds actions to the menu at the end of a list row.
  ///
  /// The menu then has no generated item that deletes the row; see
  /// ``DynamicViewContent/onDelete(perform:)``. A view that is only a part of a row, or in no list,
  /// gets a menu of its own beside it. The edge and the full swipe are ignored.
  nonisolated public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> T
  ) -> some View {
    SwipeView(content: self, items: content())
  }
}

/// The start or the end of a line of text.
@frozen public enum HorizontalEdge: Int8, CaseIterable, Sendable {
  /// The side where a line starts.
  case leading
  /// The side where a line ends.
  case trailing
}
