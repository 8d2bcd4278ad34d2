// SPDX-License-Identifier: Apache-2.0

/// An element of a page as the user perceives it: its role, its label and its value.
///
/// It is a snapshot for tests and tools; see ``ViewHost/elements()``.
public struct ViewElement: Equatable, Sendable, Identifiable {
  /// The role of an element.
  public enum Role: String, CaseIterable, Sendable {
    /// A button.
    case button
    /// A field for text, a date or a time.
    case textField
    /// A field for text that is not shown, for example a password.
    case secureField
    /// A control that chooses files.
    case fileField
    /// A control that is on or off.
    case toggle
    /// A control that chooses one of several options.
    case picker
    /// One of the options of a picker.
    case option
    /// A text.
    case text
    /// A title, for example of a section, an alert or a sheet.
    case heading
    /// An alert or a confirmation dialog on top of the page.
    case alert
    /// A sheet on top of the page.
    case sheet
    /// A form.
    case form
    /// A section.
    case section
    /// A list.
    case list
    /// A row of a list.
    case row
    /// A dividing line.
    case divider
    /// A link to another page.
    case link
    /// An image, or a shape that is drawn as a path.
    case image
    /// A control that chooses a number by dragging.
    case slider
    /// A progress indicator or a gauge.
    case progress
    /// A container without a meaning of its own.
    case group
  }

  /// The reason why the user does not see an element that is on the page.
  public enum Concealment: Hashable, Sendable {
    /// It is a level of a navigation stack, and another level covers it.
    case level
    /// It is the content of a tab that is not selected.
    case tab
    /// It is a hidden column of a split view.
    case column
    /// `hidden()`, `opacity(0)` or an attribute of the element hides it.
    case hidden
    /// It is in a menu.
    ///
    /// Only the page, not the host, stores whether the menu is open.
    case menu
    /// It is a placeholder for rows of a long list that are not on the page.
    case rows(Range<Int>)
  }

  /// The identifier of the element, for events.
  public let id: NodeID
  /// The role of the element.
  public let role: Role
  /// The label of the element, or an empty string.
  ///
  /// It is the accessibility label if the element has one. Otherwise it is the caption of a field,
  /// toggle, picker or slider, the content of a text, the alternative text of an image, or the
  /// texts in a button, heading, link or option.
  public let label: String
  /// The value of the element, or nil if an element of its role has no value.
  ///
  /// It is the text of a field, the number of a slider, progress indicator or gauge, `on` or `off`
  /// for a toggle, the label of a picker's selected option, or the string for the tag of an
  /// option. For a secure field it has one dot for each character.
  public let value: String?
  /// Whether the element is enabled.
  public let isEnabled: Bool
  /// Whether the element is a field for several lines of text.
  public let isMultiline: Bool
  /// The reason why the user sees neither this element nor its content, or nil.
  ///
  /// It is also nil if only an element around this one is concealed.
  public let concealment: Concealment?
  /// The name that ``View/accessibilityIdentifier(_:)`` has set, or nil.
  public let identifier: String?
  /// The elements inside this element, in order.
  public internal(set) var children: [ViewElement]
}

extension ViewElement {
  /// This element and all elements inside it, in the order of the page.
  ///
  /// An outer element comes before the elements inside it.
  ///
  /// - Complexity: O(n × depth), because each level copies the elements inside it.
  public var all: [ViewElement] { [self] + children.flatMap(\.all) }

  /// The part of this element that the user sees.
  ///
  /// - Parameter menus: The ids of the open menus. The id of a menu is the id of the element that
  ///   contains its button and its items.
  /// - Returns: This element without the concealed elements inside it.
  /// - Complexity: O(n).
  public func seen(withOpen menus: Set<NodeID> = []) -> ViewElement {
    var seen = self
    seen.children = children.compactMap { child in
      let isSeen = child.concealment == nil || child.concealment == .menu && menus.contains(id)
      return isSeen ? child.seen(withOpen: menus) : nil
    }
    return seen
  }

  /// The texts inside the element, in order, including concealed ones.
  ///
  /// `seen().texts` contains only the visible ones. The values of fields, the options of pickers,
  /// and the captions of sliders and file fields are not included.
  ///
  /// - Complexity: O(n × depth), because each level copies the texts inside it.
  public var texts: [String] {
    switch role {
    case .text: [label]
    case .textField, .secureField, .toggle, .picker: label.isEmpty ? [] : [label]
    default: children.flatMap(\.texts)
    }
  }
}
