// SPDX-License-Identifier: Apache-2.0

/// One thing on a page as a person meets it: what it is, what it is called and what it holds.
///
/// It is a picture of the moment, for tests and tools; see ``ViewHost/elements()``.
public struct ViewElement: Equatable, Sendable, Identifiable {
  /// What something is.
  public enum Role: String, CaseIterable, Sendable {
    /// Something to press.
    case button
    /// A line of text to type.
    case textField
    /// A line of text to type that is not shown.
    case secureField
    /// A way to choose files.
    case fileField
    /// Something that is on or off.
    case toggle
    /// A choice among options.
    case picker
    /// One of the options of a picker.
    case option
    /// A text.
    case text
    /// A title of a part of the page.
    case heading
    /// A question on top of the page.
    case alert
    /// Any other dialog on top of the page.
    case sheet
    /// Fields that belong together.
    case form
    /// A part of a form or list.
    case section
    /// A list.
    case list
    /// An entry of a list.
    case row
    /// A line between others.
    case divider
    /// A way to another page.
    case link
    /// A picture.
    case image
    /// A number to choose by dragging.
    case slider
    /// How far something has come.
    case progress
    /// A box around others that means nothing of itself.
    case group
  }

  /// Why a person does not see something that is on the page.
  public enum Concealment: Hashable, Sendable {
    /// It is on a level of a navigation stack, and another level covers it.
    case level
    /// It is in a tab that is not chosen.
    case tab
    /// It is in a column of a split view that is not shown.
    case column
    /// `hidden()`, or an attribute of the element, hides it.
    case hidden
    /// It is in a menu, which is opened on the page alone: no host knows whether it is.
    case menu
    /// It stands for rows of a long list that the page does not have.
    case rows(Range<Int>)
  }

  /// The element of the page, for events.
  public let id: NodeID
  /// What it is.
  public let role: Role
  /// What it is called: the text on a button, beside a field, or of a text; else its accessibility
  /// label; empty if there is none.
  public let label: String
  /// What it holds: the text of a field, `on` or `off`, what is chosen, the tag of an option.
  ///
  /// Of a secure field it has a dot for each letter. It is nil for what holds nothing.
  public let value: String?
  /// Whether it can be used.
  public let isEnabled: Bool
  /// Whether it takes a text of several lines.
  public let isMultiline: Bool
  /// Why a person sees neither it nor what is inside; nil where they see it if they see what is
  /// around it.
  public let concealment: Concealment?
  /// What is inside, in order.
  public internal(set) var children: [ViewElement]
}

extension ViewElement {
  /// This element and all inside it, outer ones first, in the order of the page.
  ///
  /// Complexity: O(n).
  public var all: [ViewElement] { [self] + children.flatMap(\.all) }

  /// What a person sees of it.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameter menus: The elements around menus that are open, each with the menu's button.
  /// - Returns: It, without what is concealed.
  public func seen(withOpen menus: Set<NodeID> = []) -> ViewElement {
    var seen = self
    seen.children = children.compactMap { child in
      let isSeen = child.concealment == nil || child.concealment == .menu && menus.contains(id)
      return isSeen ? child.seen(withOpen: menus) : nil
    }
    return seen
  }

  /// The texts that it shows, in order; the values of fields are not among them.
  ///
  /// Complexity: O(n).
  public var texts: [String] {
    switch role {
    case .text: [label]
    case .textField, .secureField, .toggle, .picker: label.isEmpty ? [] : [label]
    default: children.flatMap(\.texts)
    }
  }
}
