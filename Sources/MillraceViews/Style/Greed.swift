// SPDX-License-Identifier: Apache-2.0

/// The directions in which an element takes all the room of its container.
///
/// An element asks for it by its class, `mv-x` or `mv-y`, and so does a spacer of the stack that
/// it is in. What asks makes all that is around it ask too, up to an element with a length of its
/// own or to a layer. The page is told of that by the classes `mv-gx` and `mv-gy`: rules that
/// looked for it in the page would make each change of a large page slow.
struct Greed: OptionSet {
  let rawValue: UInt8

  static let x = Greed(rawValue: 1)
  static let y = Greed(rawValue: 2)

  /// The classes that say so, with a space before each.
  var suffix: String {
    (contains(.x) ? " mv-gx" : "") + (contains(.y) ? " mv-gy" : "")
  }
}

/// What the classes of an element say about the room that it takes.
struct Stretch {
  /// What the element asks for itself.
  private(set) var own: Greed = []
  /// What it does not hand on.
  private(set) var bounds: Greed = []
  /// What a spacer in it asks for.
  private(set) var ofSpacers: Greed = []
  private(set) var isSpacer = false
  private(set) var isGrid = false
  /// Whether it gives room to what is in it.
  private(set) var isContainer = false
  /// Whether it gives room to grids in it.
  private(set) var isPage = false

  init(_ classes: String) {
    for name in classes.split(separator: " ") {
      switch name {
      case "mv-x": own.insert(.x)
      case "mv-y": own.insert(.y)
      case "mv-w": bounds.insert(.x)
      case "mv-h": bounds.insert(.y)
      case "mv-over", "mv-under": bounds = [.x, .y]
      case "mv-spacer": isSpacer = true
      case "mv-hstack": (isContainer, ofSpacers) = (true, .x)
      case "mv-vstack": (isContainer, ofSpacers) = (true, .y)
      case "mv-g": (isContainer, isGrid) = (true, true)
      case "mv-scroll", "mv-zstack", "mv-lazy-grid": isContainer = true
      case "mv-root", "mv-level": isPage = true
      default: break
      }
    }
  }

  /// Whether the page must be told what a child of this element asks for.
  func tells(of child: Stretch) -> Bool { isContainer || (isPage && child.isGrid) }
}

extension Stretch {
  /// What was found out about classes before; views use few combinations of them.
  @MainActor private static var known: [String: Stretch] = [:]

  /// What some classes say.
  @MainActor static func of(_ classes: String?) -> Stretch {
    guard let classes else { return plain }
    if let stretch = known[classes] { return stretch }
    let stretch = Stretch(classes)
    if known.count < 1000 { known[classes] = stretch }
    return stretch
  }

  @MainActor private static let plain = Stretch("")
}
