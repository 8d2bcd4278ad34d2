// SPDX-License-Identifier: Apache-2.0

/// The secret by which a page finds its session: 192 random bits, safe in a URL.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  let text: String

  /// A new id from the system's random numbers.
  init() {
    var generator = SystemRandomNumberGenerator()
    let letters = (0..<32).map { _ in Self.alphabet.randomElement(using: &generator) ?? 0 }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// The id that a page names, or nil if it cannot be one.
  init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = text
  }

  /// What logs say: enough to tell sessions apart, not enough to take one over.
  var description: String { "\(text.prefix(6))…" }
}
