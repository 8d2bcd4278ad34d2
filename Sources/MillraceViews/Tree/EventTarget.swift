// SPDX-License-Identifier: Apache-2.0

/// An object that handles the events of an element.
@MainActor protocol EventTarget: AnyObject {
  /// Whether the control is enabled.
  var isEnabled: Bool { get }

  /// Handles an event.
  ///
  /// - Returns: whether the element accepts this event.
  func handle(_ event: ViewEvent.Kind) -> Bool
}

/// The kinds of events that a page reports for an element.
struct EventKinds: OptionSet {
  let rawValue: UInt16

  static let tap = EventKinds(rawValue: 1)
  static let input = EventKinds(rawValue: 2)
  static let toggle = EventKinds(rawValue: 4)
  static let select = EventKinds(rawValue: 8)
  static let submit = EventKinds(rawValue: 16)
  static let dismiss = EventKinds(rawValue: 32)
  static let move = EventKinds(rawValue: 64)
  static let hover = EventKinds(rawValue: 128)
  static let focus = EventKinds(rawValue: 256)
  static let press = EventKinds(rawValue: 512)
  static let drag = EventKinds(rawValue: 1024)
  static let key = EventKinds(rawValue: 2048)
  static let rows = EventKinds(rawValue: 4096)
  static let files = EventKinds(rawValue: 8192)
  /// The kinds that the host handles; no element has them.
  static let host = EventKinds(rawValue: 16384)

  private static let all: [(EventKinds, String)] = [
    (.tap, "tap"), (.input, "input"), (.toggle, "toggle"), (.select, "select"),
    (.submit, "submit"), (.dismiss, "dismiss"), (.move, "move"), (.hover, "hover"),
    (.focus, "focus"), (.press, "press"), (.drag, "drag"), (.key, "key"), (.rows, "rows"),
    (.files, "files"),
  ]

  /// Whether an element with these kinds of events accepts an event.
  ///
  /// A tap is accepted instead of a press: a press without a pointer, for example by a test, has no
  /// location.
  func accepts(_ event: ViewEvent.Kind) -> Bool {
    contains(event.needed) || (event == .tap && contains(.press))
  }

  /// The names of the kinds, separated by spaces.
  var names: String {
    Self.all.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

extension ViewEvent.Kind {
  /// Whether the event is also handled if its element is disabled, covered, inert or invisible.
  ///
  /// True for an event that reports the end of a focus or hover, or the rows that the page needs.
  var alwaysCounts: Bool {
    switch self {
    case .focus(false), .hover(false), .rows: true
    default: false
    }
  }

  /// False if the element is invisible and a user cannot cause the event.
  ///
  /// A drag goes on if it makes its view invisible. A keyboard shortcut presses an invisible button
  /// too; the page reports it like a press with the pointer.
  @MainActor func mayComeUnseen(from element: ElementNode) -> Bool {
    switch self {
    case .drag: true
    case .tap where element.value(.dataKeys) != nil: true
    default: !element.isInvisible
    }
  }

  /// The kind that the element must listen to.
  var needed: EventKinds {
    switch self {
    case .tap: .tap
    case .input: .input
    case .toggle: .toggle
    case .select: .select
    case .submit: .submit
    case .dismiss: .dismiss
    case .move: .move
    case .hover: .hover
    case .focus: .focus
    case .press: .press
    case .drag: .drag
    case .key: .key
    case .rows: .rows
    case .files: .files
    case .address, .browser: .host
    }
  }
}
