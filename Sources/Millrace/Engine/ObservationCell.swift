// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// The link between one thing that can be read and the Observation framework.
///
/// Observation tells neither whether a read happens inside a tracked scope nor when a scope is
/// tracked no more. But it puts the key path of a tracked read into a set and keeps it there for as
/// long as the scope is tracked. A key path with a subscript hashes the subscript's argument, so
/// the argument notices that it is put there; and while a scope is tracked, the cell is not the
/// only holder of its key path.
final class ObservationCell: Observable {
  private let registrar = ObservationRegistrar()
  private let probe = Probe()
  private var keyPath: KeyPath<ObservationCell, Void>

  init() {
    keyPath = \ObservationCell.[probe]
  }

  /// Registers a read.
  ///
  /// - Returns: Whether the read is tracked.
  func access() -> Bool {
    probe.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return probe.wasHashed.load(ordering: .relaxed)
  }

  /// Tells all scopes that tracked a read since the last time; tracking ends with that.
  func fire() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }

  /// Whether a scope still tracks a read.
  var isTracked: Bool { !isKnownUniquelyReferenced(&keyPath) }

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
