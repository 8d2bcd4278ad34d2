// SPDX-License-Identifier: Apache-2.0

/// The running effects of one store, found by number and by cancel id.
///
/// Finding, adding and removing are O(1) plus the number of effects that share an id.
@usableFromInline
struct EffectTable {
  @usableFromInline
  struct Entry {
    @usableFromInline let token: EffectToken
    @usableFromInline let task: Task<Void, Never>
    @usableFromInline let scope: UInt64
    @usableFromInline let ids: [EffectID]

    @inlinable
    init(token: EffectToken, task: Task<Void, Never>, scope: UInt64, ids: [EffectID]) {
      self.token = token
      self.task = task
      self.scope = scope
      self.ids = ids
    }
  }

  @usableFromInline private(set) var entries: [UInt64: Entry] = [:]
  private(set) var byID: [EffectID: [UInt64]] = [:]
  private var lastKey: UInt64 = 0

  @inlinable var isEmpty: Bool { entries.isEmpty }

  /// A number for an effect that is about to start.
  @usableFromInline
  mutating func nextKey() -> UInt64 {
    lastKey += 1
    return lastKey
  }

  @usableFromInline
  mutating func insert(_ entry: Entry, key: UInt64) {
    entries[key] = entry
    for id in entry.ids { byID[id, default: []].append(key) }
  }

  /// Forgets an effect whose task has ended.
  @usableFromInline
  mutating func remove(_ key: UInt64) -> Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    for id in entry.ids { detach(key, from: id) }
    return entry
  }

  /// Cancels all effects with an id; they stay in the table until their tasks have ended.
  @usableFromInline
  mutating func cancel(_ id: EffectID) {
    for key in byID.removeValue(forKey: id) ?? [] { entries[key]?.cancel() }
  }

  @usableFromInline
  mutating func cancelAll() {
    for entry in entries.values { entry.cancel() }
    entries = [:]
    byID = [:]
  }

  private mutating func detach(_ key: UInt64, from id: EffectID) {
    guard var keys = byID[id] else { return }
    keys.removeAll { $0 == key }
    byID[id] = keys.isEmpty ? nil : keys
  }
}

extension EffectTable.Entry {
  fileprivate func cancel() {
    token.cancel()
    task.cancel()
  }
}
