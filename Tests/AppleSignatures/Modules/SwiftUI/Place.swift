// SPDX-License-Identifier: Apache-2.0

// Values of the environment that the system sets, and the modifiers for them.

import Foundation

public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  case leftToRight, rightToLeft
}
public enum ColorScheme: CaseIterable, Sendable {
  case light, dark
}
public enum UserInterfaceSizeClass: Sendable {
  case compact, regular
}
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
  public struct Result: Sendable {
    init() {}
    public static let handled = Result()
    public static let discarded = Result()
    public static let systemAction = Result()
    public static func systemAction(_ url: URL) -> Result { fatalError() }
  }
  @MainActor @preconcurrency public init(
    handler: @escaping (_ url: URL) -> OpenURLAction.Result
  ) { fatalError() }
  @MainActor @preconcurrency public func callAsFunction(_ url: URL) {}
  @MainActor @preconcurrency public func callAsFunction(
    _ url: URL, completion: @escaping (_ accepted: Bool) -> Void
  ) {}
}
extension EnvironmentValues {
  public var locale: Locale {
    get { fatalError() }
    set { fatalError() }
  }
  public var calendar: Calendar {
    get { fatalError() }
    set { fatalError() }
  }
  public var timeZone: TimeZone {
    get { fatalError() }
    set { fatalError() }
  }
  public var layoutDirection: LayoutDirection {
    get { fatalError() }
    set { fatalError() }
  }
  public var colorScheme: ColorScheme {
    get { fatalError() }
    set { fatalError() }
  }
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { fatalError() }
    set { fatalError() }
  }
  public var accessibilityReduceMotion: Bool { fatalError() }
  public var isScrollEnabled: Bool {
    get { fatalError() }
    set { fatalError() }
  }
  public var isPresented: Bool { fatalError() }
  public var openURL: OpenURLAction {
    get { fatalError() }
    set { fatalError() }
  }
}
public struct ScrollIndicatorVisibility {
  public static var automatic: ScrollIndicatorVisibility { .init() }
  public static var visible: ScrollIndicatorVisibility { .init() }
  public static var hidden: ScrollIndicatorVisibility { .init() }
  public static var never: ScrollIndicatorVisibility { .init() }
}
public struct ScrollDismissesKeyboardMode: Sendable {
  public static var automatic: ScrollDismissesKeyboardMode { .init() }
  public static var immediately: ScrollDismissesKeyboardMode { .init() }
  public static var interactively: ScrollDismissesKeyboardMode { .init() }
  public static var never: ScrollDismissesKeyboardMode { .init() }
}
public struct ScrollBounceBehavior: Sendable {
  public static var automatic: ScrollBounceBehavior { .init() }
  public static var always: ScrollBounceBehavior { .init() }
  public static var basedOnSize: ScrollBounceBehavior { .init() }
}
extension View {
  nonisolated public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View { EmptyView() }
  nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    EmptyView()
  }
  nonisolated public func scrollIndicators(
    _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
  ) -> some View { EmptyView() }
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { EmptyView() }
  nonisolated public func scrollDisabled(_ disabled: Bool) -> some View { EmptyView() }
  nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View {
    EmptyView()
  }
  nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode)
    -> some View
  { EmptyView() }
  nonisolated public func scrollBounceBehavior(
    _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
  ) -> some View { EmptyView() }
}

public struct FocusInteractions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let activate = FocusInteractions(rawValue: 1)
  public static let edit = FocusInteractions(rawValue: 2)
  public static var automatic: FocusInteractions { .init() }
}
public enum MoveCommandDirection: Sendable {
  case up, down, left, right
}
public struct DefaultFocusEvaluationPriority: Sendable {
  public static let automatic = DefaultFocusEvaluationPriority()
  public static let userInitiated = DefaultFocusEvaluationPriority()
}
extension KeyEquivalent {
  public static let deleteForward = KeyEquivalent("d")
  public static let home = KeyEquivalent("h")
  public static let end = KeyEquivalent("e")
  public static let pageUp = KeyEquivalent("p")
  public static let pageDown = KeyEquivalent("q")
  public static let clear = KeyEquivalent("c")
}
extension View {
  nonisolated public func defaultFocus<V>(
    _ binding: FocusState<V>.Binding, _ value: V,
    priority: DefaultFocusEvaluationPriority = .automatic
  ) -> some View where V: Hashable { EmptyView() }
  nonisolated public func focusable(
    _ isFocusable: Bool = true, interactions: FocusInteractions
  ) -> some View { EmptyView() }
  nonisolated public func focusEffectDisabled(_ disabled: Bool = true) -> some View {
    EmptyView()
  }
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    EmptyView()
  }
  nonisolated public func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)?)
    -> some View
  { EmptyView() }
  nonisolated public func onExitCommand(perform action: (() -> Void)?) -> some View {
    EmptyView()
  }
  nonisolated public func onDeleteCommand(perform action: (() -> Void)?) -> some View {
    EmptyView()
  }
}
