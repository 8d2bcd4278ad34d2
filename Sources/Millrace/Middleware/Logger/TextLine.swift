// SPDX-License-Identifier: Apache-2.0

/// One line of a value that was written down, and how deep it stands.
struct TextLine: Hashable, Sendable {
  var depth: Int
  var text: String

  /// The text behind two spaces for each level.
  var indented: String { String(repeating: "  ", count: depth) + text }
}
