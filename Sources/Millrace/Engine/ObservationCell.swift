// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// The link between one thing that can be read and the Observation framework.
///
/// Observation does not tell whether a read happens inside a tracked scope. But it puts the key
/// path of a tracked read into a set, and a key path with a subscript hashes the subscript's
/// argument: the argument notices. So a read outside of tracked scopes leaves nothing behind.
final class ObservationCell: Observable {
  private let registrar = ObservationRegistrar()
  private let probe = Probe()
  private let keyPath: KeyPath<ObservationCell, Void>

  init() {
    keyPath = \ObservationCell.[probe]
  }

  /// Registers a read.
  ///
  /// - Returns: Whether somebody tracks it.
  func access() -> Bool {
    probe.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return probe.wasHashed.load(ordering: .relaxed)
  }

  /// Tells everybody who tracked a read since the last time; tracking ends with that.
  func fire() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }

  private subscript(probe: Probe) -> Void { () }

  /// Notices that it is hashed.
  private final class Probe: Hashable {
    let wasHashed = Atomic(false)

    static func == (lhs: Probe, rhs: Probe) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
      wasHashed.store(true, ordering: .relaxed)
      hasher.combine(ObjectIdentifier(self))
    }
  }
}
