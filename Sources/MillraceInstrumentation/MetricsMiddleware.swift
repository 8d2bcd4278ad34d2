// SPDX-License-Identifier: Apache-2.0

public import Metrics
public import Millrace

/// Counts the actions of a store and measures reducer, queue and effects, with swift-metrics.
///
/// ```swift
/// Store(initialState: AppState(), reducer: reducer, middleware: MetricsMiddleware(label: "app"))
/// ```
///
/// | metric | kind | |
/// |---|---|---|
/// | `app.actions` | counter | actions, with the dimension `action` |
/// | `app.rejections` | counter | actions that the reducer rejected, with the same dimension |
/// | `app.reducer.duration` | timer | time from the start of the reducer to the next phase |
/// | `app.queue.depth` | meter | queued jobs when the store begins to handle an action |
/// | `app.effects.running` | meter | effects that have begun, also to wait, and not ended |
/// | `app.effects.errors` | counter | uncaught errors of effects |
///
/// A queued job is, for example, an action, or the start or the end of an effect.
///
/// The next phase after the reducer begins when selections are updated, observers are called,
/// effects start, a rejection is reported, the next action is handled, or the store becomes idle.
/// All work before that is part of `app.reducer.duration`: that of an `ActionWriter`, of gated
/// middleware and of the notification rule. Filters of observers run before the reducer.
///
/// A lifted middleware counts the actions of its part. The metrics of reducer, queue and effects
/// are always those of the whole store. Create one middleware for each store, because two stores
/// would overwrite each other's meters.
///
/// Complexity: O(1) for each action, plus the function that names it.
public struct MetricsMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let meters: StoreMeters
  private let name: (InputAction) -> String

  /// Creates a middleware that reports to a metrics system.
  ///
  /// - Parameters:
  ///   - label: The prefix of the names of all metrics.
  ///   - dimensions: The dimensions of all metrics.
  ///   - factory: The metrics system; by default the system of the process.
  ///   - clock: Measures the duration of the reducer.
  ///   - name: Returns the value of the dimension `action`; by default the cases of the action
  ///     without associated values.
  public init(
    label: String = "millrace", dimensions: [(String, String)] = [],
    factory: any MetricsFactory = MetricsSystem.factory,
    clock: some Clock<Duration> = ContinuousClock(),
    naming name: @escaping (InputAction) -> String = { ActionName.name(of: $0) }
  ) {
    meters = StoreMeters(label: label, dimensions: dimensions, factory: factory, clock: clock)
    self.name = name
  }

  /// Counts the action.
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    meters.countAction(name(action))
    return .none
  }

  /// Counts the rejection.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    meters.countRejection(name(action))
  }

  /// The probe that measures reducer, queue and effects.
  public var probes: [any StoreProbe] { [meters] }
}

/// The metrics of one store.
final class StoreMeters: StoreProbe {
  private let label: String
  private let dimensions: [(String, String)]
  private let factory: any MetricsFactory
  private let stopwatch: () -> () -> Duration
  private let reducer: Timer
  private let queue: Meter
  private let effects: Meter
  private let errors: Counter
  private var actions: [String: Counter] = [:]
  private var rejections: [String: Counter] = [:]
  /// Returns the time since the start of the reducer.
  ///
  /// The closure itself is nil if the phase of the reducer has ended.
  private var duration: (() -> Duration)?

  init(
    label: String, dimensions: [(String, String)], factory: any MetricsFactory,
    clock: some Clock<Duration>
  ) {
    self.label = label
    self.dimensions = dimensions
    self.factory = factory
    stopwatch = {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    reducer = Timer(label: "\(label).reducer.duration", dimensions: dimensions, factory: factory)
    queue = Meter(label: "\(label).queue.depth", dimensions: dimensions, factory: factory)
    effects = Meter(label: "\(label).effects.running", dimensions: dimensions, factory: factory)
    errors = Counter(label: "\(label).effects.errors", dimensions: dimensions, factory: factory)
  }

  func countAction(_ name: String) {
    count(name, "\(label).actions", in: &actions)
  }

  func countRejection(_ name: String) {
    count(name, "\(label).rejections", in: &rejections)
  }

  func enter(_ phase: StorePhase, queued: Int) {
    if let duration {
      reducer.record(duration: duration())
      self.duration = nil
    }
    if phase == .handling { queue.set(queued) }
    if phase == .reducing { duration = stopwatch() }
  }

  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
    effects.set(running)
  }

  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    errors.increment()
  }

  func endEffect(_ effect: UInt64, running: Int) {
    effects.set(running)
  }

  private func count(_ name: String, _ metric: String, in counters: inout [String: Counter]) {
    let counter =
      counters[name]
      ?? Counter(label: metric, dimensions: dimensions + [("action", name)], factory: factory)
    counters[name] = counter
    counter.increment()
  }
}
