// SPDX-License-Identifier: Apache-2.0

/// Why a host refused an event.
///
/// Nothing has changed then; what the page shows otherwise is put right with the next flush.
public enum ViewEventError: Error, Equatable, CustomStringConvertible {
  /// The page has no such element, or no longer.
  case unknownNode(NodeID)
  /// The element does not take this event.
  case unsupported(NodeID, ViewEvent.Kind)
  /// The control is disabled.
  case disabled(NodeID)
  /// The element is on a level, tab or column that is not shown.
  case covered(NodeID)
  /// The host is closed.
  case closed

  /// Where, what, why and what to do.
  public var description: String {
    switch self {
    case .unknownNode(let node):
      """
      Event for node \(node): this page has no such element. Most likely it was removed while \
      the event was under way. Drop the event; if it happens often, render the page again.
      """
    case .unsupported(let node, let kind):
      """
      Event for node \(node): the element does not take \(kind). Either the page is not of this \
      session, or the value is not one that was offered. Send only the events that the element \
      lists in data-on.
      """
    case .disabled(let node):
      """
      Event for node \(node): the control is disabled. Most likely it became so while the event \
      was under way. Drop the event.
      """
    case .covered(let node):
      """
      Event for node \(node): its level, tab or column is not shown. Most likely another one came \
      on top while the event was under way. Drop the event.
      """
    case .closed:
      """
      Event for a closed host: its page has ended. Drop the event and let the page load again.
      """
    }
  }
}
