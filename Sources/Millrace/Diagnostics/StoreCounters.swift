// SPDX-License-Identifier: Apache-2.0

/// What a store has done so far, as exact counts.
///
/// Counts are the same on every machine: tests assert them where a clock would only guess.
public struct StoreCounters: Equatable, Sendable {
  /// Old states that were kept for a throwing reducer or a transition stream.
  public var statesCopied = 0
  /// Slices of the state that were compared for observers, each once per commit.
  ///
  /// A table of which rows are watched counts as one slice: its version is compared.
  public var slicesCompared = 0
  /// Rows of tables that were compared for observers.
  public var rowsCompared = 0
  /// Selectors, dependencies and outputs that were computed for observers.
  public var selectorsComputed = 0
  /// Calls of observers.
  public var observersCalled = 0
  /// Turns that were cut because of a runaway chain of actions.
  public var turnsCut = 0

  /// Creates counters at zero.
  @_alwaysEmitIntoClient
  public init() {}

  /// Takes what observers cost out of other counters, and adds it.
  @_alwaysEmitIntoClient
  mutating func take(_ other: inout StoreCounters) {
    slicesCompared += other.slicesCompared
    rowsCompared += other.rowsCompared
    selectorsComputed += other.selectorsComputed
    observersCalled += other.observersCalled
    other = StoreCounters()
  }
}
