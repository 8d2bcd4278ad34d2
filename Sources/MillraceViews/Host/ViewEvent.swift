// SPDX-License-Identifier: Apache-2.0

/// What a person did on a page.
public struct ViewEvent: Equatable, Sendable {
  /// The kinds of events.
  public enum Kind: Equatable, Sendable {
    /// A button was pressed.
    case tap
    /// A text field contains this text now.
    case input(String)
    /// A toggle is on or off now.
    case toggle(Bool)
    /// The option with this value was chosen.
    case select(String)
    /// Return was pressed in a text field.
    case submit
    /// A dialog was closed.
    case dismiss
    /// A row of a list was dropped before another one, or at the end.
    case move(before: NodeID?)
    /// A pointer has come over an element, or has left it.
    case hover(Bool)
    /// The keyboard's focus has come to an element, or has left it.
    case focus(Bool)
  }

  /// The element that it happened on.
  public let node: NodeID
  /// What happened.
  public let kind: Kind

  /// Creates an event.
  public init(node: NodeID, kind: Kind) {
    self.node = node
    self.kind = kind
  }
}
