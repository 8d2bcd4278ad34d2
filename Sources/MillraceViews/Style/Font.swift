// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A font.
public struct Font: Hashable, Sendable {
  /// The thickness of letters.
  public struct Weight: Hashable, Sendable {
    let value: Int

    /// The thinnest.
    public static let ultraLight = Weight(value: 100)
    /// Very thin.
    public static let thin = Weight(value: 200)
    /// Thin.
    public static let light = Weight(value: 300)
    /// The weight of normal text.
    public static let regular = Weight(value: 400)
    /// A little thicker than normal text.
    public static let medium = Weight(value: 500)
    /// Between medium and bold.
    public static let semibold = Weight(value: 600)
    /// Bold.
    public static let bold = Weight(value: 700)
    /// Very thick.
    public static let heavy = Weight(value: 800)
    /// The thickest.
    public static let black = Weight(value: 900)
  }

  /// The design of letters.
  public enum Design: Hashable, Sendable {
    /// The system's default design.
    case `default`
    /// Letters with serifs.
    case serif
    /// Letters with round corners.
    case rounded
    /// Letters of equal width.
    case monospaced

    var family: String? {
      switch self {
      case .default: nil
      case .serif: "ui-serif,Georgia,serif"
      case .rounded: "ui-rounded,system-ui,sans-serif"
      case .monospaced: "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"
      }
    }
  }

  /// The name of the text style, or nil for a font with a fixed size.
  let name: String?
  private var size: CGFloat?
  private var weight: Weight?
  private var design: Design?
  private var isItalic = false
  private var hasEqualDigits = false

  init(name: String?) {
    self.name = name
  }

  /// The system font with a size.
  public static func system(
    size: CGFloat, weight: Weight? = nil, design: Design? = nil
  ) -> Font {
    var font = Font(name: nil)
    font.size = size
    font.weight = weight
    font.design = design
    return font
  }

  /// This font with another weight.
  public func weight(_ weight: Weight) -> Font {
    var font = self
    font.weight = weight
    return font
  }

  /// This font in bold.
  public func bold() -> Font { weight(.bold) }

  /// This font in italics.
  public func italic() -> Font {
    var font = self
    font.isItalic = true
    return font
  }

  /// This font with letters of equal width.
  public func monospaced() -> Font {
    var font = self
    font.design = .monospaced
    return font
  }

  /// This font with digits of equal width.
  public func monospacedDigit() -> Font {
    var font = self
    font.hasEqualDigits = true
    return font
  }

  /// Adds the properties that differ from those of the text style, which has a class.
  func apply(to style: inout InlineStyle) {
    style.set(.fontSize, size.map { max($0, 0) })
    style.set(.fontWeight, weight.map { String($0.value) })
    style.set(.fontFamily, design?.family)
    if isItalic { style.set(.fontStyle, "italic") }
    if hasEqualDigits { style.set(.fontVariantNumeric, "tabular-nums") }
  }
}

extension Font {
  /// The font of the title of a page.
  public static let largeTitle = Font(name: "large-title")
  /// The font of first-level headings.
  public static let title = Font(name: "title")
  /// The font of second-level headings.
  public static let title2 = Font(name: "title2")
  /// The font of third-level headings.
  public static let title3 = Font(name: "title3")
  /// The font of headings in the size of text.
  public static let headline = Font(name: "headline")
  /// The font of subheadings.
  public static let subheadline = Font(name: "subheadline")
  /// The font of normal text.
  public static let body = Font(name: "body")
  /// The font of callouts.
  public static let callout = Font(name: "callout")
  /// The font of footnotes.
  public static let footnote = Font(name: "footnote")
  /// The font of captions.
  public static let caption = Font(name: "caption")
  /// The font of less important captions.
  public static let caption2 = Font(name: "caption2")
}
