// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The inline style of one element: lengths, numbers, colours and keywords of this module.
///
/// It never contains a string of the application, so it needs no escaping. The only exception is
/// the name of a font, without its special characters.
struct InlineStyle: Equatable {
  /// The properties that this module sets.
  enum Property: String {
    case aspectRatio = "aspect-ratio"
    case backdropFilter = "backdrop-filter"
    case background, color, gap, height, opacity, visibility, width
    case borderRadius = "border-radius"
    case border = "--mv-border"
    case borderBottomStyle = "border-bottom-style"
    case buttonRadius = "--mv-button-radius"
    case clip = "--mv-clip"
    case mirroredClip = "--mv-clip-mirrored"
    case clipPath = "clip-path"
    case columnGap = "column-gap"
    case fill, filter, mask, stroke
    case fillRule = "fill-rule"
    case flexShrink = "flex-shrink"
    case flexBasis = "flex-basis"
    case fontSize = "font-size"
    case fontStyle = "font-style"
    case fontWeight = "font-weight"
    case fontFamily = "font-family"
    case fontVariantNumeric = "font-variant-numeric"
    case innerWeight = "--mv-weight"
    case innerFamily = "--mv-family"
    case innerDigits = "--mv-digits"
    case pageFamily = "--mv-page-family"
    case gridColumnEnd = "grid-column-end"
    case gridTemplateColumns = "grid-template-columns"
    case gridTemplateRows = "grid-template-rows"
    case letterSpacing = "letter-spacing"
    case leastLines = "--mv-least-lines"
    case mostLines = "--mv-most-lines"
    case lineSpacing = "--mv-line-spacing"
    case maxHeight = "max-height"
    case margin
    case marginBottom = "margin-bottom"
    case marginLeft = "margin-inline-start"
    case marginRight = "margin-inline-end"
    case marginTop = "margin-top"
    case minHeight = "min-height"
    case mixBlendMode = "mix-blend-mode"
    case minWidth = "min-width"
    case outline
    case paint = "--mv-paint"
    case outlineOffset = "outline-offset"
    case padding
    case paddingBottom = "padding-bottom"
    case paddingLeft = "padding-inline-start"
    case paddingRight = "padding-inline-end"
    case paddingTop = "padding-top"
    case part = "--mv-part"
    case placeItems = "place-items"
    case rowGap = "row-gap"
    case sectionGap = "--mv-section-gap"
    case strokeWidth = "stroke-width"
    case strokeDasharray = "stroke-dasharray"
    case strokeLinecap = "stroke-linecap"
    case strokeLinejoin = "stroke-linejoin"
    case textAlign = "text-align"
    case textDecorationColor = "text-decoration-color"
    case textDecorationStyle = "text-decoration-style"
    case textTransform = "text-transform"
    case time = "--mv-time"
    case curve = "--mv-curve"
    case pause = "--mv-delay"
    case repetition = "--mv-repeat"
    case enter = "--mv-enter"
    case leave = "--mv-leave"
    case enterTime = "--mv-enter-time"
    case enterCurve = "--mv-enter-curve"
    case enterPause = "--mv-enter-delay"
    case fromScale = "--mv-from-scale"
    case fromOffset = "--mv-from-offset"
    case fromAnchor = "--mv-from-anchor"
    case leaveTime = "--mv-leave-time"
    case leaveCurve = "--mv-leave-curve"
    case leavePause = "--mv-leave-delay"
    case leaveScale = "--mv-leave-scale"
    case leaveOffset = "--mv-leave-offset"
    case leaveAnchor = "--mv-leave-anchor"
    case transform, translate, rotate, scale
    case transformOrigin = "transform-origin"
    case verticalAlign = "vertical-align"
    case zIndex = "z-index"
    case accent = "--accent"
    case barsX = "--mv-bars-x"
    case barsY = "--mv-bars-y"
    case editor = "--mv-editor"
    case scrolling = "--mv-scrolling"

    /// The property with which a modifier also changes the fonts in its view.
    var ofInnerFonts: Property? {
      switch self {
      case .fontWeight: .innerWeight
      case .fontFamily: .innerFamily
      case .fontVariantNumeric: .innerDigits
      default: nil
      }
    }
  }

  private(set) var declarations: [(name: Property, value: String)] = []

  /// The value of the attribute `style`, or nil if the style is empty.
  var text: String? {
    declarations.isEmpty
      ? nil : declarations.map { "\($0.name.rawValue):\($0.value)" }.joined(separator: ";")
  }

  static func == (lhs: InlineStyle, rhs: InlineStyle) -> Bool {
    lhs.declarations.elementsEqual(rhs.declarations, by: ==)
  }

  /// Sets a property.
  ///
  /// Does nothing if the value is nil.
  mutating func set(_ name: Property, _ value: String?) {
    guard let value else { return }
    declarations.removeAll { $0.name == name }
    declarations.append((name, value))
  }

  /// Sets a length in points.
  ///
  /// Does nothing if the length is nil.
  mutating func set(_ name: Property, _ length: CGFloat?) {
    set(name, length.map(Self.length))
  }

  /// Returns this style with one more property.
  func with(_ name: Property, _ value: String?) -> InlineStyle {
    var style = self
    style.set(name, value)
    return style
  }

  /// Returns the length of a property in points, or nil if its value is not such a length.
  func points(_ name: Property) -> CGFloat? {
    guard let value = declarations.first(where: { $0.name == name })?.value,
      value.hasSuffix("px"), let points = Double(value.dropLast(2))
    else { return nil }
    return CGFloat(points)
  }

  /// Formats a length in points.
  ///
  /// An infinite length is `100%`.
  static func length(_ points: CGFloat) -> String {
    if points == .infinity { return "100%" }
    return "\(number(points))px"
  }

  /// Formats a number for CSS and SVG: at most three digits after the point, and no exponent.
  ///
  /// It is limited to a million in both directions. A number that is not finite is written as 0.
  static func number(_ value: CGFloat) -> String {
    guard value.isFinite else { return "0" }
    let bounded = Double(min(max(value, -1_000_000), 1_000_000))
    let thousandths = Int((bounded * 1000).rounded())
    if thousandths % 1000 == 0 { return String(thousandths / 1000) }
    var digits = String(1000 + abs(thousandths) % 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(digits)"
  }
}
