// SPDX-License-Identifier: Apache-2.0

/// The last use and the size of each session of a storage; decides which sessions must be deleted.
///
/// It deletes no values: the storage does. Moments are seconds since 1970.
struct SessionUses {
  /// The limits of a storage.
  struct Limits {
    var sessions: Int
    var bytes: Int
    /// The number of seconds without a use after which a session is deleted.
    var age: Int
  }

  private struct Entry {
    var moment: Int
    /// The number of the last use, greater for a later use, also within one second.
    var number: Int
    var bytes: Int
  }

  let limits: Limits
  private var entries: [String: Entry] = [:]
  private(set) var bytes = 0
  private var number = 0
  /// The moment of the last search for sessions that are too old.
  private var last = 0

  init(limits: Limits) { self.limits = limits }

  var count: Int { entries.count }

  /// True if the age of the last use of a session has reached the limit; false for an unknown
  /// session.
  func isOver(_ session: String, at now: Int) -> Bool {
    entries[session].map { now - $0.moment >= limits.age } ?? false
  }

  /// Records that a session was read; does nothing for an unknown session.
  mutating func use(_ session: String, at now: Int) {
    number += 1
    entries[session]?.moment = now
    entries[session]?.number = number
  }

  /// Records the size of a session that was found or written, and its last use.
  mutating func set(_ session: String, bytes: Int, at now: Int) {
    number += 1
    self.bytes += bytes - (entries[session]?.bytes ?? 0)
    entries[session] = Entry(moment: now, number: number, bytes: bytes)
  }

  mutating func remove(_ session: String) {
    bytes -= entries.removeValue(forKey: session)?.bytes ?? 0
  }

  /// Records a session as it was before ``excess(beside:at:)``, because it could not be deleted.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - before: The sessions before ``excess(beside:at:)``.
  mutating func restore(_ session: String, from before: SessionUses) {
    remove(session)
    entries[session] = before.entries[session]
    bytes += before.bytes(of: session)
  }

  /// The size of a session; 0 if there is none.
  func bytes(of session: String) -> Int { entries[session]?.bytes ?? 0 }

  /// Removes and returns the sessions that must be deleted, except `kept`.
  ///
  /// These are the sessions whose last use is too old. If there are too many sessions or bytes, the
  /// least recently used sessions are returned too, a few more than necessary.
  ///
  /// Complexity: O(n log n) if a limit is exceeded, or if the last search was at least a hundredth
  /// of the maximum age ago, but not within the same second. Otherwise O(1), and the result is
  /// empty.
  mutating func excess(beside kept: String, at now: Int) -> [String] {
    let isFull = entries.count > limits.sessions || bytes > limits.bytes
    guard isFull || abs(now - last) >= max(1, limits.age / 100) else { return [] }
    last = now
    // The clock can have been set back since a use.
    for (session, entry) in entries where entry.moment > now { entries[session]?.moment = now }
    var gone: [String] = []
    // A 64th more than necessary, so that the next sessions have room.
    let sessions = limits.sessions - limits.sessions / 64
    let most = limits.bytes - limits.bytes / 64
    for (session, entry) in entries.sorted(by: { $0.value.number < $1.value.number })
    where session != kept {
      let isTooMuch = isFull && (entries.count > sessions || bytes > most)
      // The following sessions were used later.
      guard isTooMuch || now - entry.moment >= limits.age else { break }
      remove(session)
      gone.append(session)
    }
    return gone
  }
}
