// SPDX-License-Identifier: Apache-2.0

/// One change to a page that was rendered before.
///
/// Patches of one flush are applied in their order. Texts and values are raw strings: the page sets
/// them as text content or as properties and never parses them as HTML. Only
/// ``insert(html:parent:before:)`` carries HTML, complete and escaped.
public enum Patch: Equatable, Sendable {
  /// Replaces the text of an element that holds only text.
  case setText(NodeID, String)
  /// Sets an attribute, or the property of the same name.
  case setAttribute(NodeID, name: String, value: String)
  /// Removes an attribute, or clears the property of the same name.
  case removeAttribute(NodeID, name: String)
  /// Inserts one element; at the end if `before` is `nil`.
  case insert(html: String, parent: NodeID, before: NodeID?)
  /// Moves an element within its parent; to the end if `before` is `nil`.
  case move(NodeID, parent: NodeID, before: NodeID?)
  /// Removes an element with all that is in it.
  case remove(NodeID)
  /// Sets the title of the document.
  case setTitle(String)
}
