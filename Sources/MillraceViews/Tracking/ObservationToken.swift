// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// An additional observable that each run of a node reads.
///
/// A change of it ends the registration of the latest run.
///
/// Earlier runs are no longer registered: a registration ends with the first change, or when it is
/// cancelled. A pulse costs some hundred bytes. Therefore a node has one only if a node of its type
/// has observed something before.
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
/// `Observation` cannot cancel a registration: it ends when one of the observed properties changes.
/// If a node runs again for another reason, or leaves the tree, its registration would remain in
/// the observed objects, which may never be released. Therefore tracked code also reads the pulse
/// of its node. `cancel` changes the pulse, which ends the whole registration.
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
  /// A token without a pulse cannot be cancelled.
  @MainActor init(node: TrackedNode, pulse: ObservationPulse?) {
    self.node = node
    self.pulse = pulse
    inbox = node.scope.host?.inbox
  }

  /// Reads the pulse, which registers the tracked code that is running.
  func readPulse() { pulse?.read() }

  /// Ends the registration without notifying the node.
  func cancel() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    pulse?.beat()
  }

  /// Called at the first change of an observed property, on any thread, possibly during the change.
  func changed() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    cause.store(BodyTally.current, ordering: .relaxed)
    inbox?.post(self)
  }

  /// Marks the node, unless it has run again since the change.
  @MainActor func deliver() {
    if let node, node.token === self {
      node.invalidate(because: cause.load(ordering: .relaxed))
    }
  }
}
