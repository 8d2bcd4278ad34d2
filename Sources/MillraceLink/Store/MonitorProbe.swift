// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Measures the costs of the actions of a store, and the times of its effects.
///
/// The number of stored costs and effects is limited.
@MainActor final class MonitorProbe {
  private let limit: Int
  private let clock: () -> UInt64
  private let counters: () -> StoreCounters
  /// Returns the cancel id of the effect with a number as text, or nil.
  ///
  /// It is called once for each effect.
  private let name: (UInt64) -> String?
  /// Called with the number of an action when the selections were updated.
  ///
  /// It is called before the observers, because an observer can end its subscription to a
  /// selection.
  var onSelections: (UInt64) -> Void = { _ in }
  /// Called with the number of an action before its observers are called, and with nil after them.
  ///
  /// It is also called with nil before the time machine, which is an observer too, and with the
  /// number again after it.
  var onObservers: ((UInt64?) -> Void)?
  /// Called when an effect begins to run, ends, fails or is cancelled.
  var onEffects: () -> Void = {}

  /// The costs of the actions from `firstNumber` on.
  private var costs: ContiguousArray<ActionCost> = []
  private var firstNumber: UInt64 = 1
  /// The number of the running action, or 0.
  private var number: UInt64 = 0
  /// The number of the latest action that has begun.
  private var lastNumber: UInt64 = 0
  /// The cost of the running action so far.
  private var cost = ActionCost()
  /// The counters of the store at the end of the last action.
  private var counted = StoreCounters()
  private var phase = StorePhase.idle
  /// The time of the latest measurement; the time since then belongs to the current phase.
  private var since: UInt64 = 0

  /// The latest effects, including those that have ended.
  private(set) var effects: [EffectSpan] = []
  private static let mostEffects = 500
  private static let longestError = 1_000

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - limit: The number of latest actions whose costs are stored. When twice as many are stored,
  ///     the older half is dropped.
  ///   - clock: Returns the time in nanoseconds since 1970.
  ///   - counters: Returns the counters of the store.
  ///   - name: Returns the cancel id of the effect with a number as text, or nil.
  init(
    limit: Int, clock: @escaping () -> UInt64, counters: @escaping () -> StoreCounters,
    name: @escaping (UInt64) -> String?
  ) {
    self.limit = max(1, limit)
    self.clock = clock
    self.counters = counters
    self.name = name
    counted = counters()
  }

  /// The cost of the action with a number, or nil if it is not known.
  ///
  /// Complexity: O(1).
  func cost(of number: UInt64) -> ActionCost? {
    if number == self.number, phase != .idle { return nil }
    guard number >= firstNumber, number - firstNumber < UInt64(costs.count) else { return nil }
    return costs[Int(number - firstNumber)]
  }

  /// Counts the body of a view that has run because of an action.
  ///
  /// Complexity: O(1).
  func countBody(of number: UInt64) {
    if number == self.number { return cost.bodies &+= 1 }
    guard number >= firstNumber, number - firstNumber < UInt64(costs.count) else { return }
    costs[Int(number - firstNumber)].bodies &+= 1
  }

  /// Stops attributing the work of observers to the action, until `resumeObservers` is called.
  func pauseObservers() {
    if phase == .notifying { onObservers?(nil) }
  }

  /// Attributes the work of observers to the action again.
  func resumeObservers() {
    if phase == .notifying { onObservers?(lastNumber) }
  }

  /// Stores the cost of the running action.
  ///
  /// Called when the action has ended, or another one begins.
  private func settle() {
    guard number != 0 else { return }
    let now = counters()
    cost.slices = .init(clamping: now.slicesCompared - counted.slicesCompared)
    cost.rows = .init(clamping: now.rowsCompared - counted.rowsCompared)
    cost.selectors = .init(clamping: now.selectorsComputed - counted.selectorsComputed)
    cost.observers = .init(clamping: now.observersCalled - counted.observersCalled)
    counted = now
    if costs.isEmpty || number != firstNumber + UInt64(costs.count) {
      // The costs between the stored ones and this one are missing. `costs` must have no gaps.
      costs.removeAll(keepingCapacity: true)
      firstNumber = number
    } else if costs.count >= 2 * limit {
      costs.removeFirst(limit)
      firstNumber += UInt64(limit)
    }
    costs.append(cost)
    number = 0
  }

  /// Adds the time since `since` to the cost of the current phase.
  private func add(until now: UInt64) {
    // Zero if the clock was set back.
    let time = UInt32(clamping: now > since ? now - since : 0)
    since = now
    switch phase {
    case .idle: break
    case .handling: cost.handling &+= time
    case .reducing: cost.reducing &+= time
    case .selecting: cost.selecting &+= time
    case .notifying: cost.notifying &+= time
    case .effects: cost.starting &+= time
    }
  }

  private func change(_ effect: UInt64, _ body: (inout EffectSpan) -> Void) {
    guard let index = effects.lastIndex(where: { $0.id == effect }) else { return }
    let old = effects[index]
    body(&effects[index])
    if effects[index] != old { onEffects() }
  }

  private var microseconds: UInt64 { clock() / 1_000 }

  /// The present time in microseconds, or a start time if that is later, because the clock was set
  /// back.
  private func time(since start: UInt64) -> UInt64 { max(start, microseconds) }
}

extension MonitorProbe: @MainActor StoreProbe {
  func begin(_ action: ActionSource) {
    let now = clock()
    add(until: now)
    settle()
    number = action.number ?? 0
    lastNumber = number
    cost = ActionCost()
    pauseObservers()
    phase = .handling
  }

  func enter(_ phase: StorePhase, queued: Int) {
    add(until: clock())
    let last = self.phase
    if phase != .notifying { pauseObservers() }
    self.phase = phase
    if phase == .idle { settle() }
    if phase == .notifying, last == .selecting, number != 0 {
      onSelections(number)
      since = clock()
    }
    // At the end of a batch the cost of its last action was stored already, and `number` is 0.
    if phase == .notifying, last != .notifying { onObservers?(lastNumber) }
  }

  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
    if effects.count >= Self.mostEffects {
      // The oldest effect that has ended is removed, or else the oldest one.
      effects.remove(at: effects.firstIndex { $0.end != nil } ?? 0)
    }
    effects.append(
      EffectSpan(id: effect, name: name(effect), cause: cause, start: microseconds))
  }

  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
    change(effect) { if $0.begin == nil { $0.begin = time(since: $0.start) } }
    start()
  }

  func cancelEffect(_ effect: UInt64) {
    change(effect) { $0.cancelled = time(since: $0.start) }
  }

  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    change(effect) { span in
      if span.error == nil { span.error = String("\(error)".prefix(Self.longestError)) }
    }
  }

  func endEffect(_ effect: UInt64, running: Int) {
    change(effect) { $0.end = time(since: $0.start) }
  }
}
