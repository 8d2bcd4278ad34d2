// SPDX-License-Identifier: Apache-2.0

/// The secret by which a page finds its session: 192 random bits, safe in a URL.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// A new id from the system's random numbers.
  init() {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    text = Base64.encode(bytes, alphabet: Base64.urlSafe, pads: false)
  }

  /// The id that a page names, or nil if it cannot be one.
  init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Base64.urlSafe.contains) else { return nil }
    self.text = text
  }

  /// What logs say: enough to tell sessions apart, not enough to take one over.
  var description: String { "\(text.prefix(6))…" }
}
