// SPDX-License-Identifier: Apache-2.0

/// The code of a close frame (RFC 6455, section 7.4).
///
/// Codes from 4000 up are Millrace's own.
struct CloseCode: Equatable, Sendable {
  let rawValue: UInt16

  static let normal = CloseCode(rawValue: 1000)
  static let goingAway = CloseCode(rawValue: 1001)
  static let protocolError = CloseCode(rawValue: 1002)
  static let badData = CloseCode(rawValue: 1003)
  static let badText = CloseCode(rawValue: 1007)
  static let policy = CloseCode(rawValue: 1008)
  static let tooBig = CloseCode(rawValue: 1009)
  /// The server restarts; the reason is the delay, in milliseconds, after which the page
  /// reconnects.
  static let restart = CloseCode(rawValue: 1012)
  static let tryLater = CloseCode(rawValue: 1013)
  /// Another socket has taken over the session; the page of this socket begins a new session.
  static let replaced = CloseCode(rawValue: 4001)
  /// The session ended because of an error in the program; debug builds give it as the reason.
  static let failed = CloseCode(rawValue: 4002)
  /// The page must be loaded again, as after a log-out, or if its address no longer leads to a
  /// page.
  static let reload = CloseCode(rawValue: 4003)

  /// The longest beginning of a reason that fits into a close frame: whole characters, at most 123
  /// bytes with an ellipsis.
  static func fitting(_ reason: String) -> String {
    guard reason.utf8.count > 123 else { return reason }
    var beginning = ""
    for character in reason {
      guard beginning.utf8.count + character.utf8.count <= 120 else { break }
      beginning.append(character)
    }
    return beginning + "…"
  }

  /// True if an endpoint is allowed to send this code in a frame.
  var isAllowed: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
