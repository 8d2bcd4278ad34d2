// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// The link between one thing that can be read and the Observation framework.
///
/// Observation tells neither whether a read happens inside a tracked scope nor when a scope is
/// tracked no more. But it puts the key path of a tracked read into a set and keeps it there for as
/// long as the scope is tracked. A key path with a subscript hashes the subscript's argument, so
/// the argument notices that it is put there; and a cell that has let go of its key path sees that
/// the key path is gone.
final class ObservationCell: Observable {
  private let registrar = ObservationRegistrar()
  private let probe = Probe()
  private weak var keyPath: KeyPath<ObservationCell, Void>?
  private var kept: KeyPath<ObservationCell, Void>?

  init() {
    let new = \ObservationCell.[probe]
    (kept, keyPath) = (new, new)
  }

  /// Registers a read.
  ///
  /// - Returns: Whether the read is tracked.
  func access() -> Bool {
    let keyPath = keyPath ?? renewed()
    probe.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return probe.wasHashed.load(ordering: .relaxed)
  }

  /// Tells all scopes that tracked a read since the last time; tracking ends with that.
  func fire() {
    guard let keyPath else { return }
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }

  /// Leaves the key path to Observation, so that ``isTracked`` says something.
  func letGo() {
    kept = nil
  }

  /// Whether a scope still tracks a read, once the cell has let go.
  var isTracked: Bool { keyPath != nil }

  /// The key path for a reader that comes after all others have gone.
  private func renewed() -> KeyPath<ObservationCell, Void> {
    let new = \ObservationCell.[probe]
    keyPath = new
    return new
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
