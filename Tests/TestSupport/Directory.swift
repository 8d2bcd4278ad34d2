// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A row for tests.
public struct Entry: Identifiable, Equatable, Sendable {
  /// The id.
  public let id: Int
  /// A number.
  public var value: Int
  /// A text that is stored on the heap.
  public var name: String

  /// Creates a row.
  public init(id: Int, value: Int = 0) {
    self.id = id
    self.value = value
    name = "the row with the number \(id)"
  }
}

/// A state with a table, for tests of selectors of rows.
public struct Directory: Equatable, Sendable {
  /// The rows.
  public var entries: EntityTable<Entry>
  /// A sibling of the table.
  public var title = ""

  /// Creates a table with a number of rows, whose ids begin with 0.
  public init(count: Int) {
    entries = EntityTable((0..<count).map { Entry(id: $0) })
  }
}

/// A store of a directory whose actions are changes, written as closures.
public typealias DirectoryStore = Store<Directory, @Sendable (inout Directory) -> Void>

extension DirectoryStore {
  /// Creates a store.
  @MainActor
  public convenience init(count: Int) {
    self.init(
      initialState: Directory(count: count), reducer: Reducer { state, change in change(&state) })
  }
}

extension Store {
  /// The amounts by which a closure increases the counters.
  @MainActor
  public func cost(of work: () -> Void) -> StoreCounters {
    let before = counters
    work()
    var difference = counters
    difference.slicesCompared -= before.slicesCompared
    difference.rowsCompared -= before.rowsCompared
    difference.selectorsComputed -= before.selectorsComputed
    difference.observersCalled -= before.observersCalled
    return difference
  }
}
