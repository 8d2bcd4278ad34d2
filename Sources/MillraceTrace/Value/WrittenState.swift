// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

/// A state as it is written down, kept up to date as the state changes.
///
/// Of an `EntityTable` the rows that changed are written, which its change log tells; everything
/// else of the state is written anew. No state is kept, so that none is copied by its next change.
package final class WrittenState {
  private let tables = WrittenTables()
  private let encoder = TraceCoding.encoder()
  /// The state with marks in the place of its tables.
  private var json = Data()
  private var rest = TraceValue.null
  /// The hash of the state, as `TraceValue.hash` tells it.
  package private(set) var hash: UInt64 = 0
  /// How many bytes were written in all.
  package var bytes: Int { restBytes + tables.bytes }
  private var restBytes = 0

  /// Creates one in which no state is written yet.
  package init() {
    encoder.outputFormatting = .sortedKeys
    if let key = CodingUserInfoKey.tableWriter { encoder.userInfo[key] = tables }
  }

  /// How many bytes the state took without its tables.
  package var stateBytes: Int { json.count }

  /// Writes a state down.
  ///
  /// Complexity: linear in the size of the state without its tables, and in that of the rows that
  /// changed since the state before; O(n) without an encoding where rows went, moved or came before
  /// others. All of a table is written the first time, and where its log does not reach back to
  /// the state before.
  ///
  /// - Parameter state: The state.
  /// - Returns: The parts that are different from the state before, as `Trace.paths(from:to:)`
  ///   names them.
  /// - Throws: What the state's own encoding throws.
  @discardableResult
  package func take(_ state: some Encodable) throws -> [String] {
    tables.begin()
    // A list, as some states write nothing by themselves.
    let next = try encoder.encode([state])
    tables.end()
    restBytes += next.count
    if next == json { return [] }
    let value = try TraceValue(encoded: next).array?.first ?? .null
    var paths = ChangedPaths(tables)
    paths.compare(rest, value)
    (json, rest) = (next, value)
    hash = hash(of: value)
    return paths.texts
  }

  /// The state as a whole.
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
      TraceHash.list(
        elements.enumerated().reduce(0) {
          $0 &+ TraceHash.term(hash(of: $1.element), at: $1.offset)
        })
    case .object(let members):
      TraceHash.object(
        members.reduce(0) { $0 &+ TraceHash.term(hash(of: $1.value), named: $1.key) })
    default: tables.rows(of: value).map { TraceHash.list($0.sum) } ?? value.hash
    }
  }
}

/// The tables of a state, each written down by itself.
///
/// In the place of a table there is a mark in the state: a text with the table's place in the
/// state and a number that grows with each change.
// Sound: an encoding and what asks for its result are one thread's.
final class WrittenTables: EntityTableWriter, @unchecked Sendable {
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

  /// The rows of a table by its mark; nil if a value is no mark.
  fileprivate func rows(of value: TraceValue?) -> WrittenRows? {
    guard let text = value?.string, text.hasPrefix(sign) else { return nil }
    let parts = text.dropFirst(sign.count).split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? tables[String(parts[1])] : nil
  }

  /// The rows that are different, if both are marks of one table.
  func changes(from old: TraceValue?, to new: TraceValue?) -> [WrittenRows.Change]? {
    guard let rows = rows(of: new), rows === self.rows(of: old) else { return nil }
    return rows.changes
  }
}

/// Where tables are in a state that is being written.
struct TablePlaces {
  /// Those of the tables that were written so far.
  private(set) var seen: Set<String> = []

  /// Begins with a state.
  mutating func begin() { seen = [] }

  /// The place of the next table, with a mark where another one was written at the same place.
  mutating func next(in encoder: any Encoder) -> String {
    var place = TracePath(
      encoder.codingPath.map { $0.intValue.map { .index($0) } ?? .name($0.stringValue) }
    ).description
    while !seen.insert(place).inserted { place += "'" }
    return place
  }
}

/// The rows of a table as they are written.
class WrittenRows {
  /// A row that is different.
  struct Change {
    let position: Int
    let old: TraceValue?
    let new: TraceValue?
  }

  fileprivate(set) var values: [TraceValue] = []
  fileprivate var hashes: [UInt64] = []
  /// The sum of what the rows add to the hash of their list.
  fileprivate(set) var sum: UInt64 = 0
  fileprivate(set) var revision = 0
  /// What was different the last time, in order; of many rows those that are looked at.
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

/// The rows of a table of one type.
private final class WrittenTable<Entity: Identifiable & Encodable>: WrittenRows {
  private var stamp: EntityStamp?
  private var ids: [Entity.ID] = []

  /// Creates it in the place of a table of another type.
  init(after other: WrittenRows?) {
    super.init()
    guard let other else { return }
    (values, hashes, sum, revision) = (other.values, other.hashes, other.sum, other.revision)
  }

  /// Writes what changed.
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

  /// Whether the rows that were there stand where they stood: those that came are behind them.
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

  /// Puts the rows in another order, those that are new and those that were there.
  ///
  /// - Returns: Whether all of them are known.
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
        // The rows that stayed are in the order that they had.
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
