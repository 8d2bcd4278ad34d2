// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One thing that a modifier does to the looks of an element, or to what it is called.
enum Decoration: Equatable {
  case color(Color)
  case font(Font)
  case weight(isBold: Bool)
  case slant(isItalic: Bool)
  case opacity(CGFloat)
  /// A class; only one of two of a kind counts.
  case named(kind: String, className: String)
  case style(InlineStyle.Property, String)
  case attribute(HTMLAttribute, String)
  case label(String)

  /// The class; none for what is not shown by a class.
  var className: String? {
    switch self {
    case .color(let color): color.name.map { "mv-fg-" + $0 }
    case .font(let font): font.name.map { "mv-font-" + $0 }
    case .weight(let isBold): isBold ? "mv-bold" : nil
    case .slant(let isItalic): isItalic ? "mv-italic" : nil
    case .named(_, let className): className
    case .opacity, .style, .attribute, .label: nil
    }
  }

  /// Whether it belongs to the element itself and not to a box around it.
  var isForElement: Bool {
    switch self {
    case .label, .attribute: true
    default: false
    }
  }

  /// Whether only one of two such decorations counts.
  func excludes(_ other: Decoration) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.weight, .weight), (.slant, .slant),
      (.label, .label):
      true
    case (.named(let kind, _), .named(let other, _)): kind == other
    case (.style(let name, _), .style(let other, _)): name == other
    case (.attribute(let name, _), .attribute(let other, _)): name == other
    default: false
    }
  }

  /// Adds what is shown by a style.
  func apply(to style: inout InlineStyle, opacity: inout CGFloat) {
    switch self {
    case .color(let color): if color.name == nil { style.set(.color, color.css) }
    case .font(let font): font.apply(to: &style)
    case .style(let name, let value): style.set(name, value)
    case .opacity(let value): opacity *= value
    default: break
    }
  }
}

/// What modifiers have done to one element; most elements have none of it, and one word for that.
final class ElementLook {
  /// The class that the element has of its own.
  var base: String?
  /// The style that the element has of its own.
  var baseStyle: InlineStyle
  /// What the element is called of its own.
  var baseLabel: String?
  /// The element that says what it is called of its own.
  let baseName: String?
  /// What each modifier does, the inner ones first.
  private var decorations: [(owner: ObjectIdentifier, depth: Int32, decoration: Decoration?)] = []

  init(
    base: String?, style: InlineStyle = InlineStyle(), label: String? = nil, name: String? = nil
  ) {
    self.base = base
    baseStyle = style
    baseLabel = label
    baseName = name
  }

  /// Sets what one modifier does.
  ///
  /// The depth of its node says where it is among the others: one that did nothing at first may be
  /// inside of those that came before. Of two at one depth the first to come is the inner one.
  func set(_ decoration: Decoration?, by owner: ObjectIdentifier, depth: Int32 = 0) {
    if let index = decorations.firstIndex(where: { $0.owner == owner }) {
      decorations[index].decoration = decoration
    } else {
      let index = decorations.firstIndex { $0.depth < depth } ?? decorations.endIndex
      decorations.insert((owner, depth, decoration), at: index)
    }
  }

  /// The decorations that count: the innermost of each kind.
  private var effective: [Decoration] {
    decorations.compactMap(\.decoration).reduce(into: []) { all, next in
      if !all.contains(where: next.excludes) { all.append(next) }
    }
  }

  /// All classes; `nil` if there are none.
  var classes: String? {
    let all = [base].compactMap { $0 } + effective.compactMap(\.className)
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  /// The style with all that modifiers have added.
  var style: InlineStyle {
    var style = baseStyle
    var opacity: CGFloat = 1
    for decoration in effective { decoration.apply(to: &style, opacity: &opacity) }
    if opacity != 1 { style.set(.opacity, InlineStyle.number(opacity)) }
    return style
  }

  /// The attributes that modifiers have set.
  var attributes: [ElementNode.Attribute] {
    effective.compactMap {
      guard case .attribute(let name, let value) = $0 else { return nil }
      return ElementNode.Attribute(name: name, value: value)
    }
  }

  /// What the element is called for people who do not see it.
  var label: String? {
    effective.lazy.compactMap { if case .label(let label) = $0 { label } else { nil } }.first
      ?? baseLabel
  }
}
