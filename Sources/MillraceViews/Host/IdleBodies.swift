// SPDX-License-Identifier: Apache-2.0

/// Finds, in a debug build, views of which many run for one change although few look different.
///
/// A row that reads a whole table, or the selection of a list to compare it with its own id, runs
/// for a change of any row. That is correct and slow, and it shows only as a page that gets slower
/// with the number of its rows.
@MainActor struct IdleBodies {
  /// So many bodies of one view may run in vain for one change before it is reported.
  static let limit = 16

  /// The runs of one view in this flush.
  private struct Runs {
    var name: String
    var idle = 0
    var all = 0
  }

  private var runs: [ObjectIdentifier: Runs] = [:]
  private var reported: Set<ObjectIdentifier> = []

  /// Notes a run that was asked for by a change of what the body has read.
  mutating func note(_ view: Any.Type, isIdle: Bool) {
    runs[ObjectIdentifier(view), default: Runs(name: String(describing: view))].all += 1
    if isIdle { runs[ObjectIdentifier(view)]?.idle += 1 }
  }

  /// Forgets the runs of a flush that was an endless loop, which is reported by itself.
  mutating func drop() { runs = [:] }

  /// Ends the flush: what is to be reported, once for each view.
  mutating func take() -> [ViewFault] {
    guard !runs.isEmpty else { return [] }
    defer { runs = [:] }
    var faults: [ViewFault] = []
    for (view, runs) in runs
    where runs.idle >= Self.limit && runs.idle * 4 >= runs.all * 3 && reported.insert(view).inserted
    {
      faults.append(.idleBodies(view: runs.name, idle: runs.idle, of: runs.all))
    }
    return faults
  }
}
