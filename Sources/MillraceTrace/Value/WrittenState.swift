// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

/// The encoded form of a state, which is updated when the state changes.
///
/// In an `EntityTable`, only the rows in its change log are encoded. The rest of the state is
/// encoded completely each time. The state itself is not stored, therefore its next change copies
/// nothing.
package final class WrittenState {
  private let tables = WrittenTables()
  private let encoder = TraceCoding.encoder()
  /// The encoded state as a list of one element, with marks instead of its tables.
  private var json = Data()
  /// The state with marks instead of its tables.
  private var rest = TraceValue.null
  /// The hash of the state; it is equal to the `TraceValue.hash` of ``value``.
  package private(set) var hash: UInt64 = 0
  /// The number of bytes that were encoded so far, for all states.
  package var bytes: Int { restBytes + tables.bytes }
  private var restBytes = 0

  /// Creates an instance without a state.
  package init() {
    encoder.outputFormatting = .sortedKeys
    if let key = CodingUserInfoKey.tableWriter { encoder.userInfo[key] = tables }
  }

  /// The number of bytes of the latest state without its tables.
  package var stateBytes: Int { json.count }

  /// Encodes a state and compares it with the state before.
  ///
  /// Complexity: linear in the size of the state without its tables, and in the size of the rows
  /// that were written to since the state before; both times their depth. A table in which rows
  /// were removed, moved or inserted before others also costs O(n) for its n rows, which are not
  /// encoded again. All rows of a table are encoded the first time, and if its log does not reach
  /// back to the state before.
  ///
  /// - Parameter state: The state.
  /// - Returns: The paths of the parts that differ from the state before, as
  ///   `Trace.paths(from:to:)` returns them.
  /// - Throws: The error of the state's encoding.
  @discardableResult
  package func take(_ state: some Encodable) throws -> [String] {
    tables.begin()
    let next = try encoder.encode([state])
    tables.end()
    restBytes += next.count
    if next == json { return [] }
    let value = try TraceValue(encodedInList: next)
    var paths = ChangedPaths(tables)
    paths.compare(rest, value)
    (json, rest) = (next, value)
    hash = hash(of: value)
    return paths.texts
  }

  /// The whole state, with all rows of its tables.
  ///
  /// Complexity: linear in the size of the state without its tables.
  package var value: TraceValue { whole(rest) }

  private func whole(_ value: TraceValue) -> TraceValue {
    switch value {
    case .array(let elements): .array(elements.map(whole))
    case .object(let members): .object(members.mapValues(whole))
    default: tables.rows(of: value).map { .array($0.values) } ?? value
    }
  }

  private func hash(of value: TraceValue) -> UInt64 {
    switch value {
    case .array(let elements):
      TraceHash.array(
        elements.enumerated().reduce(0) {
          $0 &+ TraceHash.term(hash(of: $1.element), at: $1.offset)
        })
    case .object(let members):
      TraceHash.object(
        members.reduce(0) { $0 &+ TraceHash.term(hash(of: $1.value), named: $1.key) })
    default: tables.rows(of: value).map { TraceHash.array($0.sum) } ?? value.hash
    }
  }
}

/// The tables of a state, which are encoded separately.
///
/// The encoded state contains a mark instead of each table. The mark is a text with the path of the
/// table and a number that increases with each change of the table.
// Sound: an instance is used by one thread only, which encodes the state and reads the result.
final class WrittenTables: EntityTableWriter, @unchecked Sendable {
  /// The beginning of all marks; random, so that no text of a state is taken for a mark.
  private let sign = "millrace.table \(UInt64.random(in: 0...(.max))) "
  private var tables: [String: WrittenRows] = [:]
  private var places = TablePlaces()
  private let encoder = TraceCoding.encoder()
  fileprivate private(set) var bytes = 0

  fileprivate func begin() {
    places.begin()
    for table in tables.values { table.changes = [] }
  }

  fileprivate func end() {
    if places.seen.count < tables.count {
      tables = tables.filter { places.seen.contains($0.key) }
    }
  }

  func write<Entity: Encodable>(
    _ table: EntityTable<Entity>, to encoder: any Encoder
  ) throws {
    let place = places.next(in: encoder)
    let rows = tables[place] as? WrittenTable<Entity> ?? WrittenTable(after: tables[place])
    tables[place] = rows
    try rows.take(table) { rows in
      let json = try self.encoder.encode(rows)
      bytes += json.count
      return try TraceValue(encoded: json).array ?? []
    }
    var container = encoder.singleValueContainer()
    try container.encode("\(sign)\(rows.revision) \(place)")
  }

  /// The rows of the table that a mark stands for, or nil if the value is not a mark.
  fileprivate func rows(of value: TraceValue?) -> WrittenRows? {
    guard let text = value?.string, text.hasPrefix(sign) else { return nil }
    let parts = text.dropFirst(sign.count).split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? tables[String(parts[1])] : nil
  }

  /// The rows that differ, or nil if the two values are not the marks of the same table.
  func changes(from old: TraceValue?, to new: TraceValue?) -> [WrittenRows.Change]? {
    guard let rows = rows(of: new), rows === self.rows(of: old) else { return nil }
    return rows.changes
  }
}

/// The paths of the tables in a state that is being encoded.
struct TablePlaces {
  /// The paths of the tables that were encoded so far.
  private(set) var seen: Set<String> = []

  /// Starts with another state.
  mutating func begin() { seen = [] }

  /// Returns the path of the next table.
  ///
  /// If a table with the same path was encoded before, a `'` is appended.
  mutating func next(in encoder: any Encoder) -> String {
    var place = TracePath(codingPath: encoder.codingPath).description
    while !seen.insert(place).inserted { place += "'" }
    return place
  }
}

