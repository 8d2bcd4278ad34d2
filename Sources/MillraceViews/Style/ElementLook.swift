// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One change that a modifier makes to the look, an attribute or the accessibility of an element.
enum Decoration: Equatable {
  case color(Color)
  /// A gradient of texts.
  case paint(Ink)
  case font(Font)
  case weight(isBold: Bool)
  case slant(isItalic: Bool)
  case line(TextLine)
  case opacity(CGFloat)
  /// A class. An element has only one class of each kind.
  case named(kind: String, className: String)
  /// A class with its properties. An element has only one such class of each kind.
  case styled(kind: String, className: String, InlineStyle)
  case style(InlineStyle.Property, String)
  case attribute(HTMLAttribute, String)
  case label(String)
  /// The description that screen readers read.
  case hint(String)
  /// The value that screen readers read.
  case value(String)
  case headingLevel(Int)
  /// Traits that a modifier adds or removes; see ``Spoken``.
  case traits(AccessibilityTraits, isAdded: Bool)
  /// The direction of writing of the element and its content, as its attribute `dir`.
  case direction(String)

  /// The class for the decoration, or nil if it is not shown by a class.
  var className: String? {
    switch self {
    case .color(let color): color.name.map { "mv-fg-" + $0 }
    case .paint: "mv-fg-paint"
    case .font(let font): "mv-font-" + (font.name ?? "other")
    case .weight(let isBold): isBold ? "mv-bold" : nil
    case .slant(let isItalic): isItalic ? "mv-italic" : nil
    case .line(let line): line.isActive ? line.place.rawValue : nil
    case .named(_, let className), .styled(_, let className, _): className
    default: nil
    }
  }

  /// True if the decoration applies to the element itself: an attribute, or what screen readers
  /// read.
  ///
  /// False if it applies to the wrapper or the `label` element around it, if there is one.
  /// `aria-hidden` does, because it must also hide the caption in a `label`, and the layer of a
  /// wrapper inside the modifier.
  var isForElement: Bool {
    switch self {
    case .attribute(.ariaHidden, _): false
    case .label, .attribute, .hint, .value, .headingLevel, .traits: true
    default: false
    }
  }

  /// True if the decoration tells the container around a view, or the page, about the whole view.
  var isForContainer: Bool {
    switch self {
    case .style(.flexShrink, _), .style(.zIndex, _), .style(.gridColumnEnd, _): true
    case .named("column", _), .named("page scheme", _), .styled("transition", _, _): true
    default: false
    }
  }

  /// True if the decoration changes what is drawn of an element with all that is in it.
  var isOfPixels: Bool {
    switch self {
    case .opacity, .style(.visibility, _), .style(.mixBlendMode, _): true
    default: false
    }
  }

  /// True if an element can have only one of the two decorations.
  func excludes(_ other: Decoration) -> Bool {
    switch (self, other) {
    case (.color, .color), (.color, .paint), (.paint, .color), (.paint, .paint),
      (.font, .font), (.weight, .weight), (.slant, .slant),
      (.label, .label), (.hint, .hint), (.value, .value), (.headingLevel, .headingLevel),
      (.direction, .direction):
      true
    case (.line(let line), .line(let other)): line.place == other.place
    case (.named(let kind, _), .named(let other, _)),
      (.styled(let kind, _, _), .styled(let other, _, _)):
      kind == other
    case (.style(let name, _), .style(let other, _)): name == other
    case (.attribute(let name, _), .attribute(let other, _)): name == other
    default: false
    }
  }

  /// Adds the properties of the decoration to a style.
  func apply(to style: inout InlineStyle, opacity: inout CGFloat) {
    switch self {
    case .color(let color): if color.name == nil { style.set(.color, color.css) }
    case .paint(let ink):
      style.set(.color, ink.color.css)
      style.set(.paint, ink.css)
    case .font(let font): font.apply(to: &style)
    case .line(let line): line.apply(to: &style)
    case .style(let name, let value):
      style.set(name, value)
      if let inner = name.ofInnerFonts { style.set(inner, value) }
    case .styled(_, _, let own):
      for declaration in own.declarations { style.set(declaration.name, declaration.value) }
    case .opacity(let value): opacity *= value
    default: break
    }
  }
}

