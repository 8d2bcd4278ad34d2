// SPDX-License-Identifier: Apache-2.0

import MillraceWeb

/// Limits that the attacks of Tests/Attack set, so that a quick run does not wait for the real
/// ones.
enum FixtureLimits {
  /// Reads words like `headTimeout=1 sessions=300`; durations are in seconds.
  static func read(_ text: String) -> WebLimits {
    var limits = WebLimits()
    for word in text.split(separator: " ") {
      let pair = word.split(separator: "=")
      guard pair.count == 2, let number = Int(pair[1]) else { fatalError("no limit: \(word)") }
      switch pair[0] {
      case "headTimeout": limits.headTimeout = .seconds(number)
      case "connectTimeout": limits.connectTimeout = .seconds(number)
      case "sessions": limits.sessions = number
      case "waitingSessionsPerAddress": limits.waitingSessionsPerAddress = number
      case "pageBytesPerAddress": limits.pageBytesPerAddress = number
      case "personsPerAddress": limits.personsPerAddress = number
      case "connectionsPerAddress": limits.connectionsPerAddress = number
      default: fatalError("no limit: \(word)")
      }
    }
    return limits
  }
}
