// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    /// An element with a gesture was pressed at a point.
    case press(at: CGPoint)
    /// A pointer that is held down has moved.
    case drag(Drag)
    /// A key was pressed while an element had the focus.
    case key(String, KeyPress.Phases, EventModifiers)
    /// Rows of a long list have come near the window; `keeping` is the element of a row that is in
    /// use and stays, wherever it is. A test sends it to the list itself.
    case rows(Range<Int>, keeping: NodeID?)
    /// These files were chosen; they are there to be read.
    case files([URL])
    /// The page shows another address, because a person went back or forward; the element is the
    /// outermost one.
    case address(PageAddress)
  }

  /// The way of a pointer that is held down.
  public struct Drag: Equatable, Sendable {
    /// How far it is.
    public enum Phase: String, Equatable, Sendable {
      /// The pointer has moved.
      case changed
      /// The pointer was let go.
      case ended
      /// The page lost the pointer.
      case cancelled
    }

    /// Where the pointer was pressed.
    public var startLocation: CGPoint
    /// Where it is.
    public var location: CGPoint
    /// Points per second.
    public var velocity: CGSize
    /// How far it is.
    public var phase: Phase

    /// Creates a way.
    public init(
      from start: CGPoint, to end: CGPoint, velocity: CGSize = CGSize(width: 0, height: 0),
      phase: Phase
    ) {
      startLocation = start
      location = end
      self.velocity = velocity
      self.phase = phase
    }
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
