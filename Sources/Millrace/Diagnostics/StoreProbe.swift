// SPDX-License-Identifier: Apache-2.0

/// An object that a store calls at each step, for tools that measure.
///
/// A store gets the probes of its middleware (``Middleware/probes``) when it is created. A tool can
/// attach a probe later (``Store/attach(_:)``). A probe is called on the main actor. It must not
/// dispatch; a middleware can.
///
/// In a store without probes, this protocol costs one check per phase, and a few per effect.
@MainActor
public protocol StoreProbe: AnyObject {
  /// Called when the store begins to process an action, before the phase `.handling`.
  ///
  /// - Parameter action: The source of the action, with its number, cause and effect.
  func begin(_ action: ActionSource)

  /// Called when the store enters a phase of the loop; the previous phase has ended.
  ///
  /// - Parameters:
  ///   - phase: The phase. A phase with nothing to do can be omitted, and so can `.effects` if
  ///     no action runs. `.idle` and `.effects` can be repeated.
  ///   - queued: The number of queued jobs, such as actions, and starts and ends of effects.
  func enter(_ phase: StorePhase, queued: Int)

  /// Called when an effect begins that can take time: a task, a delay, a callback, a concatenation
  /// or several of them.
  ///
  /// An effect that has to wait for another effect is reported when it begins to wait. A `.just`,
  /// `.sequence` or `.perform` is reported if it has to wait. It can also be reported if it has an
  /// id or belongs to a child.
  ///
  /// If a probe cancels the effect in this function, the effect does not start, and nothing about
  /// it is reported to the probes after that probe.
  ///
  /// - Parameters:
  ///   - effect: The number of the effect in its store, as in ``Store/RunningEffect/number``.
  ///   - cause: The number of the action that started the effect, or nil.
  ///   - running: The number of effects that have begun and not ended, including this one. Effects
  ///     that began while the store had no probe are not counted.
  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int)

  /// Called before a part of an effect starts: a task, a timer or a callback.
  ///
  /// - Parameters:
  ///   - part: The number of the part; `effect` for the own work of the effect, but for no other
  ///     part.
  ///   - effect: The number of the effect.
  ///   - start: Starts the part. Call it exactly once, before this function returns. The part gets
  ///     the task-local values that are set around that call.
  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void)

  /// Called when an effect is cancelled; its end is reported by ``endEffect(_:running:)``.
  ///
  /// The cancellation of one part of an effect is not reported.
  ///
  /// - Parameter effect: The number of the effect.
  func cancelEffect(_ effect: UInt64)

  /// Called when an effect has thrown an error that nothing catches, before the part that threw it
  /// ends.
  ///
  /// Debug builds also print the first such error of each source location. Probes do not get the
  /// errors of a cancelled effect.
  ///
  /// - Parameters:
  ///   - effect: The number of the effect.
  ///   - error: The error.
  ///   - source: The source location of the effect's code.
  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource)

  /// Called when all parts of an effect have ended, also after a cancellation, or when the store
  /// ends.
  ///
  /// - Parameters:
  ///   - effect: The number of the effect.
  ///   - running: The number of effects that still run.
  func endEffect(_ effect: UInt64, running: Int)

  /// The executor for the tasks of effects, or nil for the default executor; nil by default.
  ///
  /// The store reads this property when it is created, and uses the first executor that one
  /// of its probes returns. A test can pass an executor that counts its jobs, to find out when none
  /// is left.
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
  /// Nil: the default executor.
  public var taskExecutor: (any TaskExecutor)? { nil }
}

extension Store {
  /// Adds a probe, which is called from now on like the probes of the middleware.
  ///
  /// The store holds the probe strongly. The probe is not called for effects that began before, and
  /// its ``StoreProbe/taskExecutor`` is not used. A probe that is attached twice is called once. If
  /// the store has ended, the probe is not added.
  ///
  /// Complexity: O(number of probes). Until ``detach(_:)``, each action calls the probe, and no
  /// dispatch takes the fast path that only calls the reducer.
  ///
  /// - Parameter probe: The probe.
  public func attach(_ probe: any StoreProbe) {
    let engine = engine
    if engine.isEnded { return }
    engine.probes.attach(probe, after: engine.effects.lastKey)
    engine.updatePlain()
  }

