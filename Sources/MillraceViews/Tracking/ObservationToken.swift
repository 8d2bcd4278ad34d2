// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// An observable object that the runs of a node read in addition to the objects of the view.
///
/// Each run of a node cancels the registration of the run before it. Therefore a change of the
/// pulse ends one registration, that of the latest run.
///
/// A pulse costs some hundred bytes. Therefore a node gets one only after a node of its type has
/// read an observable object. The registration of a run without a pulse remains until a property
/// that the run has read changes.
final class ObservationPulse: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  private var value: Void { () }

  /// Registers the tracked code that is running.
  func read() { registrar.access(self, keyPath: \.value) }

  /// Ends the registration.
  func beat() { registrar.withMutation(of: self, keyPath: \.value) {} }
}

/// The registration of one run of tracked code with `Observation`.
///
/// `withObservationTracking` returns no handle to cancel a registration, which ends only when one
/// of the observed properties changes. If a node runs again for another reason, or leaves the tree,
/// its registration would remain. Therefore tracked code also reads the pulse of its node, if there
/// is one. `cancel` changes the pulse, which ends the whole registration.
final class ObservationToken: Sendable {
  private let pulse: ObservationPulse?
  private let isOver = Atomic<Bool>(false)
  /// The cause that a `BodyTally` had set when the change occurred, or zero.
  private let cause = Atomic<UInt64>(0)
  // Sound: it is set once, in the initializer; reading or releasing a weak reference is
  // thread-safe.
  private nonisolated(unsafe) weak var node: TrackedNode?
  private let inbox: ChangeInbox?

  /// Creates a token for a run of a node.
  ///
  /// Without a pulse, `cancel` only prevents the notification: the registration remains until an
  /// observed property changes.
  @MainActor init(node: TrackedNode, pulse: ObservationPulse?) {
    self.node = node
    self.pulse = pulse
    inbox = node.scope.host?.inbox
  }

  /// Reads the pulse, which registers the tracked code that is running.
  func readPulse() { pulse?.read() }

  /// Ends the registration, if there is a pulse; the node is not notified.
  func cancel() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    pulse?.beat()
  }

  /// Called on any thread at the first change of an observed property: on Linux after the change,
  /// on other platforms before it.
  func changed() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    cause.store(BodyTally.current, ordering: .relaxed)
    inbox?.post(self)
  }

  /// Marks the node as dirty, unless it has run again or has left the tree since the change.
  @MainActor func deliver() {
    if let node, node.token === self {
      node.invalidate(because: cause.load(ordering: .relaxed))
    }
  }
}
