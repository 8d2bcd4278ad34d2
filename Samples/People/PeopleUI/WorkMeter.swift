// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import PeopleData

/// The work that one or more actions caused.
public struct Work: Equatable, Sendable {
  /// The number of actions.
  public var actions = 0
  /// The number of selectors that the store computed.
  public var selectors = 0
  /// The number of observers that the store called.
  public var observers = 0
  /// The number of row bodies that ran.
  public var rows = 0
}

/// Counts the work that actions cause, from the store's counters and from the calls of row bodies.
///
/// It is a middleware, so it also sees each action of a batch.
@MainActor
@Observable
public final class WorkMeter {
  /// The number of actions so far.
  public private(set) var actions = 0
  /// The work of the actions that the last measurement has found.
  public private(set) var last = Work()

  @ObservationIgnored private var rows = 0
  @ObservationIgnored private var measuredActions = 0
  @ObservationIgnored private var measured = StoreCounters()

  /// Creates a meter at zero.
  public init() {}

  /// Counts one run of a row's body.
  public func countRow() {
    rows += 1
  }

  /// Stores the work since the last measurement in ``last``, if there was an action since then.
  ///
  /// Otherwise only views have appeared, for example those of a second window.
  ///
  /// - Parameter counters: The current counters of the store.
  public func measure(_ counters: StoreCounters) {
    if actions > measuredActions {
      last = Work(
        actions: actions - measuredActions,
        selectors: counters.selectorsComputed - measured.selectorsComputed,
        observers: counters.observersCalled - measured.observersCalled, rows: rows)
    }
    measuredActions = actions
    measured = counters
    rows = 0
  }
}

extension WorkMeter: @MainActor Middleware {
  /// Counts the action.
  public func handle(
    _ action: PeopleAction, from source: ActionSource, state: StateReader<PeopleState>
  ) -> Effect<PeopleAction> {
    actions += 1
    return .none
  }
}
