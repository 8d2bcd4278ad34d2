// SPDX-License-Identifier: Apache-2.0

/// The marks with which cookies of a session are valid.
///
/// The id of a session never changes; a renewal gives its cookie another mark. A mark is random and
/// is used once: that of a session which has ended is never one of a later session with the same
/// id. The record is kept in the session's own storage, and is written by renewals only. A session
/// without a record was never renewed; its cookie has the empty mark.
struct CookieMarks: Codable, Equatable, Sendable {
  /// Names that begin so are not for applications.
  static let reserved = "millrace-"
  /// Also in capital letters: on some disks a file has the same name then.
  static func isReserved(_ name: String) -> Bool { name.lowercased().hasPrefix(reserved) }
  /// The name under which the record is kept.
  static let name = reserved + "cookie"
  /// The maximum number of pending marks.
  static let most = 8

  private(set) var current = ""
  /// Marks that a browser can have, and that have not replaced `current`; the one that was added or
  /// shown longest ago is first.
  private(set) var pending: [String] = []

  /// True if there is no need of a record.
  var isInitial: Bool { self == CookieMarks() }

  func isValid(_ mark: String) -> Bool { mark == current || pending.contains(mark) }

  /// Adds a pending mark; if there are too many, the first one is removed.
  mutating func add(_ mark: String) {
    guard !isValid(mark) else { return }
    pending = pending.suffix(Self.most - 1) + [mark]
  }

  /// Notes that a browser has shown a mark.
  mutating func use(_ mark: String) {
    guard pending.contains(mark) else { return }
    pending = pending.filter { $0 != mark } + [mark]
  }

  /// Makes a mark the only valid one.
  mutating func replace(by mark: String) { (current, pending) = (mark, []) }

  /// Takes the marks that were written; those that browsers have shown meanwhile keep their order.
  mutating func become(_ written: CookieMarks) {
    let known = pending.filter(written.pending.contains)
    pending = known + written.pending.filter { !known.contains($0) }
    current = written.current
  }
}
