// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a list style in the style sheet.
public struct ListLookName: Sendable {
  let name: String
}

/// A style of lists, which the style sheet of the page implements.
///
/// As in SwiftUI, an application cannot define its own.
public protocol ListStyle: Sendable {
  /// The name of the style in the style sheet.
  var _look: ListLookName { get }
}

/// The default style: rows with lines between them.
public struct DefaultListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "plain") }
}

/// The style of rows with lines between them, without a frame.
public struct PlainListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "plain") }
}

/// The style of rows with lines between them and with space at both sides.
public struct InsetListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "inset") }
}

/// The style in which rows have a background.
public struct GroupedListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "grouped") }
}

/// The style in which the rows of each section have a background with round corners.
public struct InsetGroupedListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "inset-grouped") }
}

/// The style of a list in a sidebar: rows without lines.
public struct SidebarListStyle: ListStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ListLookName { ListLookName(name: "sidebar") }
}

extension ListStyle where Self == DefaultListStyle {
  /// The default style: rows with lines between them.
  public static var automatic: DefaultListStyle { DefaultListStyle() }
}

extension ListStyle where Self == PlainListStyle {
  /// The style of rows with lines between them, without a frame.
  public static var plain: PlainListStyle { PlainListStyle() }
}

extension ListStyle where Self == InsetListStyle {
  /// The style of rows with lines between them and with space at both sides.
  public static var inset: InsetListStyle { InsetListStyle() }
}

extension ListStyle where Self == GroupedListStyle {
  /// The style in which rows have a background.
  public static var grouped: GroupedListStyle { GroupedListStyle() }
}

extension ListStyle where Self == InsetGroupedListStyle {
  /// The style in which the rows of each section have a background with round corners.
  public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

extension ListStyle where Self == SidebarListStyle {
  /// The style of a list in a sidebar: rows without lines.
  public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

/// The importance of the headers of sections.
@frozen public enum Prominence: Sendable {
  /// A small header in a muted colour.
  case standard
  /// A large header.
  case increased
}

/// The space between the sections of a list.
public struct ListSectionSpacing: Sendable {
  let length: CGFloat?

  /// The default space.
  public static let `default` = ListSectionSpacing(length: nil)
  /// A smaller space.
  public static let compact = ListSectionSpacing(length: 8)

  /// Returns a space in points.
  public static func custom(_ spacing: CGFloat) -> ListSectionSpacing {
    ListSectionSpacing(length: spacing)
  }
}

// The styles are properties of CSS that elements inherit, so the innermost modifier is used. Lists
// in a dialog of the view do not inherit them, because the dialog is in another place of the page.

extension View {
  /// Sets the style of the lists in this view.
  ///
  /// Lists in a sheet do not inherit the style of the view that has the sheet.
  nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View {
    decorated(.named(kind: "list-style", className: "mv-list-" + style._look.name))
  }

  /// Sets the size of the headers of the sections in this view.
  nonisolated public func headerProminence(_ prominence: Prominence) -> some View {
    decorated(
      .named(
        kind: "prominence",
        className: prominence == .increased ? "mv-large-headers" : "mv-small-headers"))
  }

  /// Sets the space between the sections of the lists in this view.
  nonisolated public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View {
    decorated(
      .sectionGap, spacing.length.map { InlineStyle.length(max($0, 0)) } ?? "initial")
  }

  /// Sets the space between the sections of the lists in this view, in points.
  nonisolated public func listSectionSpacing(_ spacing: CGFloat) -> some View {
    listSectionSpacing(.custom(spacing))
  }
}
