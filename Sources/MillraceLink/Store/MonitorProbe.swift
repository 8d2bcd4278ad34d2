// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Measures what the actions of one store cost, and when its effects begin and end.
///
/// It keeps as much as it is told to, and no more.
@MainActor final class MonitorProbe {
  private let limit: Int
  private let clock: () -> UInt64
  private let counters: () -> StoreCounters
  /// The id of an effect in words, which is asked for once.
  private let name: (UInt64) -> String?
  /// Called when selections are up to date with the action that has a number, before observers are
  /// called: what they watch may be watched no more after that.
  var onSelections: (UInt64) -> Void = { _ in }
  /// Called with the number of an action before its observers are, and with nil after them and for
  /// the machine, which is one of them.
  var onObservers: ((UInt64?) -> Void)?
  /// Called when an effect begins to run, ends, fails or is cancelled.
  var onEffects: () -> Void = {}

  /// The costs of the actions from a number on.
  private var costs: ContiguousArray<ActionCost> = []
  private var firstNumber: UInt64 = 1
  private var number: UInt64 = 0
  private var lastNumber: UInt64 = 0
  private var cost = ActionCost()
  private var counted = StoreCounters()
  private var phase = StorePhase.idle
  private var since: UInt64 = 0

  /// The effects that have begun, the oldest ones dropped.
  private(set) var effects: [EffectSpan] = []
  private static let mostEffects = 500
  private static let longestError = 1_000

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - limit: Of how many actions the costs are kept at least; of twice as many at most.
  ///   - clock: Tells the time in nanoseconds since 1970.
  ///   - counters: The counters of the store.
  ///   - name: The id of an effect in words.
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

  /// What the action with a number has cost; nil if that is not known.
  ///
  /// Complexity: O(1).
  func cost(of number: UInt64) -> ActionCost? {
    if number == self.number, phase != .idle { return nil }
    guard number >= firstNumber, number - firstNumber < UInt64(costs.count) else { return nil }
    return costs[Int(number - firstNumber)]
  }

  /// The body of a view has run because of an action.
  ///
  /// Complexity: O(1).
  func countBody(of number: UInt64) {
    if number == self.number { return cost.bodies &+= 1 }
    guard number >= firstNumber, number - firstNumber < UInt64(costs.count) else { return }
    costs[Int(number - firstNumber)].bodies &+= 1
  }

  /// What observers do from now on is not for the action, until `resumeObservers`.
  func pauseObservers() {
    if phase == .notifying { onObservers?(nil) }
  }

  /// What observers do from now on is for the action again.
  func resumeObservers() {
    if phase == .notifying { onObservers?(lastNumber) }
  }

  /// The action that runs has ended, or another one begins.
  private func settle() {
    guard number != 0 else { return }
    let now = counters()
    cost.slices = .init(clamping: now.slicesCompared - counted.slicesCompared)
    cost.rows = .init(clamping: now.rowsCompared - counted.rowsCompared)
    cost.selectors = .init(clamping: now.selectorsComputed - counted.selectorsComputed)
    cost.observers = .init(clamping: now.observersCalled - counted.observersCalled)
    counted = now
    if costs.isEmpty || number != firstNumber + UInt64(costs.count) {
      // Actions were missed: what was before them is of no use.
      costs.removeAll(keepingCapacity: true)
      firstNumber = number
    } else if costs.count >= 2 * limit {
      costs.removeFirst(limit)
      firstNumber += UInt64(limit)
    }
    costs.append(cost)
    number = 0
  }

  /// Adds the time since the last phase began to it.
  private func add(until now: UInt64) {
    // None if the clock was set back since.
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

  /// The time in microseconds; that of the start if the clock was set back since.
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
    // At the end of a batch its last action has settled already.
    if phase == .notifying, last != .notifying { onObservers?(lastNumber) }
  }

  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
    if effects.count >= Self.mostEffects {
      // One that has ended goes first.
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
