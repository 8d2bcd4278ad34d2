// SPDX-License-Identifier: Apache-2.0

/// The reason why a host refused an event.
///
/// A refused event has changed nothing in the host, except that a refused event of a drag cancels
/// the drag. If the page shows a value that the refused event had set, the next flush corrects the
/// page.
public enum ViewEventError: Error, Equatable, CustomStringConvertible {
  /// The page does not contain the element, or no longer does.
  case unknownNode(NodeID)
  /// The element does not accept this event.
  case unsupported(NodeID, ViewEvent.Kind)
  /// The control is disabled.
  case disabled(NodeID)
  /// The element, or its level, tab or column, is not shown, or a view around it is redacted.
  case covered(NodeID)
  /// The host is closed.
  case closed

  /// The message: the element, the problem, the likely cause and the remedy.
  public var description: String {
    switch self {
    case .unknownNode(let node):
      """
      Event for node \(node): this page has no such element. Most likely the element was removed \
      before the event arrived. Drop the event; if it happens often, render the page again.
      """
    case .unsupported(let node, let kind):
      """
      Event for node \(node): the element does not take \(kind). Either the page belongs to \
      another session, or the value is not one of the offered values. Send only the events that \
      the element lists in data-on.
      """
    case .disabled(let node):
      """
      Event for node \(node): the control is disabled. Most likely it was disabled before the \
      event arrived. Drop the event.
      """
    case .covered(let node):
      """
      Event for node \(node): the element, or its level, tab or column is not shown, or a view \
      around it is redacted. Most likely it was hidden, replaced or redacted before the event \
      arrived. Drop the event.
      """
    case .closed:
      """
      Event for a closed host: its page has ended. Drop the event and reload the page.
      """
    }
  }
}
