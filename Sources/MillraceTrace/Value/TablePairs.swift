// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

extension TraceChange {
  /// Returns the differences between a state and an older one, in the order of the paths.
  ///
  /// The result is that of `TraceValue.changes(to:limit:)` for the two encoded states. In an
  /// `EntityTable`, only the rows in its change log are encoded, and rows at positions that have
  /// another identifier than before. If the log does not reach back to the older state, or if only
  /// one of the states has the table, all rows are encoded.
  ///
  /// Complexity: linear in the size of both states without their tables, times their depth, and in
  /// the size of the changed rows. If rows of a table were inserted, removed or moved, all
  /// positions are compared. Of a table in both states, at most `limit` different rows are encoded.
  ///
  /// - Parameters:
  ///   - old: The older state.
  ///   - new: The newer state.
  ///   - limit: The maximum number of changes.
  /// - Returns: The changes.
  /// - Throws: The error of the encoding of a state.
  package static func between(
    _ old: some Encodable, _ new: some Encodable, limit: Int = .max
  ) throws -> [TraceChange] {
    let tables = TablePairs()
    let before = try tables.write(old)
    tables.isNew = true
    let after = try tables.write(new)
    return try before.changes(to: after, limit: limit, tables)
  }
}

/// The tables of two states.
///
/// A row is encoded only when it is compared or returned.
///
/// The encoded states contain a mark instead of each table. The mark is a text with the path of the
/// table, and with `old` or `new` for the state that has the rows. An unchanged table has the same
/// mark in both states.
// Sound: an instance is used by one thread only, which encodes the states and reads the result.
final class TablePairs: EntityTableWriter, @unchecked Sendable {
  /// The beginning of all marks; random, so that no text of a state is taken for a mark.
  private let sign = "millrace.table \(UInt64.random(in: 0...(.max))) "
  private var pairs: [String: any TablePairing] = [:]
  private var places = TablePlaces()
  /// True while the newer state is encoded, false while the older state is.
  fileprivate var isNew = false { didSet { places.begin() } }

  fileprivate func write(_ state: some Encodable) throws -> TraceValue {
    let encoder = TraceCoding.encoder()
    if let key = CodingUserInfoKey.tableWriter { encoder.userInfo[key] = self }
    return try TraceValue(encodedInList: encoder.encode([state]))
  }

  func write<Entity: Encodable>(
    _ table: EntityTable<Entity>, to encoder: any Encoder
  ) throws {
    var place = places.next(in: encoder)
    var container = encoder.singleValueContainer()
    guard isNew else {
      pairs[place] = TablePair(old: table, new: nil)
      return try container.encode(sign + "old " + place)
    }
    if let pair = pairs[place] as? TablePair<Entity>, let old = pair.old {
      pairs[place] = TablePair(old: old, new: table)
      let isSame = old.stamp == table.stamp
      return try container.encode(sign + (isSame ? "old " : "new ") + place)
    }
    // The older state has no table of this type at the same path.
    place += "!"
    pairs[place] = TablePair(old: nil, new: table)
    try container.encode(sign + "new " + place)
  }

  private func pair(
    of value: TraceValue?
  ) -> (pair: any TablePairing, place: String, isNew: Bool)? {
    guard let text = value?.string, text.hasPrefix(sign) else { return nil }
    let place = String(text.dropFirst(sign.count + 4))
    return pairs[place].map { ($0, place, text.dropFirst(sign.count).hasPrefix("new ")) }
  }

  /// The rows that differ, or nil if the two values are not the marks of the same table.
  func changes(
    from old: TraceValue?, to new: TraceValue?, limit: Int
  ) throws -> [WrittenRows.Change]? {
    guard let one = pair(of: old), let other = pair(of: new), one.place == other.place else {
      return nil
    }
    return try one.pair.changes(limit: limit)
  }

  /// Returns a value in which each mark is replaced by all rows of the table.
  func whole(_ value: TraceValue) throws -> TraceValue {
    switch value {
    case .array(let elements): .array(try elements.map(whole))
    case .object(let members): .object(try members.mapValues(whole))
    default: try pair(of: value).map { try $0.pair.whole(isNew: $0.isNew) } ?? value
    }
  }
}

/// A table in the older and in the newer state.
private protocol TablePairing {
  func changes(limit: Int) throws -> [WrittenRows.Change]
  func whole(isNew: Bool) throws -> TraceValue
}

private struct TablePair<Entity: Identifiable & Encodable>: TablePairing {
  let old: EntityTable<Entity>?
  let new: EntityTable<Entity>?

  func whole(isNew: Bool) throws -> TraceValue {
    try TraceValue(encoding: (isNew ? new : old) ?? EntityTable())
  }

  func changes(limit: Int) throws -> [WrittenRows.Change] {
    guard let old, let new else { return [] }
    let log = new.changes(since: old.stamp)
    let touched = log.map { Set($0.map(\.id)) }
    var positions = Array(0..<max(old.count, new.count))
    if let log, let touched, !log.membershipChanged, !log.orderChanged {
      positions = touched.compactMap(new.index(of:)).sorted()
    }
    var changes: [WrittenRows.Change] = []
    for position in positions where changes.count < limit {
      let before = position < old.count ? old[position] : nil
      let after = position < new.count ? new[position] : nil
      if let before, let after, before.id == after.id, let touched, !touched.contains(after.id) {
        continue
      }
      let (one, other) = (try Self.written(before), try Self.written(after))
      if one == other { continue }
      changes.append(.init(position: position, old: one, new: other))
    }
    return changes
  }

  private static func written(_ row: Entity?) throws -> TraceValue? {
    try row.map { try TraceValue(encoding: $0) }
  }
}
