// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// Finds a sorted table that is not sorted after it was encoded and decoded.
///
/// The order of a table is code and is not encoded. A recovery that begins with a snapshot would
/// add rows to the end of such a table, and make another state than the store did.
enum TableOrderCheck {
  /// Checks the recorded part of a state.
  ///
  /// A state that cannot be encoded and decoded is not checked. Tables in rows are checked only in
  /// the rows of this state.
  ///
  /// - Throws: ``JournalError/unsortedTable(place:table:)`` with the path of the first such table.
  static func check<State>(
    _ state: State, _ form: SnapshotForm<State>, at place: String
  ) throws(JournalError) {
    guard let before = try? SortedTables(in: form.value(of: state)), !before.paths.isEmpty,
      let body = try? form.encode(state).body, let decoded = try? form.decode(body).state,
      let after = (try? SortedTables(in: form.value(of: decoded))).map({ Set($0.paths) }),
      let table = before.paths.first(where: { !after.contains($0) })
    else { return }
    throw .unsortedTable(place: place, table: table)
  }
}

/// The paths of the sorted tables of a state.
private final class SortedTables: EntityTableWriter {
  private let found = Locked<[String]>([])

  var paths: [String] { found.withLock { $0 } }

  init(in state: some Encodable) throws {
    let encoder = TraceCoding.encoder()
    if let key = CodingUserInfoKey.tableWriter { encoder.userInfo[key] = self }
    // In an array: a state can be encoded as a single value.
    _ = try encoder.encode([state])
  }

  func write<Entity: Encodable>(_ table: EntityTable<Entity>, to encoder: any Encoder) throws {
    if table.order != nil {
      let path = TracePath(codingPath: Array(encoder.codingPath.dropFirst()))
      found.withLock { $0.append(path.description) }
    }
    // A row can have tables of its own.
    var rows = encoder.unkeyedContainer()
    for row in table { try rows.encode(row) }
  }
}
