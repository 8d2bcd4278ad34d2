// SPDX-License-Identifier: Apache-2.0

/// Is called at each step of a store, for tools that measure.
///
/// A middleware brings probes with it (``Middleware/probes``); the store takes them when it is
/// created. A tool that comes later attaches one (``Store/attach(_:)``). A probe is called on the
/// store's actor. It must not dispatch: a middleware can.
///
/// A store without probes pays nothing for them but one check per phase.
@MainActor
public protocol StoreProbe: AnyObject {
  /// An action has come to its turn: `.handling` comes next.
  ///
  /// - Parameter action: Where it comes from: its number, its cause and its effect are known.
  func begin(_ action: ActionSource)

  /// The store enters a phase of the loop; the one before it has ended.
  ///
  /// - Parameters:
  ///   - phase: The phase. Phases that have nothing to do are left out; `.idle` may come again.
  ///   - queued: How many jobs wait for their turn: actions, and effects that start or have ended.
  func enter(_ phase: StorePhase, queued: Int)

  /// An effect begins that takes time: a task, a delay, a callback or several of them.
  ///
  /// One that waits for its turn has begun too. What an effect does at once is not told.
  ///
  /// - Parameters:
  ///   - effect: A number of its own within the store, as in ``Store/RunningEffect/number``.
  ///   - cause: The number of the action that has started it; nil if none has.
  ///   - running: How many effects have begun and not ended, this one included. Those that began
  ///     while the store had no probe are not counted.
  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int)

  /// A task, a timer or a callback of an effect is about to start: the first right after the
  /// effect has begun, others later.
  ///
  /// - Parameters:
  ///   - part: The number of the part; that of the effect if it has one part only.
  ///   - effect: The number of the effect.
  ///   - start: Starts it. Call it once, and within this call: task-local values that are set
  ///     around it are those of the part.
  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void)

  /// An effect was cancelled; it has not ended before ``endEffect(_:running:)`` says so.
  ///
  /// That a part of an effect was cancelled is not told.
  ///
  /// - Parameter effect: The number under which it was started.
  func cancelEffect(_ effect: UInt64)

  /// An effect has thrown an error that nothing catches; the part that threw it ends next.
  ///
  /// Debug builds print such an error, release builds do not: this is where a tool hears of it. An
  /// effect that was cancelled has no errors.
  ///
  /// - Parameters:
  ///   - effect: The number under which it was started.
  ///   - error: What it threw.
  ///   - source: Where the code of the effect is.
  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource)

  /// All of an effect has ended, or was cancelled and has ended, or ends with the store.
  ///
  /// - Parameters:
  ///   - effect: The number under which it was started.
  ///   - running: How many effects are left.
  func endEffect(_ effect: UInt64, running: Int)

  /// Where the tasks of effects run; by default nil, where the system thinks best.
  ///
  /// The store asks once, when it is created, and takes the first answer of its probes. A test can
  /// pass an executor that counts its jobs, to know when none is left.
  var taskExecutor: (any TaskExecutor)? { get }
}

extension StoreProbe {
  /// Does nothing.
  public func begin(_ action: ActionSource) {}
  /// Does nothing.
  public func enter(_ phase: StorePhase, queued: Int) {}
  /// Does nothing.
  public func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {}
  /// Starts the part.
  public func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) { start() }
  /// Does nothing.
  public func cancelEffect(_ effect: UInt64) {}
  /// Does nothing.
  public func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {}
  /// Does nothing.
  public func endEffect(_ effect: UInt64, running: Int) {}
  /// None.
  public var taskExecutor: (any TaskExecutor)? { nil }
}

extension Store {
  /// Adds a probe; it is called from now on, as the probes of the middleware are.
  ///
  /// The store holds the probe. It hears nothing of effects that have begun before, and is not
  /// asked for a ``StoreProbe/taskExecutor``. A probe that is attached twice hears once.
  ///
  /// Complexity: O(1). Until ``detach(_:)`` each action calls the probe, and no dispatch takes the
  /// short way that only calls the reducer.
  ///
  /// - Parameter probe: The probe.
  public func attach(_ probe: any StoreProbe) {
    let engine = engine
    guard !engine.isEnded, !engine.probes.contains(where: { $0 === probe }) else { return }
    engine.probes.append(probe)
    engine.attachedAfter[ObjectIdentifier(probe)] = engine.effects.lastKey
    engine.updatePlain()
  }

  /// Removes a probe.
  ///
  /// - Parameter probe: The probe.
  public func detach(_ probe: any StoreProbe) {
    engine.probes.removeAll { $0 === probe }
    engine.attachedAfter[ObjectIdentifier(probe)] = nil
    engine.updatePlain()
  }
}

extension Engine {
  /// Goes on to a phase.
  @_alwaysEmitIntoClient
  func enter(_ next: StorePhase) {
    phase = next
    if !probes.isEmpty { tellProbes(next) }
  }

  @usableFromInline
  func tellProbes(_ phase: StorePhase) {
    for probe in probes { probe.enter(phase, queued: queue.count) }
  }

  @usableFromInline
  func tellProbes(of action: ActionSource) {
    for probe in probes { probe.begin(action) }
  }

  /// The probes that were there when an effect began.
  private func probes(of effect: UInt64) -> [any StoreProbe] {
    if attachedAfter.isEmpty { return probes }
    return probes.filter { attachedAfter[ObjectIdentifier($0), default: 0] < effect }
  }

  func tellProbesOfStart(of node: Node) {
    probed.insert(node.key)
    let cause = node.tag.cause == 0 ? nil : node.tag.cause
    for probe in probes { probe.startEffect(node.key, cause: cause, running: probed.count) }
  }

  /// Starts a part of an effect with each probe around it, the first one outermost.
  @usableFromInline
  func startProbed(_ node: Node, _ start: () -> Void) {
    let effect = node.whole.key
    var hasStarted = false
    func startWithin(_ probes: ArraySlice<any StoreProbe>) {
      if let probe = probes.first {
        probe.startPart(node.key, of: effect) { startWithin(probes.dropFirst()) }
      } else if !hasStarted {
        hasStarted = true
        start()
      }
    }
    startWithin(probes(of: effect)[...])
    // A probe that does not start the part does not keep it from running.
    if !hasStarted { start() }
  }

  func tellProbesOfCancellation(of effect: UInt64) {
    guard probed.contains(effect) else { return }
    for probe in probes(of: effect) { probe.cancelEffect(effect) }
  }

  @usableFromInline
  func tellProbesOfFailure(of part: UInt64, _ error: UncaughtError) {
    guard let node = effects.nodes[part], !node.isCancelled else { return }
    let effect = node.whole.key
    guard probed.contains(effect) else { return }
    for probe in probes(of: effect) {
      probe.failEffect(effect, with: error.error, from: error.source)
    }
  }

  func tellProbesOfEnd(of effect: UInt64) {
    guard probed.remove(effect) != nil else { return }
    for probe in probes(of: effect) { probe.endEffect(effect, running: probed.count) }
  }

  /// Tells the probes that all effects end, because the store does.
  func endProbes() {
    guard !probes.isEmpty else { return }
    for effect in probed.sorted() { tellProbesOfEnd(of: effect) }
    // Where the store ends in the course of a turn, the phase that runs is the last one.
    if phase != .idle { tellProbes(.idle) }
    probes = []
    attachedAfter = [:]
  }
}
