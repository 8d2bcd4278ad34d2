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

  /// The name of the text style, or the family of a font of the device.
  private var source: String?
  /// Whether the font is one of the device.
  private var isCustom = false
  private var size: CGFloat?
  private var weight: Weight?
  private var design: Design?
  /// Whether the size grows with the text size that the user has chosen in the browser.
  private var isScaled = false
  private var isItalic = false
  private var hasEqualDigits = false

  init(name: String?) {
    source = name
  }

  /// The name of the text style, or nil for a font with a size of its own.
  var name: String? { isCustom ? nil : source }

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

  /// The font of a text style with another design or weight.
  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font {
    var font = style.font
    font.design = design
    font.weight = weight
    return font
  }

  /// A font of the user's device, with a size that grows with the user's text size.
  ///
  /// If the device has no such font, the system's font is used.
  ///
  /// The name is that of a family. All characters except letters, digits, spaces and `-_` are left
  /// out of it, also the accents of decomposed letters.
  public static func custom(_ name: String, size: CGFloat) -> Font {
    var font = custom(name, fixedSize: size)
    font.isScaled = true
    return font
  }

  /// A font of the user's device, with a size that grows with the user's text size.
  ///
  /// On a page all text styles grow in the same way, so the style has no effect.
  public static func custom(
    _ name: String, size: CGFloat, relativeTo textStyle: TextStyle
  ) -> Font {
    custom(name, size: size)
  }

  /// A font of the user's device with a fixed size.
  ///
  /// If the device has no such font, the system's font is used.
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
    // Scalars, because one character can consist of a letter and a quotation mark.
    let scalars = name.unicodeScalars.filter { scalar in
      let properties = scalar.properties
      return properties.isAlphabetic || properties.numericType != nil
        || [" ", "-", "_"].contains(scalar)
    }
    var font = Font(name: String(String.UnicodeScalarView(scalars)))
    font.isCustom = true
    font.size = fixedSize
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

  /// This font with letters of equal width; a font of the device is replaced by the system's font.
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
  ///
  /// Modifiers around the text, such as `bold`, change them.
  func apply(to style: inout InlineStyle) {
    let size = size.map { max($0, 0) }
    if isScaled {
      style.set(.fontSize, size.map { InlineStyle.number($0 / 16) + "rem" })
    } else {
      style.set(.fontSize, size)
    }
    style.set(.fontWeight, weight.map { "var(--mv-weight,\($0.value))" })
    // A design around a font of the device does not change it.
    let custom = isCustom ? "'\(source ?? "")',system-ui,sans-serif" : nil
    if let family = design?.family.map({ "var(--mv-family,\($0))" }) ?? custom {
      style.set(.fontFamily, family)
      style.set(.pageFamily, Design.default.explicitFamily)
    }
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

extension Font {
  /// The text styles, each with a font.
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    /// The style of the title of a page.
    case largeTitle
    /// The style of first-level headings.
    case title
    /// The style of second-level headings.
    case title2
    /// The style of third-level headings.
    case title3
    /// The style of headings in the size of text.
    case headline
    /// The style of subheadings.
    case subheadline
    /// The style of normal text.
    case body
    /// The style of callouts.
    case callout
    /// The style of footnotes.
    case footnote
    /// The style of captions.
    case caption
    /// The style of less important captions.
    case caption2

    /// The font of the style.
    fileprivate var font: Font { Font(name: self == .largeTitle ? "large-title" : "\(self)") }
  }
}
