// SPDX-License-Identifier: Apache-2.0

/// Events and their times, written as text: `a--b|`.
///
/// Each character is one frame of time:
///
/// - `-`: no event.
/// - A letter or a digit: an element.
/// - `(ab)`: several elements in the same frame, in this order. A group is one frame, and can end
///   with `|` or `#`.
/// - `|`: the end. `#`: the end with a failure. Only the `)` of a group can follow them.
///
/// Spaces are ignored; use them to align several timelines. Frame 0 is the start of the timeline.
/// In `a--b|`, `b` is three frames after the start, and the end is one frame later.
///
/// The idea comes from the marble diagrams of ReactiveX.
public struct EventTimeline: Equatable, Sendable {
  /// An event of a timeline.
  public enum Event: Hashable, Sendable {
    /// An element, with its letter or digit.
    case element(Character)
    /// The end.
    case finish
    /// The end with a failure.
    case failure

    /// The character of the event.
    public var symbol: Character {
      switch self {
      case .element(let symbol): symbol
      case .finish: "|"
      case .failure: "#"
      }
    }

    var isEnd: Bool { self == .finish || self == .failure }
  }

  /// The events of each frame.
  public private(set) var frames: [[Event]]

  /// Creates a timeline from the events of each frame.
  public init(frames: [[Event]]) {
    self.frames = frames
  }

  /// Creates a timeline from text.
  ///
  /// - Parameter text: The text.
  /// - Throws: A `TimelineError` with the first error in the text and its offset.
  public init(_ text: String) throws(TimelineError) {
    frames = []
    var group: (start: Int, events: [Event])?
    var hasEnded = false
    for (offset, symbol) in text.enumerated() where symbol != " " {
      func wrong(_ reason: String) -> TimelineError {
        TimelineError(text: text, offset: offset, reason: reason)
      }
      if hasEnded && !(symbol == ")" && group != nil) {
        throw wrong("there is a character after the end")
      }
      switch symbol {
      case "-" where group == nil: frames.append([])
      case "-": throw wrong("time cannot pass within a group")
      case "(" where group == nil: group = (offset, [])
      case "(": throw wrong("a group cannot be in a group")
      case ")":
        guard let events = group?.events else { throw wrong("no group is open") }
        guard !events.isEmpty else { throw wrong("the group is empty") }
        frames.append(events)
        group = nil
      default:
        guard let event = Event(symbol) else { throw wrong("`\(symbol)` is not a valid character") }
        hasEnded = event.isEnd
        if group == nil { frames.append([event]) } else { group?.events.append(event) }
      }
    }
    if let group {
      throw TimelineError(text: text, offset: group.start, reason: "the group is not closed")
    }
  }

  /// All events, with the numbers of their frames.
  public var events: [(frame: Int, event: Event)] {
    frames.enumerated().flatMap { frame in frame.element.map { (frame.offset, $0) } }
  }
}

extension EventTimeline: CustomStringConvertible {
  /// The timeline as text, without spaces.
  ///
  /// A frame with a single event has no parentheses, also if it was read from a group.
  public var description: String {
    frames.map { events in
      let symbols = String(events.map(\.symbol))
      return events.isEmpty ? "-" : events.count == 1 ? symbols : "(\(symbols))"
    }.joined()
  }
}

extension EventTimeline.Event {
  fileprivate init?(_ symbol: Character) {
    switch symbol {
    case "|": self = .finish
    case "#": self = .failure
    case _ where symbol.isLetter || symbol.isNumber: self = .element(symbol)
    default: return nil
    }
  }
}

/// The reason why a text is not a valid timeline.
public struct TimelineError: Error, Equatable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// The number of characters before the wrong character.
  public let offset: Int
  /// The reason why the character is wrong.
  public let reason: String

  /// The error, the position, the probable cause and the remedy.
  public var description: String { Failure.unreadable(self).text }
}
