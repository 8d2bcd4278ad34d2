// SPDX-License-Identifier: Apache-2.0

// The bars around the content of a view.

public struct ToolbarPlacement {
  init() {}
  public static var automatic: ToolbarPlacement { .init() }
  @available(macOS, unavailable) public static var navigationBar: ToolbarPlacement { .init() }
  @available(macOS, unavailable) public static var tabBar: ToolbarPlacement { .init() }
  @available(iOS, unavailable) public static var windowToolbar: ToolbarPlacement { .init() }
}
public struct ToolbarTitleDisplayMode {
  init() {}
  public static var automatic: ToolbarTitleDisplayMode { .init() }
  public static var large: ToolbarTitleDisplayMode { .init() }
  public static var inlineLarge: ToolbarTitleDisplayMode { .init() }
  public static var inline: ToolbarTitleDisplayMode { .init() }
}
@available(macOS, unavailable) public struct NavigationBarItem: Sendable {
  public enum TitleDisplayMode: Sendable {
    case automatic, inline
    case large
  }
}
@MainActor @preconcurrency public protocol NavigationSplitViewStyle {}
@MainActor @preconcurrency
public struct AutomaticNavigationSplitViewStyle:
  NavigationSplitViewStyle
{
  @MainActor @preconcurrency public init() {}
}
@MainActor @preconcurrency
public struct BalancedNavigationSplitViewStyle:
  NavigationSplitViewStyle
{
  @MainActor @preconcurrency public init() {}
}
extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
  @MainActor @preconcurrency public static var automatic: AutomaticNavigationSplitViewStyle {
    .init()
  }
}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
  @MainActor @preconcurrency public static var balanced: BalancedNavigationSplitViewStyle {
    .init()
  }
}
extension ToolbarItemPlacement {
  @available(macOS, unavailable) public static let keyboard = ToolbarItemPlacement()
  @available(macOS, unavailable) public static let topBarLeading = ToolbarItemPlacement()
  @available(macOS, unavailable) public static let topBarTrailing = ToolbarItemPlacement()
}
extension View {
  nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...)
    -> some View
  { EmptyView() }
  nonisolated public func toolbarVisibility(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> some View { EmptyView() }
  nonisolated public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
    EmptyView()
  }
  @available(macOS, unavailable) nonisolated public func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { EmptyView() }
  @available(macOS, unavailable) nonisolated public func navigationBarHidden(_ hidden: Bool)
    -> some View
  { EmptyView() }
  nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true)
    -> some View
  { EmptyView() }
  nonisolated public func navigationSplitViewStyle<S>(_ style: S) -> some View
  where S: NavigationSplitViewStyle { EmptyView() }
}
extension NavigationLink {
  nonisolated public init(destination: Destination, @ViewBuilder label: () -> Label) {
    fatalError()
  }
}
extension NavigationLink where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: Destination) {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S>(_ title: S, destination: Destination)
  where S: StringProtocol { fatalError() }
}
public struct TabRole: Hashable, Sendable {
  init() {}
  public static var search: TabRole { .init() }
}
extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, role: TabRole?,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  nonisolated public init(value: Value, role: TabRole?, @ViewBuilder content: () -> Content) {
    fatalError()
  }
}
extension NavigationPath {
  public var codable: NavigationPath.CodableRepresentation? { fatalError() }
  public init(_ codable: NavigationPath.CodableRepresentation) { fatalError() }
  public struct CodableRepresentation: Codable {
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws {}
  }
}
extension NavigationPath.CodableRepresentation: Equatable {
  public static func == (
    lhs: NavigationPath.CodableRepresentation, rhs: NavigationPath.CodableRepresentation
  ) -> Bool { fatalError() }
}
