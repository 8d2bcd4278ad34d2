// SPDX-License-Identifier: Apache-2.0

/// Properties of a view that screen readers announce.
///
/// On a page they are roles and attributes of ARIA; see ``View/accessibilityAddTraits(_:)``.
public struct AccessibilityTraits: OptionSet, Sendable {
  /// The set as bits, one for each trait.
  public let rawValue: UInt64

  /// Creates a set from bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The view can be pressed.
  ///
  /// On a page it can have the keyboard focus; Return and Space press it.
  public static let isButton = AccessibilityTraits(rawValue: 1)
  /// The view is a heading.
  ///
  /// It is of the second level, unless ``View/accessibilityHeading(_:)`` sets a level.
  public static let isHeader = AccessibilityTraits(rawValue: 2)
  /// The view is selected: on a page, it is the current one of several elements.
  public static let isSelected = AccessibilityTraits(rawValue: 4)
  /// The view opens another page.
  ///
  /// On a page it can have the keyboard focus; Return presses it.
  public static let isLink = AccessibilityTraits(rawValue: 8)
  /// The view is a field for a search.
  ///
  /// It applies to text fields of one line.
  public static let isSearchField = AccessibilityTraits(rawValue: 16)
  /// The view is an image.
  ///
  /// It needs an accessibility label, and screen readers do not read the views in it.
  public static let isImage = AccessibilityTraits(rawValue: 32)
  /// The view is a text that does not change: on a page, the default.
  public static let isStaticText = AccessibilityTraits(rawValue: 64)
  /// The view is a switch, which is on if it also has the trait ``isSelected``.
  ///
  /// It applies to buttons and to views without a role.
  public static let isToggle = AccessibilityTraits(rawValue: 128)
  /// The view changes often.
  ///
  /// It has no meaning on a page: a screen reader reads the present text.
  public static let updatesFrequently = AccessibilityTraits(rawValue: 256)
  /// The view plays a sound when it is pressed.
  ///
  /// It has no meaning on a page.
  public static let playsSound = AccessibilityTraits(rawValue: 512)
  /// The view is a key of a keyboard.
  ///
  /// It has no meaning on a page.
  public static let isKeyboardKey = AccessibilityTraits(rawValue: 1024)
  /// The view is a summary that is read when the application starts.
  ///
  /// It has no meaning on a page.
  public static let isSummaryElement = AccessibilityTraits(rawValue: 2048)
  /// The view plays or records a medium when it is pressed.
  ///
  /// It has no meaning on a page.
  public static let startsMediaSession = AccessibilityTraits(rawValue: 4096)
}

/// The way in which screen readers read the views in a view.
///
/// See ``View/accessibilityElement(children:)``.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  /// The role of the element around the views.
  let role: String
  private let name: String

  /// The views are not read.
  ///
  /// The element needs an accessibility label, which is read instead.
  public static let ignore = AccessibilityChildBehavior(role: "img", name: "ignore")
  /// The views are a group, and are read one after the other.
  public static let contain = AccessibilityChildBehavior(role: "group", name: "contain")
  /// The views are one element.
  ///
  /// On a page they are a group, and are read one after the other.
  public static let combine = AccessibilityChildBehavior(role: "group", name: "combine")
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: UInt, Sendable {
  /// No level of its own: on a page, the second level.
  case unspecified
  /// The first level.
  case h1
  /// The second level.
  case h2
  /// The third level.
  case h3
  /// The fourth level.
  case h4
  /// The fifth level.
  case h5
  /// The sixth level.
  case h6
}

/// The way in which an element shows traits and the value.
enum SpokenKind {
  /// The element has no role, or that of an image or a group. Its traits determine the role.
  case plain
  /// The element is a button of HTML.
  case button
  /// The element is a text field.
  case field
  /// The element is a slider, or the bar of a progress view or gauge.
  case range
  /// The element has another role.
  case fixed

  @MainActor init(of element: ElementNode) {
    let role = element.value(.role)
    let isFree = role == nil || role == "img" || role == "group"
    self =
      switch element.tag {
      case .div, .span, .svg, .img: isFree ? .plain : .fixed
      case .button where role == nil: .button
      case .progress, .meter: .range
      case .input:
        switch element.value(.type) {
        case "range": .range
        case "text", "search": .field
        default: .fixed
        }
      default: .fixed
      }
  }
}

/// What modifiers tell screen readers about one element, besides its label.
struct Spoken {
  private var traits: AccessibilityTraits = []
  private var level = 2
  private var hint: String?
  private var value: String?

  /// - Parameter decorations: the decorations that are used, inner ones first.
  init(_ decorations: [Decoration]) {
    for decoration in decorations {
      switch decoration {
      case .traits(let traits, isAdded: true): self.traits.formUnion(traits)
      case .traits(let traits, isAdded: false): self.traits.subtract(traits)
      case .headingLevel(let level): self.level = level
      case .hint(let hint): self.hint = hint
      case .value(let value): self.value = value
      default: break
      }
    }
  }

  /// The attributes for an element of a kind.
  func attributes(of kind: SpokenKind) -> [ElementNode.Attribute] {
    if traits.isEmpty, hint == nil, value == nil { return [] }
    var all: [ElementNode.Attribute] = []
    func add(_ name: HTMLAttribute, _ value: String?) {
      if let value { all.append(ElementNode.Attribute(name: name, value: value)) }
    }
    let role = role(of: kind)
    add(.role, role)
    if role == "heading" { add(.ariaLevel, String(level)) }
    let isSelected = traits.contains(.isSelected)
    if role == "switch" {
      add(.ariaChecked, isSelected ? "true" : "false")
    } else if isSelected {
      add(.ariaCurrent, "true")
    }
    let isPressed = role.map { ["button", "link", "switch"].contains($0) } ?? false
    if kind == .plain, isPressed { add(.tabindex, "0") }
    if kind == .range { add(.ariaValuetext, value) }
    let parts = [kind == .range ? nil : value, hint].compactMap { $0 }.filter { !$0.isEmpty }
    add(.ariaDescription, parts.isEmpty ? nil : parts.joined(separator: ", "))
    return all
  }

  private func role(of kind: SpokenKind) -> String? {
    switch kind {
    case .plain:
      let roles: [(AccessibilityTraits, String)] = [
        (.isToggle, "switch"), (.isLink, "link"), (.isButton, "button"), (.isHeader, "heading"),
        (.isImage, "img"),
      ]
      return roles.first { traits.contains($0.0) }?.1
    case .button: return traits.contains(.isToggle) ? "switch" : nil
    case .field: return traits.contains(.isSearchField) ? "searchbox" : nil
    case .range, .fixed: return nil
    }
  }
}