  /// Removes a probe; does nothing if the probe is not attached.
  ///
  /// Complexity: O(number of probes).
  ///
  /// - Parameter probe: The probe.
  public func detach(_ probe: any StoreProbe) {
    engine.probes.removeAll { $0.probe === probe }
    engine.updatePlain()
  }
}

/// A probe of a store, and the number of the last effect that had begun before it was attached.
@usableFromInline
struct AttachedProbe {
  let probe: any StoreProbe
  let lastEffect: UInt64
}

extension [AttachedProbe] {
  /// Appends a probe, unless the array contains it.
  mutating func attach(_ probe: any StoreProbe, after lastEffect: UInt64) {
    if contains(where: { $0.probe === probe }) { return }
    append(AttachedProbe(probe: probe, lastEffect: lastEffect))
  }
}

extension Engine {
  @usableFromInline
  func tellProbes(_ phase: StorePhase) {
    for attached in probes { attached.probe.enter(phase, queued: queue.count) }
  }

  @usableFromInline
  func tellProbes(of action: ActionSource) {
    for attached in probes { attached.probe.begin(action) }
  }

  /// The probes that were attached before an effect began and to which its start was reported; only
  /// these get its events.
  private func probes(of effect: UInt64) -> [any StoreProbe] {
    let untold = starting?.effect == effect ? starting?.untold : nil
    return probes.compactMap { attached in
      let isTold = untold?.contains { $0.probe === attached.probe } != true
      return isTold && attached.lastEffect < effect ? attached.probe : nil
    }
  }

  /// Reports the start of an effect to the probes, until one of them cancels the effect.
  func tellProbesOfStart(of node: Node) {
    node.isProbed = true
    probedCount += 1
    let cause = node.tag.cause == 0 ? nil : node.tag.cause
    let outer = starting
    var untold = probes[...]
    while !node.isCancelled, let attached = untold.popFirst() {
      starting = (node.key, untold)
      attached.probe.startEffect(node.key, cause: cause, running: probedCount)
    }
    // Its end is reported here, while it is known which probes were told of its start.
    if node.isCancelled && node.isProbed { tellProbesOfEnd(of: node) }
    starting = outer
  }

  /// Starts a part of an effect inside nested calls of the probes; the first probe is outermost.
  ///
  /// The part does not start if a probe has cancelled the effect.
  @usableFromInline
  func startProbed(_ node: Node, _ start: () -> Void) {
    let effect = node.whole.key
    var hasStarted = false
    func startWithin(_ probes: ArraySlice<any StoreProbe>) {
      if let probe = probes.first {
        probe.startPart(node.key, of: effect) { startWithin(probes.dropFirst()) }
      } else if !hasStarted {
        hasStarted = true
        if !node.isCancelled { start() }
      }
    }
    startWithin(probes(of: effect)[...])
    // The part also starts if a probe has not called `start`.
    startWithin([])
  }

  func tellProbesOfCancellation(of node: Node) {
    guard node.isProbed else { return }
    for probe in probes(of: node.key) { probe.cancelEffect(node.key) }
  }

  @usableFromInline
  func tellProbesOfFailure(of part: UInt64, _ error: UncaughtError) {
    guard let node = effects.nodes[part], !node.isCancelled else { return }
    let whole = node.whole
    guard whole.isProbed else { return }
    for probe in probes(of: whole.key) {
      probe.failEffect(whole.key, with: error.error, from: error.source)
    }
  }

  /// Reports the end of an effect whose start was reported.
  func tellProbesOfEnd(of node: Node) {
    node.isProbed = false
    probedCount -= 1
    for probe in probes(of: node.key) { probe.endEffect(node.key, running: probedCount) }
  }

  /// Reports the end of all effects to the probes, and removes the probes; called when the store
  /// ends.
  func endProbes() {
    guard !probes.isEmpty else { return }
    for node in effects.nodes where node.isProbed { tellProbesOfEnd(of: node) }
    // If the store ends during a turn, `.idle` ends the current phase.
    if phase != .idle { tellProbes(.idle) }
    probes = []
  }
}
