// SPDX-License-Identifier: Apache-2.0

/// One change to a page that was rendered before.
///
/// Patches of one flush are applied in their order. Texts and values are raw strings: the page sets
/// them as text content or as properties and never parses them as HTML. Only
/// ``insert(html:parent:before:)`` carries HTML, complete and escaped.
///
/// Elements next to each other that come, move or go together are one patch: a run.
public enum Patch: Equatable, Sendable {
  /// Replaces the text of an element that holds only text.
  case setText(NodeID, String)
  /// Sets an attribute, or the property of the same name.
  case setAttribute(NodeID, name: String, value: String)
  /// Removes an attribute, or clears the property of the same name.
  case removeAttribute(NodeID, name: String)
  /// Inserts a run of elements; at the end if `before` is `nil`.
  case insert(html: String, parent: NodeID, before: NodeID?)
  /// Moves a run of elements, or one, within its parent; to the end if `before` is `nil`.
  case move(NodeID, through: NodeID? = nil, parent: NodeID, before: NodeID?)
  /// Removes a run of elements, or one, with all that is in them.
  case remove(NodeID, through: NodeID? = nil)
  /// Sets the title of the document.
  case setTitle(String)
  /// Sets the address behind the page's own path: as a new entry of the history, or in the place of
  /// the present one.
  case setAddress(PageAddress, replaces: Bool)
}