/// The decorations of one element by modifiers.
///
/// Most elements have none; they store only a nil reference.
final class ElementLook {
  /// The class of the element without modifiers.
  var base: String?
  /// The style of the element without modifiers.
  var baseStyle: InlineStyle
  /// The accessibility label of the element without modifiers.
  var baseLabel: String?
  /// The `aria-labelledby` of the element without modifiers.
  let baseName: String?
  /// The way in which the element shows what screen readers read.
  let kind: SpokenKind
  /// The decorations of the element itself, inner ones first.
  ///
  /// They are inside those of modifiers.
  var own: [Decoration] = []
  /// The attributes that modifiers have set, with the values that the element has without them.
  private var covered: [(name: HTMLAttribute, own: String?)] = []
  /// The decorations with the modifiers that own them, inner modifiers first.
  private var decorations: [(owner: ObjectIdentifier, depth: Int32, decoration: Decoration?)] = []

  init(
    base: String?, style: InlineStyle = InlineStyle(), label: String? = nil, name: String? = nil,
    kind: SpokenKind = .plain
  ) {
    self.base = base
    baseStyle = style
    baseLabel = label
    baseName = name
    self.kind = kind
  }

  /// Sets the decoration of a modifier.
  ///
  /// The depth of its node determines its position: a modifier that was added later, because it had
  /// no decoration at first, can be inside earlier ones. If two modifiers have the same depth, the
  /// one that was added first is the inner one.
  func set(_ decoration: Decoration?, by owner: ObjectIdentifier, depth: Int32 = 0) {
    if let index = decorations.firstIndex(where: { $0.owner == owner }) {
      decorations[index].decoration = decoration
    } else {
      let index = decorations.firstIndex { $0.depth < depth } ?? decorations.endIndex
      decorations.insert((owner, depth, decoration), at: index)
    }
  }

  /// Records the value that an attribute has without modifiers, unless one is recorded.
  func cover(_ name: HTMLAttribute, own: String?) {
    if !covered.contains(where: { $0.name == name }) { covered.append((name, own)) }
  }

  /// Removes the record of an attribute, because no modifier sets the attribute any more.
  ///
  /// - Returns: the value that the element has without modifiers.
  func uncover(_ name: HTMLAttribute) -> String? {
    guard let place = covered.firstIndex(where: { $0.name == name }) else { return nil }
    return covered.remove(at: place).own
  }

  /// Records a new value of an attribute that the element has without modifiers.
  ///
  /// - Returns: whether a modifier sets the attribute.
  func record(_ name: HTMLAttribute, own: String?) -> Bool {
    guard let place = covered.firstIndex(where: { $0.name == name }) else { return false }
    covered[place].own = own
    return true
  }

  /// The decorations that are used: the innermost one of each kind, and all opacities and traits.
  private var effective: [Decoration] {
    (own + decorations.compactMap(\.decoration)).reduce(into: []) { all, next in
      if !all.contains(where: next.excludes) { all.append(next) }
    }
  }

  /// All classes, or nil if there are none.
  var classes: String? {
    let all = [base].compactMap { $0 } + effective.compactMap(\.className)
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  /// The style, including the properties that modifiers have added.
  var style: InlineStyle {
    var style = baseStyle
    var opacity: CGFloat = 1
    for decoration in effective { decoration.apply(to: &style, opacity: &opacity) }
    if opacity != 1 { style.set(.opacity, InlineStyle.number(opacity)) }
    if opacity == 0 { style.set(.visibility, "hidden") }
    return style
  }

  /// The attributes that modifiers have set.
  var attributes: [ElementNode.Attribute] {
    let effective = effective
    return effective.compactMap {
      switch $0 {
      case .attribute(let name, let value): ElementNode.Attribute(name: name, value: value)
      case .direction(let value): ElementNode.Attribute(name: .dir, value: value)
      default: nil
      }
    } + Spoken(effective).attributes(of: kind)
  }

  /// The accessibility label.
  var label: String? {
    effective.lazy.compactMap { if case .label(let label) = $0 { label } else { nil } }.first
      ?? baseLabel
  }
}
