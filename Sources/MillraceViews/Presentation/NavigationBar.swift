// SPDX-License-Identifier: Apache-2.0

// On a page, the navigation bar is not an element. Its parts are the back button and the toolbar of
// a level, and the title above the page.

/// A bar around the content of a view.
public struct ToolbarPlacement: Sendable {
  /// The class that hides the bar.
  let hidingClass: String

  /// The bar of the view's surroundings: on a page, the navigation bar.
  public static let automatic = ToolbarPlacement(hidingClass: "mv-no-navigation-bar")
  /// The navigation bar: on a page, the back button and the toolbar of a level, and the title.
  public static let navigationBar = ToolbarPlacement(hidingClass: "mv-no-navigation-bar")
  /// The bar of a window: on a page, the navigation bar.
  public static let windowToolbar = ToolbarPlacement(hidingClass: "mv-no-navigation-bar")
  /// The buttons of a `TabView`.
  public static let tabBar = ToolbarPlacement(hidingClass: "mv-no-tab-bar")
}

/// The size of a title in a toolbar.
public struct ToolbarTitleDisplayMode: Sendable {
  /// Whether the title is small.
  let isInline: Bool

  /// The default size.
  public static let automatic = ToolbarTitleDisplayMode(isInline: false)
  /// A large title.
  public static let large = ToolbarTitleDisplayMode(isInline: false)
  /// A large title in the bar: on a page, a large title.
  public static let inlineLarge = ToolbarTitleDisplayMode(isInline: false)
  /// A small title.
  public static let inline = ToolbarTitleDisplayMode(isInline: true)
}

/// The type that contains ``TitleDisplayMode``.
public struct NavigationBarItem: Sendable {
  /// The size of a title.
  public enum TitleDisplayMode: Sendable {
    /// The default size.
    case automatic
    /// A small title.
    case inline
    /// A large title.
    case large
  }
}

extension View {
  /// Hides or shows the bars around this view, while the view is visible.
  ///
  /// With `.hidden`, the page does not show the title and the back button and toolbar of the level,
  /// or the buttons for tabs. The back button of the browser and the button of `refreshable`
  /// remain; screen readers still read the title. Other visibilities have no effect on a page,
  /// because the bars are visible by default. Without bars, it applies to
  /// ``ToolbarPlacement/automatic``.
  nonisolated public func toolbar(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> some View {
    hidingBars(visibility, bars)
  }

  /// Hides or shows the bars around this view, while the view is visible.
  ///
  /// See ``toolbar(_:for:)``.
  nonisolated public func toolbarVisibility(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> some View {
    hidingBars(visibility, bars)
  }

  /// Hides or shows the navigation bar; see ``toolbar(_:for:)``.
  nonisolated public func navigationBarHidden(_ hidden: Bool) -> some View {
    hidingBars(hidden ? .hidden : .visible, [.navigationBar])
  }

  nonisolated private func hidingBars(
    _ visibility: Visibility, _ bars: [ToolbarPlacement]
  ) -> some View {
    let bars = bars.isEmpty ? [.automatic] : bars
    let names = Set(bars.map(\.hidingClass)).sorted().joined(separator: " ")
    return decorated(
      visibility == .hidden ? .named(kind: "hidden-bars \(names)", className: names) : nil)
  }

  /// Sets the size of the title, while this view is visible.
  ///
  /// The title above the page is large by default.
  nonisolated public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
    decorated(.named(kind: "title", className: titleClass(mode.isInline)))
  }

  /// Sets the size of the title, while this view is visible.
  ///
  /// The title above the page is large by default.
  nonisolated public func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View {
    decorated(.named(kind: "title", className: titleClass(displayMode == .inline)))
  }

  /// Hides the back button of the level that contains this view.
  ///
  /// `dismiss` still goes back, and so does the back button of the browser if `pageAddress` binds
  /// the address to the path.
  nonisolated public func navigationBarBackButtonHidden(
    _ hidesBackButton: Bool = true
  ) -> some View {
    BackHidingView(content: self, hidesBack: hidesBackButton)
  }

  /// Sets the title of the document while this view is on the page.
  ///
  /// The title is used in the same way as that of a string.
  nonisolated public func navigationTitle(_ title: Text) -> some View {
    TitleView(content: self, title: title.string)
  }

  /// Sets the style of the split views in this view.
  ///
  /// It has no effect on a page, which shows the columns side by side, or below each other in a
  /// narrow window. Therefore `prominentDetail`, with which the sidebar covers a part of the
  /// content, is not available.
  nonisolated public func navigationSplitViewStyle(
    _ style: some NavigationSplitViewStyle
  ) -> some View { self }
}

private func titleClass(_ isInline: Bool) -> String {
  isInline ? "mv-inline-title" : "mv-large-title"
}

/// The arrangement of the columns of a split view.
@MainActor public protocol NavigationSplitViewStyle {}

/// The default arrangement: on a page, columns side by side.
public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle {
  /// Creates the style.
  nonisolated public init() {}
}

/// Columns side by side.
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {
  /// Creates the style.
  nonisolated public init() {}
}

extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
  /// The default arrangement: on a page, columns side by side.
  public static var automatic: AutomaticNavigationSplitViewStyle { .init() }
}

extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
  /// Columns side by side.
  public static var balanced: BalancedNavigationSplitViewStyle { .init() }
}

/// A view that can hide the back button of its level.
private struct BackHidingView<Content: View> {
  let content: Content
  let hidesBack: Bool
}

extension BackHidingView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> BackHidingNode {
    let node = BackHidingNode(parent: parent, scope: scope)
    node.hidesBack = hidesBack
    return node
  }

  func updateHook(_ node: BackHidingNode) { node.hidesBack = hidesBack }
}

private final class BackHidingNode: HookNode {
  var hidesBack = false {
    didSet { if hidesBack != oldValue { countBackHiders(hidesBack ? 1 : -1) } }
  }

  override func didUnmount() { hidesBack = false }
}
