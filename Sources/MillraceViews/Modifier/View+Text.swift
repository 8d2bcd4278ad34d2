// SPDX-License-Identifier: Apache-2.0

import Foundation

// The modifiers of the texts in a view: their letters, their lines and their selection.

extension View {
  /// Sets the space that is added between the letters of the texts in this view, in points.
  nonisolated public func kerning(_ kerning: CGFloat) -> some View {
    decorated(.letterSpacing, InlineStyle.length(kerning))
  }

  /// Sets the space that is added between the letters of the texts in this view, in points.
  ///
  /// On a page it is the same as `kerning`; the inner one of the two is used.
  nonisolated public func tracking(_ tracking: CGFloat) -> some View {
    kerning(tracking)
  }

  /// Draws a line below the texts in this view.
  ///
  /// In a container, such as a stack, the line has the colour of the container's text, unless a
  /// colour is given, and `false` does not undo the same modifier of the container. A text with an
  /// underline and a strikethrough has one pattern and one colour for both.
  nonisolated public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View {
    lined(.under, isActive, pattern, color)
  }

  /// Draws a line through the texts in this view.
  ///
  /// The restrictions are those of `underline`.
  nonisolated public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View {
    lined(.through, isActive, pattern, color)
  }

  nonisolated private func lined(
    _ place: TextLine.Place, _ isActive: Bool, _ pattern: Text.LineStyle.Pattern, _ color: Color?
  ) -> some View {
    let line = TextLine(place: place, isActive: isActive, pattern: pattern, color: color)
    return decorated(.line(line))
  }

  /// Shows the texts in this view in uppercase or lowercase letters.
  ///
  /// `nil` shows them as they are written, also if a view around this view sets a case.
  nonisolated public func textCase(_ textCase: Text.Case?) -> some View {
    let value =
      switch textCase {
      case .uppercase: "uppercase"
      case .lowercase: "lowercase"
      case nil: "none"
      }
    return decorated(.textTransform, value)
  }

  /// Sets the design of the letters of the texts in this view.
  ///
  /// `nil` does not change it.
  nonisolated public func fontDesign(_ design: Font.Design?) -> some View {
    decorated(.fontFamily, design?.explicitFamily)
  }

  /// Limits the number of lines of each text in this view, and of each field for several lines.
  ///
  /// A text with fewer lines is as high as the smallest number of lines.
  nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
    lines(from: limit.lowerBound, through: limit.upperBound)
  }

  /// Sets the smallest number of lines of each text in this view, and of each field for several
  /// lines.
  nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
    lines(from: limit.lowerBound, through: nil)
  }

  /// Sets the maximum number of lines of each text in this view, and of each field for several
  /// lines.
  nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View {
    lines(from: nil, through: limit.upperBound)
  }

  /// Sets the maximum number of lines of each text in this view, and of each field for several
  /// lines.
  ///
  /// With `reservesSpace`, a text with fewer lines has the same height as one with all lines.
  nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
    lines(from: reservesSpace ? limit : nil, through: limit)
  }

  /// A wrapper whose custom properties limit the lines of the texts and fields in it.
  ///
  /// Without a maximum it is a large number: with `none`, `-webkit-box` is a flex box, in which the
  /// parts of a text are boxes below each other.
  nonisolated func lines(from least: Int?, through most: Int?) -> some View {
    let style = InlineStyle().with(.leastLines, String(max(least ?? 1, 1)))
      .with(.mostLines, String(max(most ?? 100_000, 1)))
    return boxed(style, class: "mv-g mv-lines")
  }

  /// Sets the space that is added between the lines of the texts in this view, in points.
  ///
  /// Half of it is also added above the first line, and below the last one.
  nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View {
    decorated(.lineSpacing, InlineStyle.length(max(lineSpacing, 0)))
  }

  /// Returns this view.
  ///
  /// A browser can cut off a text that has more lines than `lineLimit` allows only at its end.
  nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }

  /// Sets whether the user can select the texts in this view.
  ///
  /// On a page the texts can be selected, unless this modifier disables it.
  nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
    let name = S.allowsSelection ? "mv-selection" : "mv-no-selection"
    return decorated(.named(kind: "selection", className: name))
  }
}

extension Text {
  /// The case of letters.
  public enum Case: Hashable, Sendable {
    /// Uppercase letters.
    case uppercase
    /// Lowercase letters.
    case lowercase
  }

  /// The place where a text that is too long is cut off.
  public enum TruncationMode: Hashable, Sendable {
    /// The end.
    case tail
  }
}

extension Font.Design {
  /// The names of the fonts, also for the default design, which can be inside another one.
  var explicitFamily: String { family ?? "system-ui,-apple-system,sans-serif" }
}

/// A rule that says whether the user can select texts.
public protocol TextSelectability {
  /// Whether the user can select texts.
  static var allowsSelection: Bool { get }
}

/// The rule that the user can select texts.
public struct EnabledTextSelectability: TextSelectability {
  /// True.
  public static let allowsSelection = true
}

/// The rule that the user cannot select texts.
public struct DisabledTextSelectability: TextSelectability {
  /// False.
  public static let allowsSelection = false
}

extension TextSelectability where Self == EnabledTextSelectability {
  /// The user can select texts.
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
  /// The user cannot select texts.
  public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}
