// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An event that the user caused on a page.
public struct ViewEvent: Equatable, Sendable {
  /// The kinds of events.
  public enum Kind: Equatable, Sendable {
    /// A button or a selectable row was pressed.
    case tap
    /// The value of a field or slider has changed to this text.
    case input(String)
    /// A toggle was switched on (`true`) or off (`false`).
    case toggle(Bool)
    /// The option with this value was chosen.
    case select(String)
    /// Return was pressed in a text field.
    case submit
    /// The user has requested to close a dialog or popover.
    case dismiss
    /// A row of a list was dropped before another row, or at the end if `before` is `nil`.
    case move(before: NodeID?)
    /// The pointer has entered (`true`) or left (`false`) an element.
    case hover(Bool)
    /// An element has received (`true`) or lost (`false`) the keyboard focus.
    case focus(Bool)
    /// An element with a tap gesture was pressed at a point.
    ///
    /// A test can send `tap` instead.
    case press(at: CGPoint)
    /// A pressed pointer has moved or was released, or its drag was cancelled.
    ///
    /// A view with a long press gets the phase `changed` when it is pressed, and `ended` when the
    /// pointer was held down long enough. A view with `onContinuousHover` gets `changed` for each
    /// movement of the pointer above it, and `cancelled` or `ended` when the pointer leaves it.
    case drag(Drag)
    /// A key was pressed, has repeated or was released while an element had the focus.
    case key(String, KeyPress.Phases, EventModifiers)
    /// Rows of a long list have come close to the visible part of the page.
    ///
    /// `keeping` is the element of a row that has the focus or is dragged; that row stays on the
    /// page, whatever its position. A test sends this event to the element that contains the rows.
    case rows(Range<Int>, keeping: NodeID?)
    /// Files were chosen, which can be read at these URLs.
    case files([URL])
    /// The page shows another address, because the user went back or forward in the history.
    ///
    /// The event's element is the root element of the page.
    case address(PageAddress)
    /// The browser of the page has another state, for example dark colours.
    ///
    /// The event's element is the root element of the page.
    case browser(BrowserState)
  }

  /// The movement of a pressed pointer.
  public struct Drag: Equatable, Sendable {
    /// The phase of a drag.
    public enum Phase: String, Equatable, Sendable {
      /// The pointer has moved.
      case changed
      /// The pointer was released.
      case ended
      /// The drag was cancelled, for example because the page no longer receives the pointer's
      /// events, or because the element was removed.
      case cancelled
    }

    /// The point where the pointer was pressed.
    public var startLocation: CGPoint
    /// The present location of the pointer.
    public var location: CGPoint
    /// The velocity of the pointer, in points per second.
    public var velocity: CGSize
    /// The phase of the drag.
    public var phase: Phase

    /// Creates a drag.
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

  /// The element on which the event occurred.
  public let node: NodeID
  /// The kind of the event, with its data.
  public let kind: Kind

  /// Creates an event.
  public init(node: NodeID, kind: Kind) {
    self.node = node
    self.kind = kind
  }
}
