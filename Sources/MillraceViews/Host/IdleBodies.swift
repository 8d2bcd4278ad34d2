// SPDX-License-Identifier: Apache-2.0

/// Finds, in a debug build, view types with many bodies that run in one flush and change nothing.
///
/// A row that reads a whole table runs again for a change of any row. A row that compares the
/// selection of a list with its own id runs again for each change of the selection. The page is
/// correct, but it becomes slower with the number of its rows.
@MainActor struct IdleBodies {
  /// A view type is reported if at least this many runs of its bodies in one flush were idle.
  ///
  /// In addition, at least three quarters of the runs must be idle.
  static let limit = 16

  /// The bodies of one view type that have run in the present flush.
  private struct Runs {
    var name: String
    /// The number of runs that changed nothing.
    var idle = 0
    /// The number of all runs.
    var all = 0
  }

  private var runs: [ObjectIdentifier: Runs] = [:]
  private var reported: Set<ObjectIdentifier> = []

  /// Counts a run that was caused by a change of a value that the body has read.
  mutating func note(_ view: Any.Type, isIdle: Bool) {
    runs[ObjectIdentifier(view), default: Runs(name: String(describing: view))].all += 1
    if isIdle { runs[ObjectIdentifier(view)]?.idle += 1 }
  }

  /// Discards the runs of a flush that was an endless loop.
  ///
  /// The loop is reported as a `ViewFault.updateLoop` instead.
  mutating func drop() { runs = [:] }

  /// Ends the flush.
  ///
  /// Returns the faults to report; each view type is reported only once.
  mutating func take() -> [ViewFault] {
    guard !runs.isEmpty else { return [] }
    defer { runs = [:] }
    var faults: [ViewFault] = []
    for (view, runs) in runs.sorted(by: { $0.value.name < $1.value.name })
    where runs.idle >= Self.limit && runs.idle * 4 >= runs.all * 3 && reported.insert(view).inserted
    {
      faults.append(.idleBodies(view: runs.name, idle: runs.idle, of: runs.all))
    }
    return faults
  }
}
