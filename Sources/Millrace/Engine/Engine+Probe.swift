// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Goes on to a phase.
  @inlinable
  func enter(_ next: StorePhase) {
    phase = next
    if !probes.isEmpty { tellProbes(next) }
  }

  @usableFromInline
  func tellProbes(_ phase: StorePhase) {
    for probe in probes { probe.enter(phase, queued: queue.count) }
  }

  @usableFromInline
  func tellProbesOfStart(of effect: UInt64) {
    probed.insert(effect)
    for probe in probes { probe.startEffect(effect, running: probed.count) }
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
    startWithin(probes[...])
    // A probe that does not start the part does not keep it from running.
    if !hasStarted { start() }
  }

  func tellProbesOfEnd(of effect: UInt64) {
    guard probed.remove(effect) != nil else { return }
    for probe in probes { probe.endEffect(effect, running: probed.count) }
  }

  /// Tells the probes that all effects end, because the store does.
  func endProbes() {
    guard !probes.isEmpty else { return }
    for effect in probed.sorted() { tellProbesOfEnd(of: effect) }
    probes = []
  }
}
