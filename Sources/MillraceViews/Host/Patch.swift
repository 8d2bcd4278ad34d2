// SPDX-License-Identifier: Apache-2.0

/// One change to a page that was rendered before.
///
/// The patches of one flush are applied in order. Texts and values are raw strings: the page sets
/// them as text content, attributes or properties and never parses them as HTML. Only
/// ``insert(html:parent:before:)`` contains HTML. It is complete and escaped.
///
/// Adjacent elements that are inserted, moved or removed together are called a run. One patch
/// describes a whole run.
public enum Patch: Equatable, Sendable {
  /// Replaces the text of an element that holds only text.
  case setText(NodeID, String)
  /// Sets an attribute, or the property of the same name.
  case setAttribute(NodeID, name: String, value: String)
  /// Removes an attribute, or clears the property of the same name.
  case removeAttribute(NodeID, name: String)
  /// Inserts a run of elements before an element, or at the end if `before` is `nil`.
  case insert(html: String, parent: NodeID, before: NodeID?)
  /// Moves a run of elements within its parent, or to the parent's end if `before` is `nil`.
  ///
  /// The run ends with the element `through`. It is a single element if `through` is `nil`.
  case move(NodeID, through: NodeID? = nil, parent: NodeID, before: NodeID?)
  /// Removes a run of elements with their content.
  ///
  /// The run ends with the element `through`. It is a single element if `through` is `nil`.
  case remove(NodeID, through: NodeID? = nil)
  /// Sets the title of the document.
  case setTitle(String)
  /// Sets the address, relative to the page's own path.
  ///
  /// It replaces the current entry of the browser's history, or adds an entry.
  case setAddress(PageAddress, replaces: Bool)
  /// Opens an address, whose scheme was checked; see ``OpenURLAction``.
  case open(String)
}
