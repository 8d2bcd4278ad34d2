// SPDX-License-Identifier: Apache-2.0

/// The look of tabs that a style chooses.
public struct TabViewLook: Sendable {
  /// The classes, with a space before each.
  var className = ""
}

/// A style of tabs, which the style sheet of the page implements.
///
/// As in SwiftUI, an application cannot define its own.
public protocol TabViewStyle: Sendable {
  /// The look of the style.
  var _look: TabViewLook { get }
}

/// The default style: a row of buttons above the visible view.
public struct DefaultTabViewStyle: TabViewStyle {
  /// Creates the style.
  public init() {}
  /// The look of the style.
  public var _look: TabViewLook { TabViewLook() }
}

/// The style of pages: a row of dots below the visible view.
///
/// The dots are buttons. A page does not follow a swipe.
public struct PageTabViewStyle: TabViewStyle {
  /// When the dots are visible.
  public struct IndexDisplayMode: Sendable {
    /// The class, with a space before it.
    let className: String

    /// If there are several pages.
    public static let automatic = IndexDisplayMode(className: "")
    /// Always.
    public static let always = IndexDisplayMode(className: " mv-all-dots")
    /// Only while the pointer is on them, or one of them has the keyboard focus.
    public static let never = IndexDisplayMode(className: " mv-no-dots")
  }

  let indexDisplayMode: IndexDisplayMode

  /// Creates the style.
  public init(indexDisplayMode: IndexDisplayMode = .automatic) {
    self.indexDisplayMode = indexDisplayMode
  }

  /// The look of the style.
  public var _look: TabViewLook {
    TabViewLook(className: " mv-pages" + indexDisplayMode.className)
  }
}

extension TabViewStyle where Self == DefaultTabViewStyle {
  /// A row of buttons.
  @MainActor public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

extension TabViewStyle where Self == PageTabViewStyle {
  /// A row of dots.
  @MainActor public static var page: PageTabViewStyle { PageTabViewStyle() }

  /// A row of dots, or none.
  @MainActor public static func page(
    indexDisplayMode: PageTabViewStyle.IndexDisplayMode
  ) -> PageTabViewStyle {
    PageTabViewStyle(indexDisplayMode: indexDisplayMode)
  }
}

extension View {
  /// Sets the style of the tabs in this view.
  nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View {
    transformEnvironment(\.tabViewLook) { $0 = style._look }
  }
}

extension EnvironmentValues {
  var tabViewLook: TabViewLook {
    get { self[own: TabViewLook.self] ?? TabViewLook() }
    set { self[own: TabViewLook.self] = newValue }
  }
}
