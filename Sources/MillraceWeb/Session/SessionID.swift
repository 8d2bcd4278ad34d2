// SPDX-License-Identifier: Apache-2.0

/// The secret identifier of a page's or a person's session, also used for marks and tokens: 192
/// random bits in a text that is safe in a URL.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  let text: String

  /// A new id from the system's random numbers.
  init() {
    var generator = SystemRandomNumberGenerator()
    let letters = (0..<32).map { _ in Self.alphabet.randomElement(using: &generator) ?? 0 }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// The id with a text that a page has sent, or nil if the text is not a valid id.
  init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = text
  }

  /// The beginning of the id, for logs: it distinguishes sessions, but does not give access to one.
  var description: String { "\(text.prefix(6))…" }

  /// The text of an error with only the beginning of this id: the error of a storage can contain
  /// the path of a file that has the whole id in it.
  func shortened(in error: Any) -> String { "\(error)".replacing(text, with: description) }
}
