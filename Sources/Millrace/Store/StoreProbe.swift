// SPDX-License-Identifier: Apache-2.0

/// Hears what a store is doing while it does it, for tools that measure.
///
/// A middleware brings probes with it (``Middleware/probes``); the store takes them when it is
/// created. A probe is called on the store's actor. It must not dispatch: a middleware can.
///
/// A store without probes pays nothing for them but one check per phase.
@MainActor
public protocol StoreProbe: AnyObject {
  /// The store enters a phase of the loop; the one before it has ended.
  ///
  /// - Parameters:
  ///   - phase: The phase. Phases that have nothing to do are left out; `.idle` may come again.
  ///   - queued: How many actions wait for their turn.
  func enter(_ phase: StorePhase, queued: Int)

  /// An effect begins that takes time: a task, a delay, a callback or several of them.
  ///
  /// One that waits for its turn has begun too. What an effect does at once is not told.
  ///
  /// - Parameters:
  ///   - effect: A number of its own within the store, as in ``RunningEffect/number``.
  ///   - running: How many effects have begun and not ended, this one included.
  func startEffect(_ effect: UInt64, running: Int)

  /// A task, a timer or a callback of an effect is about to start: the first right after the
  /// effect has begun, others later.
  ///
  /// - Parameters:
  ///   - part: The number of the part; that of the effect if it has one part only.
  ///   - effect: The number of the effect.
  ///   - start: Starts it. Call it once, and within this call: task-local values that are set
  ///     around it are those of the part.
  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void)

  /// All of an effect has ended, or was cancelled and has ended, or ends with the store.
  ///
  /// - Parameters:
  ///   - effect: The number under which it was started.
  ///   - running: How many effects are left.
  func endEffect(_ effect: UInt64, running: Int)

  /// Where the tasks of effects run; by default nil, where the system thinks best.
  ///
  /// The store asks once, when it is created, and takes the first answer of its probes. A test
  /// that counts what runs there knows when nothing does.
  var taskExecutor: (any TaskExecutor)? { get }
}

extension StoreProbe {
  /// Does nothing.
  public func enter(_ phase: StorePhase, queued: Int) {}
  /// Does nothing.
  public func startEffect(_ effect: UInt64, running: Int) {}
  /// Starts the part.
  public func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) { start() }
  /// Does nothing.
  public func endEffect(_ effect: UInt64, running: Int) {}
  /// None.
  public var taskExecutor: (any TaskExecutor)? { nil }
}
