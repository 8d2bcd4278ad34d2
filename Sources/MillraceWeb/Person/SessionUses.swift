// SPDX-License-Identifier: Apache-2.0

/// When each session of a storage was used last and how many bytes it has; says which ones must go.
///
/// It decides only. Moments are seconds since 1970.
struct SessionUses {
  /// What a storage holds at most.
  struct Limits {
    var sessions: Int
    var bytes: Int
    /// After how many seconds without a use a session goes.
    var age: Int
  }

  private struct Entry {
    var moment: Int
    /// Tells uses of one second apart.
    var number: Int
    var bytes: Int
  }

  let limits: Limits
  private var entries: [String: Entry] = [:]
  private(set) var bytes = 0
  private var number = 0
  /// The moment at which sessions that are too old are looked for again.
  private var next = 0

  init(limits: Limits) { self.limits = limits }

  var count: Int { entries.count }

  /// Whether a session has rested for too long.
  func isOver(_ session: String, at now: Int) -> Bool {
    entries[session].map { now - $0.moment >= limits.age } ?? false
  }

  /// Notes that a session was read.
  mutating func use(_ session: String, at now: Int) {
    number += 1
    entries[session]?.moment = now
    entries[session]?.number = number
  }

  /// Notes a session as it is found, or as it has become.
  mutating func set(_ session: String, bytes: Int, at now: Int) {
    number += 1
    self.bytes += bytes - (entries[session]?.bytes ?? 0)
    entries[session] = Entry(moment: now, number: number, bytes: bytes)
  }

  mutating func remove(_ session: String) {
    bytes -= entries.removeValue(forKey: session)?.bytes ?? 0
  }

  /// How many bytes a session has.
  func bytes(of session: String) -> Int { entries[session]?.bytes ?? 0 }

  /// Takes the sessions out that must go, and returns them; `kept` stays.
  ///
  /// These are the sessions that were not used for too long. If there are too many sessions or
  /// bytes, those that were used longest ago go too, a few more than necessary.
  ///
  /// Complexity: O(1) mostly; O(n log n) when there is too much, or a hundredth of the age has
  /// passed since the last search.
  mutating func excess(beside kept: String, at now: Int) -> [String] {
    let isFull = entries.count > limits.sessions || bytes > limits.bytes
    guard isFull || now >= next else { return [] }
    next = now + max(1, limits.age / 100)
    var gone: [String] = []
    // A 64th more than needed, so that the next ones find room.
    let sessions = limits.sessions - limits.sessions / 64
    let most = limits.bytes - limits.bytes / 64
    for (session, entry) in entries.sorted(by: { $0.value.number < $1.value.number })
    where session != kept {
      let isTooMuch = isFull && (entries.count > sessions || bytes > most)
      // Those behind it were used later.
      guard isTooMuch || now - entry.moment >= limits.age else { break }
      remove(session)
      gone.append(session)
    }
    return gone
  }
}
