// SPDX-License-Identifier: Apache-2.0

/// The visible columns of a split view.
public struct NavigationSplitViewVisibility: Equatable, Sendable {
  private let columns: Int

  /// The default: on a page, all columns.
  public static let automatic = NavigationSplitViewVisibility(columns: 3)
  /// All columns.
  public static let all = NavigationSplitViewVisibility(columns: 3)
  /// The last two of three columns.
  public static let doubleColumn = NavigationSplitViewVisibility(columns: 2)
  /// The last column only.
  public static let detailOnly = NavigationSplitViewVisibility(columns: 1)

  /// Whether the column at an index is visible, in a split view with `count` columns.
  func shows(_ index: Int, of count: Int) -> Bool { count - index <= columns }
}

/// A view with two or three columns.
///
/// Usually a selection in one column determines the content of the next column.
///
/// In a narrow window the columns are placed below each other.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View> {
  let visibility: Binding<NavigationSplitViewVisibility>?
  let sidebar: Sidebar
  let content: Content
  let detail: Detail

  /// Creates a view with three columns.
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) {
    visibility = nil
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }

  /// Creates a view with three columns.
  ///
  /// A binding determines which of them are visible; the page does not change it.
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    visibility = columnVisibility
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }
}

extension NavigationSplitView where Content == EmptyView {
  /// Creates a view with two columns.
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {
    self.init(sidebar: sidebar, content: { EmptyView() }, detail: detail)
  }

  /// Creates a view with two columns.
  ///
  /// A binding determines whether the first one is visible; the page does not change it.
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) {
    self.init(
      columnVisibility: columnVisibility, sidebar: sidebar, content: { EmptyView() },
      detail: detail)
  }
}

extension NavigationSplitView: View {
  /// The columns.
  public var body: some View {
    let shown = visibility?.wrappedValue ?? .all
    let count = Content.self == EmptyView.self ? 2 : 3
    ElementView(.div, class: "mv-split mv-x mv-y mv-wide") {
      ElementView(.nav, column("Sidebar", isShown: shown.shows(0, of: count))) { sidebar }
      if count == 3 {
        ElementView(.div, column(nil, isShown: shown.shows(1, of: 3))) { content }
      }
      ElementView(.div, column(nil, isShown: true)) { detail }
    }
  }

  private func column(_ label: String?, isShown: Bool) -> Box {
    Box(label: label).with(.hidden, isShown ? nil : "")
  }
}
