// SPDX-License-Identifier: Apache-2.0

/// The path of a page as it is written: plain parts, `:names`, and a `*` for all that follows.
struct PagePath: Equatable, Sendable {
  private enum Part: Equatable { case plain(String), named(String) }

  private let parts: [Part]
  /// Whether the page also owns everything below its path.
  let ownsRest: Bool

  /// Reads a path that begins with a slash.
  init(_ text: String) {
    var words = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    ownsRest = words.last == "*"
    if ownsRest { words.removeLast() }
    parts = words.map { $0.hasPrefix(":") ? .named(String($0.dropFirst())) : .plain($0) }
  }

  /// What a path says about the page.
  struct Match: Equatable {
    var parameters: [String: String] = [:]
    /// The parts of the page's own path, without what lies below it.
    var own: [String] = []
    /// The parts below the page's path.
    var rest: [String] = []
  }

  /// How the decoded parts of a path fit, or nil.
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

  /// Which of two paths is tried first: the longer one; of two with as many parts the one with
  /// fewer names; then the one without a `*`.
  static func isFirst(_ one: PagePath, _ other: PagePath) -> Bool { one.rank > other.rank }

  private var rank: Int {
    let names = parts.count { if case .named = $0 { true } else { false } }
    return (parts.count * 1_000 - names) * 2 + (ownsRest ? 0 : 1)
  }
}
