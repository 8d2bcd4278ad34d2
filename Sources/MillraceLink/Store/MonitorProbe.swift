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
  /// The number of the action whose cost is measured now, or 0.
  private var number: UInt64 = 0
  /// The number of the latest action that has begun, or 0 if the state was replaced since.
  private var lastNumber: UInt64 = 0
  /// The cost of the action with that `number` so far.
  private var cost = ActionCost()
  /// The counters of the store when the measurement of `cost` began or was resumed.
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
    index(of: number).map { costs[$0] }
  }

  /// Counts the body of a view that has run because of an action.
  ///
  /// Complexity: O(1).
  func countBody(of number: UInt64) {
    if number == self.number { return cost.bodies &+= 1 }
    if let index = index(of: number) { costs[index].bodies &+= 1 }
  }

  /// The index of the cost of the action with a number, or nil if it is not stored.
  private func index(of number: UInt64) -> Int? {
    guard number >= firstNumber, number - firstNumber < UInt64(costs.count) else { return nil }
    return Int(number - firstNumber)
  }

  /// Stops attributing the work of observers to the action, until `resumeObservers` is called.
  func pauseObservers() {
    if phase == .notifying { onObservers?(nil) }
  }

  /// Attributes the work of observers to the action again.
  func resumeObservers() {
    if phase == .notifying, number != 0 { onObservers?(number) }
  }

  /// Called when the state or an output was replaced: the work of the store until the next action
  /// belongs to no action.
  func noteReplacement() { lastNumber = 0 }

  /// Stores the cost of the action that is measured, if there is one.
  ///
  /// Called when the action has ended, and before another measurement begins: what the store counts
  /// in between, for example a read of a selector, belongs to no action.
  private func settle() {
    let now = counters()
    defer { counted = now }
    guard number != 0 else { return }
    cost.slices.add(now.slicesCompared - counted.slicesCompared)
    cost.rows.add(now.rowsCompared - counted.rowsCompared)
    cost.selectors.add(now.selectorsComputed - counted.selectorsComputed)
    cost.observers.add(now.observersCalled - counted.observersCalled)
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

  /// Continues to measure the last action, whose cost was stored already.
  private func resume() {
    settle()
    guard lastNumber != 0, let last = costs.popLast() else { return }
    number = lastNumber
    cost = last
  }

  /// Adds the time since `since` to the cost of the current phase.
  private func add(until now: UInt64) {
    // Zero if the clock was set back.
    let time = now > since ? now - since : 0
    since = now
    switch phase {
    case .idle: break
    case .handling: cost.handling.add(time)
    case .reducing: cost.reducing.add(time)
    case .selecting: cost.selecting.add(time)
    case .notifying: cost.notifying.add(time)
    case .effects: cost.starting.add(time)
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
    // At the end of a batch, or after a replacement of the state.
    if phase == .selecting, last == .idle { resume() }
    guard phase == .notifying, last != .notifying, number != 0 else { return }
    if last == .selecting {
      onSelections(number)
      since = clock()
    }
    onObservers?(number)
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

extension UInt32 {
  /// Adds a time or a count; a sum that is too large becomes the maximum.
  fileprivate mutating func add(_ more: some BinaryInteger) {
    let (sum, isTooLarge) = addingReportingOverflow(UInt32(clamping: more))
    self = isTooLarge ? .max : sum
  }
}
