// SPDX-License-Identifier: Apache-2.0

/// Why a socket was closed (RFC 6455, section 7.4; the ones from 4000 up are Millrace's own).
struct CloseCode: Equatable, Sendable {
  let rawValue: UInt16

  static let normal = CloseCode(rawValue: 1000)
  static let goingAway = CloseCode(rawValue: 1001)
  static let protocolError = CloseCode(rawValue: 1002)
  static let badData = CloseCode(rawValue: 1003)
  static let badText = CloseCode(rawValue: 1007)
  static let policy = CloseCode(rawValue: 1008)
  static let tooBig = CloseCode(rawValue: 1009)
  /// The server restarts; the reason is after how many milliseconds the page should come back.
  static let restart = CloseCode(rawValue: 1012)
  static let tryLater = CloseCode(rawValue: 1013)
  /// Another page took the session over; the page that hears this starts a session of its own.
  static let replaced = CloseCode(rawValue: 4001)
  /// The session ended because of a mistake in the program; the reason says which.
  static let failed = CloseCode(rawValue: 4002)
  /// The page must be loaded again: its answer is no longer a page (a log-in, another address).
  static let reload = CloseCode(rawValue: 4003)

  /// As much of a reason as a frame has room for: 123 bytes, whole characters.
  static func fitting(_ reason: String) -> String {
    guard reason.utf8.count > 123 else { return reason }
    var kept = ""
    for character in reason {
      guard kept.utf8.count + character.utf8.count <= 120 else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Whether an endpoint may send this code in a frame.
  var isAllowed: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
