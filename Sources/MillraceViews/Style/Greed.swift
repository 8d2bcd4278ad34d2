// SPDX-License-Identifier: Apache-2.0

/// The directions in which an element fills its container.
///
/// An element declares its own greed with the classes `mv-x` and `mv-y`. A spacer, and a modifier's
/// wrapper around a spacer, is greedy in the direction of its stack only. The greed of an element
/// in one direction also makes the elements around it greedy in that direction. It ends at an
/// element with a fixed length in that direction, at a dialog, and at the layer of a background or
/// overlay. The host computes this inherited greed and sends it as the classes `mv-gx` and `mv-gy`.
/// CSS selectors could find it too, but they would make each change of a large page slow.
struct Greed: OptionSet {
  let rawValue: UInt8

  static let x = Greed(rawValue: 1)
  static let y = Greed(rawValue: 2)
  /// Greedy in the direction `x` if the stack around the element has that direction.
  static let spacerX = Greed(rawValue: 4)
  /// Greedy in the direction `y` if the stack around the element has that direction.
  static let spacerY = Greed(rawValue: 8)

  /// The classes `mv-gx` and `mv-gy`, as needed, with a space before each.
  var suffix: String {
    (contains(.x) ? " mv-gx" : "") + (contains(.y) ? " mv-gy" : "")
  }
}

/// The properties of an element's layout that its classes declare.
struct Stretch: Equatable {
  /// The greed of the element itself.
  private(set) var own: Greed = []
  /// The greed that the element does not pass to the element around it.
  private(set) var bounds: Greed = []
  /// The direction of the element, if it is a stack.
  private var direction: Greed = []
  private var isSpacer = false
  private var isGrid = false
  /// Whether the style sheet stretches the greedy children of the element.
  private var isContainer = false
  /// Whether the style sheet centres the children of the element that have the class `mv-g` and are
  /// not greedy.
  private var isPage = false

  init(_ classes: String) {
    for name in classes.split(separator: " ") {
      switch name {
      case "mv-x": own.insert(.x)
      case "mv-y": own.insert(.y)
      case "mv-w": bounds.formUnion([.x, .spacerX])
      case "mv-h": bounds.formUnion([.y, .spacerY])
      case "mv-over", "mv-under": bounds = [.x, .y, .spacerX, .spacerY]
      case "mv-spacer": (isSpacer, own) = (true, [.spacerX, .spacerY])
      case "mv-hstack": (isContainer, direction) = (true, .x)
      case "mv-vstack": (isContainer, direction) = (true, .y)
      case "mv-g": (isContainer, isGrid) = (true, true)
      case "mv-scroll", "mv-zstack", "mv-lazy-grid", "mv-grid", "mv-grid-row": isContainer = true
      case "mv-root", "mv-level": isPage = true
      default: break
      }
    }
  }

  /// Whether the page needs the classes for the greed of a child of this element.
  func needsClasses(for child: Stretch) -> Bool {
    (isContainer && !child.isSpacer) || (isPage && child.isGrid)
  }

  /// The directions in which a child of this element is greedy.
  func directions(of child: Greed) -> Greed {
    let ofSpacer = Greed(rawValue: child.rawValue >> 2)
    return child.intersection([.x, .y]).union(ofSpacer.intersection(direction))
  }

  /// The greed that this element gets from a child.
  ///
  /// The wrapper of a modifier around a spacer is like the spacer.
  func inherited(from child: Greed) -> Greed { isGrid ? child : directions(of: child) }
}

extension Stretch {
  /// The results of the first 1,000 combinations of classes.
  ///
  /// Usually views use fewer combinations.
  @MainActor private static var known: [String: Stretch] = [:]

  /// Returns the properties that classes declare.
  @MainActor static func of(_ classes: String?) -> Stretch {
    guard let classes else { return plain }
    if let stretch = known[classes] { return stretch }
    let stretch = Stretch(classes)
    if known.count < 1000 { known[classes] = stretch }
    return stretch
  }

  @MainActor private static let plain = Stretch("")
}
