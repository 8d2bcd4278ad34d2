// SPDX-License-Identifier: Apache-2.0

/// The pattern of a page's path: plain components, `:names`, and a final `*` for everything below.
struct PagePath: Equatable, Sendable {
  private enum Part: Equatable { case plain(String), named(String) }

  private let parts: [Part]
  /// True if the page also has all addresses below its path.
  let ownsRest: Bool

  /// Reads a pattern that begins with a slash.
  init(_ text: String) {
    var words = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    ownsRest = words.last == "*"
    if ownsRest { words.removeLast() }
    parts = words.map { $0.hasPrefix(":") ? .named(String($0.dropFirst())) : .plain($0) }
  }

  /// The match of a path with the pattern.
  struct Match: Equatable {
    /// The components that match `:names`, by the names.
    var parameters: [String: String] = [:]
    /// The components of the page's own path.
    var own: [String] = []
    /// The components below the page's path.
    var rest: [String] = []
  }

  /// Matches the decoded components of a path with the pattern; nil if they do not match.
  func match(_ words: [String]) -> Match? {
    guard ownsRest ? words.count >= parts.count : words.count == parts.count else { return nil }
    var match = Match()
    for (part, word) in zip(parts, words) {
      switch part {
      case .plain(let text): guard text == word else { return nil }
      case .named(let name):
        guard !word.isEmpty else { return nil }
        match.parameters[name] = word
      }
    }
    match.own = Array(words.prefix(parts.count))
    match.rest = Array(words.dropFirst(parts.count))
    return match
  }

  /// The pattern without the names of its parameters; patterns with the same shape match the same
  /// paths.
  var shape: String {
    let words = parts.map { part in
      if case .plain(let text) = part { "/\(text)" } else { "/:" }
    }
    return words.joined() + (ownsRest ? "/*" : "")
  }

  /// A number that is greater for a path that is tried before others.
  ///
  /// The path with more components comes first, then the path with fewer names, then the path
  /// without a `*`.
  var rank: Int {
    let names = parts.count { if case .named = $0 { true } else { false } }
    return (parts.count * 1_000 - names) * 2 + (ownsRest ? 0 : 1)
  }
}