/// The encoded rows of a table.
class WrittenRows {
  /// A row that has changed.
  struct Change {
    let position: Int
    let old: TraceValue?
    let new: TraceValue?
  }

  fileprivate(set) var values: [TraceValue] = []
  fileprivate var hashes: [UInt64] = []
  /// The sum of the terms of the rows, from which the hash of their list is computed.
  fileprivate(set) var sum: UInt64 = 0
  /// A number that increases with each change of the table.
  fileprivate(set) var revision = 0
  /// The rows that differ from the state before, in order.
  ///
  /// If all rows had to be compared, the list ends at the ninth change.
  fileprivate(set) var changes: [Change] = []

  fileprivate init() {}

  fileprivate func set(_ value: TraceValue, at position: Int) {
    let hash = value.hash
    if hash == hashes[position] { return }
    changes.append(Change(position: position, old: values[position], new: value))
    sum &-= TraceHash.term(hashes[position], at: position)
    sum &+= TraceHash.term(hash, at: position)
    (values[position], hashes[position]) = (value, hash)
  }

  fileprivate func append(_ value: TraceValue) {
    let (position, hash) = (values.count, value.hash)
    changes.append(Change(position: position, old: nil, new: value))
    sum &+= TraceHash.term(hash, at: position)
    values.append(value)
    hashes.append(hash)
  }

  fileprivate func replace(_ values: [TraceValue], _ hashes: [UInt64]) {
    var differences = 0
    for position in 0..<max(values.count, self.values.count) {
      let (isOld, isNew) = (position < self.values.count, position < values.count)
      if isOld, isNew, self.hashes[position] == hashes[position] { continue }
      changes.append(
        Change(
          position: position, old: isOld ? self.values[position] : nil,
          new: isNew ? values[position] : nil))
      differences += 1
      if differences > Trace.mostChanges { break }
    }
    (self.values, self.hashes) = (values, hashes)
    sum = hashes.indices.reduce(0) { $0 &+ TraceHash.term(hashes[$1], at: $1) }
  }
}

/// The encoded rows of a table with a known type of entity.
private final class WrittenTable<Entity: Identifiable & Encodable>: WrittenRows {
  private var stamp: EntityStamp?
  private var ids: [Entity.ID] = []

  /// Creates an instance that replaces the rows of a table of another type, if there is one.
  init(after other: WrittenRows?) {
    super.init()
    guard let other else { return }
    (values, hashes, sum, revision) = (other.values, other.hashes, other.sum, other.revision)
  }

  /// Encodes the rows that changed.
  func take(
    _ table: EntityTable<Entity>, _ write: ([Entity]) throws -> [TraceValue]
  ) throws {
    guard let known = stamp else { return try takeAll(table, write) }
    if known == table.stamp { return }
    guard let changes = table.changes(since: known) else { return try takeAll(table, write) }
    let written = changes.filter { $0.kind != .removed }.compactMap { table[id: $0.id] }
    let rows = try write(written)
    stamp = table.stamp
    if keepsPlaces(changes, of: table) {
      let places = zip(written, rows).compactMap { entity, row in
        table.index(of: entity.id).map { (position: $0, id: entity.id, row: row) }
      }
      for place in places.sorted(by: { $0.position < $1.position }) {
        if place.position < ids.count {
          set(place.row, at: place.position)
        } else {
          ids.append(place.id)
          append(place.row)
        }
      }
    } else {
      var new: [Entity.ID: TraceValue] = [:]
      for (entity, row) in zip(written, rows) { new[entity.id] = row }
      guard arrange(table.ids, new, isMoved: changes.orderChanged) else {
        return try takeAll(table, write)
      }
    }
    if !self.changes.isEmpty { revision += 1 }
  }

  /// True if each old row has the same position as before, and new rows come after them.
  private func keepsPlaces(
    _ changes: EntityChanges<Entity.ID>, of table: EntityTable<Entity>
  ) -> Bool {
    if changes.orderChanged { return false }
    for (id, kind) in changes {
      switch kind {
      case .updated: continue
      case .removed: return false
      case .inserted:
        guard let place = table.index(of: id), place >= ids.count else { return false }
      }
    }
    return true
  }

  private func takeAll(
    _ table: EntityTable<Entity>, _ write: ([Entity]) throws -> [TraceValue]
  ) throws {
    let rows = try write(Array(table))
    (stamp, ids) = (table.stamp, table.ids)
    replace(rows, rows.map(\.hash))
    if !changes.isEmpty || revision == 0 { revision += 1 }
  }

  /// Arranges the new and the old rows in the order of the table.
  ///
  /// - Returns: False if a row is neither among the new nor among the old ones.
  private func arrange(
    _ ids: [Entity.ID], _ new: [Entity.ID: TraceValue], isMoved: Bool
  ) -> Bool {
    var places: [Entity.ID: Int] = [:]
    if isMoved { for (place, id) in self.ids.enumerated() { places[id] = place } }
    var (values, hashes): ([TraceValue], [UInt64]) = ([], [])
    values.reserveCapacity(ids.count)
    hashes.reserveCapacity(ids.count)
    var old = 0
    for id in ids {
      if let row = new[id] {
        values.append(row)
        hashes.append(row.hash)
        continue
      }
      if let place = places[id] {
        old = place
      } else {
        // The remaining rows are in the same order as before.
        while old < self.ids.count, self.ids[old] != id { old += 1 }
      }
      guard old < self.ids.count else { return false }
      values.append(self.values[old])
      hashes.append(self.hashes[old])
      old += 1
    }
    self.ids = ids
    replace(values, hashes)
    return true
  }
}
