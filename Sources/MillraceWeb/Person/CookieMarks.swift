// SPDX-License-Identifier: Apache-2.0

/// The valid marks of the cookies of a session.
///
/// A cookie contains the id of its session and a mark. A renewal keeps the id and gives the cookie
/// another mark, which is random. Therefore, if a session has ended and a later one has its id, old
/// cookies with the id are invalid, except one with the empty mark.
///
/// The marks are stored as a record among the values of the session. A renewal writes the record,
/// and it is written again if it is missing when another value is written. A session without a
/// record was never renewed; its cookie has the empty mark.
struct CookieMarks: Codable, Equatable, Sendable {
  /// The prefix of the names that applications must not use.
  static let reserved = "millrace-"
  /// True if a name has the prefix, in any case: on some disks the case of a name is ignored.
  static func isReserved(_ name: String) -> Bool { name.lowercased().hasPrefix(reserved) }
  /// The name of the record in the storage.
  static let name = reserved + "cookie"
  /// The maximum number of pending marks.
  static let most = 8

  private(set) var current = ""
  /// Further valid marks, which browsers can have; the one that was added or shown longest ago is
  /// first.
  private(set) var pending: [String] = []

  /// True if the session needs no record.
  var isInitial: Bool { self == CookieMarks() }

  func isValid(_ mark: String) -> Bool { mark == current || pending.contains(mark) }

  /// Adds a pending mark; if there are too many, the first one is removed.
  mutating func add(_ mark: String) {
    guard !isValid(mark) else { return }
    pending = pending.suffix(Self.most - 1) + [mark]
  }

  /// Moves a pending mark to the end, because a browser has shown it.
  mutating func use(_ mark: String) {
    guard pending.contains(mark) else { return }
    pending = pending.filter { $0 != mark } + [mark]
  }

  /// Makes a mark the only valid one.
  mutating func replace(by mark: String) { (current, pending) = (mark, []) }

  /// Uses the marks that were written; pending marks that it already has keep their order.
  mutating func become(_ written: CookieMarks) {
    let known = pending.filter(written.pending.contains)
    pending = known + written.pending.filter { !known.contains($0) }
    current = written.current
  }
}
