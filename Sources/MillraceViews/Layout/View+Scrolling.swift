// SPDX-License-Identifier: Apache-2.0

/// The visibility of the scroll bars of a view.
public struct ScrollIndicatorVisibility: Equatable, Sendable {
  private let isShown: Bool
  private let name: String

  /// The default: the scroll bars of the browser.
  public static let automatic = ScrollIndicatorVisibility(isShown: true, name: "automatic")
  /// The scroll bars are visible.
  ///
  /// On a page it is the same as ``automatic``: the browser decides when they are visible.
  public static let visible = ScrollIndicatorVisibility(isShown: true, name: "visible")
  /// The scroll bars are hidden.
  public static let hidden = ScrollIndicatorVisibility(isShown: false, name: "hidden")
  /// The scroll bars are never shown; on a page the same as ``hidden``.
  public static let never = ScrollIndicatorVisibility(isShown: false, name: "never")

  /// The value of the CSS property `scrollbar-width`.
  var width: String { isShown ? "auto" : "none" }
}

/// The way in which scrolling hides a keyboard on the screen.
public struct ScrollDismissesKeyboardMode: Sendable {
  /// The default of the platform.
  public static let automatic = ScrollDismissesKeyboardMode()
  /// The keyboard is hidden at once.
  public static let immediately = ScrollDismissesKeyboardMode()
  /// The keyboard follows the finger.
  public static let interactively = ScrollDismissesKeyboardMode()
  /// The keyboard stays.
  public static let never = ScrollDismissesKeyboardMode()
}

/// The way in which a scroll view bounces at its ends.
public struct ScrollBounceBehavior: Sendable {
  /// The default of the platform.
  public static let automatic = ScrollBounceBehavior()
  /// It always bounces.
  public static let always = ScrollBounceBehavior()
  /// It bounces if its content is larger than the view.
  public static let basedOnSize = ScrollBounceBehavior()
}

extension View {
  /// Sets the visibility of the scroll bars of the scroll views and lists in this view, and of the
  /// fields in it with several lines.
  ///
  /// A view that scrolls in both directions follows the value for the vertical axis.
  nonisolated public func scrollIndicators(
    _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
  ) -> some View {
    decorated(.barsX, axes.contains(.horizontal) ? visibility.width : nil)
      .decorated(.barsY, axes.contains(.vertical) ? visibility.width : nil)
  }

  /// Sets the part of the content that the scroll views and lists in this view show at first.
  ///
  /// ```swift
  /// ScrollView { ForEach(messages) { MessageRow($0) } }.defaultScrollAnchor(.bottom)
  /// ```
  ///
  /// As long as the user does not scroll away from that part, it stays visible when the content
  /// changes. `nil` has no effect: a modifier around this view applies. Without one, and on a page
  /// without scripts, the start of the content is shown.
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View {
    decorated(
      anchor.map {
        .attribute(.dataAnchor, "\(InlineStyle.number($0.x)) \(InlineStyle.number($0.y))")
      })
  }

  /// Sets whether the scroll views and lists in this view are prevented from scrolling.
  ///
  /// It sets the environment value `isScrollEnabled`; the innermost modifier around a view is used.
  /// It also applies to those in a sheet of this view. A sheet itself still scrolls.
  nonisolated public func scrollDisabled(_ disabled: Bool) -> some View {
    environment(\.isScrollEnabled, !disabled)
  }

  /// Shows or hides the background of the lists, forms and text editors in this view.
  ///
  /// Lists and forms have no background of their own on a page.
  nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View {
    decorated(.editor, visibility == .hidden ? "transparent" : "var(--card)")
  }

  /// Sets the way in which scrolling hides a keyboard on the screen.
  ///
  /// On a page the device decides, as for all pages of its browser.
  nonisolated public func scrollDismissesKeyboard(
    _ mode: ScrollDismissesKeyboardMode
  ) -> some View { self }

  /// Sets the way in which scroll views bounce at their ends.
  ///
  /// On a page the device decides, as for all pages of its browser.
  nonisolated public func scrollBounceBehavior(
    _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
  ) -> some View { self }
}
