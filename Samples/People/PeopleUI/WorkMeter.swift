// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import PeopleData

/// What one or more actions cost.
public struct Work: Equatable, Sendable {
  /// The actions.
  public var actions = 0
  /// Selectors that the store computed.
  public var selectors = 0
  /// Observers that the store called.
  public var observers = 0
  /// Bodies of rows that ran.
  public var rows = 0
}

/// Counts what actions cost: the store tells its part, rows tell when their bodies run.
///
/// As a middleware it sees every action, also those of a batch.
@MainActor
@Observable
public final class WorkMeter {
  /// The actions so far.
  public private(set) var actions = 0
  /// What the actions between the last two measurements cost.
  public private(set) var last = Work()

  @ObservationIgnored private var rows = 0
  @ObservationIgnored private var measuredActions = 0
  @ObservationIgnored private var measured = StoreCounters()

  /// Creates a meter at zero.
  public init() {}

  /// Notes that the body of a row runs.
  public func countRow() {
    rows += 1
  }

  /// Takes what was counted since the last measurement.
  ///
  /// - Parameter counters: The store's counters now.
  public func measure(_ counters: StoreCounters) {
    last = Work(
      actions: actions - measuredActions,
      selectors: counters.selectorsComputed - measured.selectorsComputed,
      observers: counters.observersCalled - measured.observersCalled, rows: rows)
    measuredActions = actions
    measured = counters
    rows = 0
  }
}

extension WorkMeter: @MainActor Middleware {
  /// Counts the action and lets it pass.
  public func handle(
    _ action: PeopleAction, from source: ActionSource, state: StateReader<PeopleState>
  ) -> Effect<PeopleAction> {
    actions += 1
    return .none
  }
}
