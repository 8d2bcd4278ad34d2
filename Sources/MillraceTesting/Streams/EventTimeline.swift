// SPDX-License-Identifier: Apache-2.0

/// What happens when, written as a line: `a--b|`.
///
/// Each sign is one frame of time:
///
/// - `-`: nothing happens;
/// - a letter or a digit: an element comes;
/// - `(ab)`: several come in the same frame, in this order; a group is one frame, however long it
///   is written, and may end with `|` or `#`;
/// - `|`: the end; `#`: the end with a failure. Nothing may come after them.
///
/// Spaces mean nothing: they keep lines under each other. Frame 0 is the moment at which the line
/// begins, so in `a--b|` b comes three frames after it and the end one frame later.
///
/// The idea comes from the marble diagrams of ReactiveX.
public struct EventTimeline: Equatable, Sendable {
  /// Something that happens.
  public enum Event: Hashable, Sendable {
    /// An element comes.
    case element(Character)
    /// The end.
    case finish
    /// The end with a failure.
    case failure

    /// The sign for it.
    public var symbol: Character {
      switch self {
      case .element(let symbol): symbol
      case .finish: "|"
      case .failure: "#"
      }
    }

    var isEnd: Bool { self == .finish || self == .failure }
  }

  /// What happens in each frame.
  public private(set) var frames: [[Event]]

  /// Creates a timeline from what happens in each frame.
  public init(frames: [[Event]]) {
    self.frames = frames
  }

  /// Reads a timeline.
  ///
  /// - Parameter text: The line.
  /// - Throws: `TimelineError` that tells what is wrong where.
  public init(_ text: String) throws(TimelineError) {
    frames = []
    var group: (start: Int, events: [Event])?
    var hasEnded = false
    for (offset, symbol) in text.enumerated() where symbol != " " {
      func wrong(_ reason: String) -> TimelineError {
        TimelineError(text: text, offset: offset, reason: reason)
      }
      if hasEnded && !(symbol == ")" && group != nil) {
        throw wrong("something comes after the end")
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
        guard let event = Event(symbol) else { throw wrong("`\(symbol)` means nothing") }
        hasEnded = event.isEnd
        if group == nil { frames.append([event]) } else { group?.events.append(event) }
      }
    }
    if let group {
      throw TimelineError(text: text, offset: group.start, reason: "the group is not closed")
    }
  }

  /// Everything that happens, with the number of its frame.
  public var events: [(frame: Int, event: Event)] {
    frames.enumerated().flatMap { frame in frame.element.map { (frame.offset, $0) } }
  }
}

extension EventTimeline: CustomStringConvertible {
  /// The line, without spaces.
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

/// Why a text is no timeline.
public struct TimelineError: Error, Equatable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// How many characters are before the one that is wrong.
  public let offset: Int
  /// What is wrong with it.
  public let reason: String

  /// What, where, why and what to do.
  public var description: String { Failure.unreadable(self).text }
}
