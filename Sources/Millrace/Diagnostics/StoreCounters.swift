// SPDX-License-Identifier: Apache-2.0

/// Exact counts of the work that a store has done.
///
/// The counts are the same on every machine. Tests can therefore assert them, unlike times. After
/// `Int.max`, which on some watches has 32 bits, a count continues with negative numbers.
///
/// Comparisons and computations are counted when a value is brought up to date: for its observers,
/// or for a read of a cached selector. The first computation of a value is not counted.
public struct StoreCounters: Equatable, Sendable {
  /// The number of actions before which the state was copied, for a reducer that can throw or for
  /// observers of transitions.
  public var statesCopied = 0
  /// The number of comparisons of slices of the state, at most one per slice and commit, and
  /// one more for its custom comparisons.
  ///
  /// A table with watched rows counts as one slice, and each watched field of its rows and
  /// `contains` as another one: for each of them the stamp of the table is compared. The `ids`, the
  /// `count`, `isEmpty` and `all` of a table are slices too.
  public var slicesCompared = 0
  /// The number of comparisons of table rows.
  public var rowsCompared = 0
  /// The number of computations of selectors, dependencies and outputs.
  public var selectorsComputed = 0
  /// The number of calls of observers, without those for `initial` and those of observers of
  /// actions.
  public var observersCalled = 0
  /// The number of turns that deferred their remaining actions to later turns, because
  /// ``Store/chainLimit`` was reached.
  public var turnsCut = 0

  /// Creates counters at zero.
  @_alwaysEmitIntoClient
  public init() {}

  /// Adds the comparisons, computations and calls that `other` has counted to these counters, and
  /// sets all counts of `other` to zero.
  @_alwaysEmitIntoClient
  mutating func take(_ other: inout StoreCounters) {
    slicesCompared &+= other.slicesCompared
    rowsCompared &+= other.rowsCompared
    selectorsComputed &+= other.selectorsComputed
    observersCalled &+= other.observersCalled
    other = StoreCounters()
  }
}
