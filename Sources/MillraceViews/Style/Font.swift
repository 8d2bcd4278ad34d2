// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A style of text.
public struct Font: Hashable, Sendable {
  /// How thick letters are.
  public struct Weight: Hashable, Sendable {
    let value: Int

    /// The thinnest.
    public static let ultraLight = Weight(value: 100)
    /// Very thin.
    public static let thin = Weight(value: 200)
    /// Thin.
    public static let light = Weight(value: 300)
    /// As in text.
    public static let regular = Weight(value: 400)
    /// A little thicker than in text.
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

  /// The shapes of letters.
  public enum Design: Hashable, Sendable {
    /// The usual one of the system.
    case `default`
    /// With serifs.
    case serif
    /// With round corners.
    case rounded
    /// With letters of one width.
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

  /// The class of the style; nil for one with a size of its own.
  let name: String?
  private var size: CGFloat?
  private var weight: Weight?
  private var design: Design?
  private var isItalic = false

  init(name: String?) {
    self.name = name
  }

  /// The font of the system in a size.
  public static func system(
    size: CGFloat, weight: Weight? = nil, design: Design? = nil
  ) -> Font {
    var font = Font(name: nil)
    font.size = size
    font.weight = weight
    font.design = design
    return font
  }

  /// This font with another thickness.
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

  /// This font with letters of one width.
  public func monospaced() -> Font {
    var font = self
    font.design = .monospaced
    return font
  }

  /// This font with digits of one width, which those of a page have anyway.
  public func monospacedDigit() -> Font { self }

  /// Adds what the class does not say.
  func apply(to style: inout InlineStyle) {
    style.set(.fontSize, size.map { max($0, 0) })
    style.set(.fontWeight, weight.map { String($0.value) })
    style.set(.fontFamily, design?.family)
    if isItalic { style.set(.fontStyle, "italic") }
  }
}

extension Font {
  /// For the title of a page.
  public static let largeTitle = Font(name: "large-title")
  /// For a first level of headings.
  public static let title = Font(name: "title")
  /// For a second level of headings.
  public static let title2 = Font(name: "title2")
  /// For a third level of headings.
  public static let title3 = Font(name: "title3")
  /// For a heading in the size of text.
  public static let headline = Font(name: "headline")
  /// For what stands below a headline.
  public static let subheadline = Font(name: "subheadline")
  /// For text.
  public static let body = Font(name: "body")
  /// For remarks.
  public static let callout = Font(name: "callout")
  /// For notes.
  public static let footnote = Font(name: "footnote")
  /// For captions.
  public static let caption = Font(name: "caption")
  /// For captions of less importance.
  public static let caption2 = Font(name: "caption2")
}
