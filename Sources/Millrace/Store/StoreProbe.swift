// SPDX-License-Identifier: Apache-2.0

/// Hears what a store is doing while it does it, for tools that measure.
///
/// A middleware brings probes with it (``Middleware/probes``); the store takes them when it is
/// created. A probe is called on the store's actor. It must not dispatch: a middleware can.
///
/// A store without probes pays nothing for them but one check per phase.
public protocol StoreProbe: AnyObject {
  /// The store enters a phase of the loop; the one before it has ended.
  ///
  /// - Parameters:
  ///   - phase: The phase. Phases that have nothing to do are left out; `.idle` may come again.
  ///   - queued: How many actions wait for their turn.
  func enter(_ phase: StorePhase, queued: Int)

  /// A task of an effect is about to start.
  ///
  /// - Parameters:
  ///   - effect: A number of its own within the store.
  ///   - running: How many tasks run, this one included.
  ///   - start: Starts it. Call it once, and within this call: task-local values that are set
  ///     around it are those of the effect.
  func startEffect(_ effect: UInt64, running: Int, _ start: () -> Void)

  /// A task of an effect has ended, or was cancelled and has ended, or ends with the store.
  ///
  /// - Parameters:
  ///   - effect: The number under which it was started.
  ///   - running: How many tasks are left.
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
  /// Starts the effect.
  public func startEffect(_ effect: UInt64, running: Int, _ start: () -> Void) { start() }
  /// Does nothing.
  public func endEffect(_ effect: UInt64, running: Int) {}
  /// None.
  public var taskExecutor: (any TaskExecutor)? { nil }
}
