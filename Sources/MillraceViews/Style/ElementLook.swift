// SPDX-License-Identifier: Apache-2.0

/// One thing that a modifier does to the looks of an element, or to what it is called.
enum Decoration: Equatable {
  case color(Color)
  case font(Font)
  case weight(isBold: Bool)
  case slant(isItalic: Bool)
  case padding(edges: Edge.Set, length: Double?)
  case label(String)

  /// The class; none for what is not shown by a class.
  var className: String? {
    switch self {
    case .color(let color): "mv-fg-" + color.name
    case .font(let font): "mv-font-" + font.name
    case .weight(let isBold): isBold ? "mv-bold" : nil
    case .slant(let isItalic): isItalic ? "mv-italic" : nil
    case .padding(let edges, let length): edges.className(length: length)
    case .label: nil
    }
  }

  /// Whether only one of two such decorations counts.
  func excludes(_ other: Decoration) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.weight, .weight), (.slant, .slant),
      (.padding, .padding), (.label, .label):
      true
    default: false
    }
  }
}

/// What modifiers have done to one element.
struct ElementLook {
  /// The class that the element has of its own.
  var base: String?
  private var decorations: [(owner: ObjectIdentifier, decoration: Decoration?)] = []

  init(base: String?) {
    self.base = base
  }

  /// Sets what one modifier does.
  mutating func set(_ decoration: Decoration?, by owner: ObjectIdentifier) {
    let index = decorations.firstIndex { $0.owner == owner }
    if let index {
      decorations[index].decoration = decoration
    } else {
      decorations.append((owner, decoration))
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

  /// What the element is called for people who do not see it.
  var label: String? {
    effective.lazy.compactMap { if case .label(let label) = $0 { label } else { nil } }.first
  }
}
