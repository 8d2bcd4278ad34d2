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

  /// Starts a task with each probe around it, the first one outermost.
  @usableFromInline
  func startProbed(
    _ effect: UInt64, _ start: () -> Task<Void, Never>
  ) -> Task<Void, Never> {
    var task: Task<Void, Never>?
    probed.insert(effect)
    func startWithin(_ probes: ArraySlice<any StoreProbe>) {
      guard let probe = probes.first else {
        if task == nil { task = start() }
        return
      }
      probe.startEffect(effect, running: probed.count) {
        startWithin(probes.dropFirst())
      }
    }
    startWithin(probes[...])
    // A probe that does not start the effect does not keep it from running.
    return task ?? start()
  }

  @usableFromInline
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
