// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// What the runs of one node read beside everything else, so that the last one can be ended.
///
/// Earlier runs are registered with it no more: a run that has heard of a change, or was ended, is
/// not. It costs some hundred bytes, so that only nodes have one that observe something.
final class ObservationPulse: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  private var value: Void { () }

  /// Registers the tracked code that is running.
  func read() { registrar.access(self, keyPath: \.value) }

  /// Ends what is registered.
  func beat() { registrar.withMutation(of: self, keyPath: \.value) {} }
}

/// One run of tracked code, as `Observation` knows it.
///
/// `Observation` offers no way to cancel a registration: it ends when one of the observed
/// properties changes. A node that runs again for another reason, or leaves the tree, would leave
/// its registration behind in objects that may live for ever. So tracked code also reads the pulse
/// of its node, and `cancel` changes that: the whole registration ends with it.
final class ObservationToken: Sendable {
  private let pulse: ObservationPulse?
  private let isOver = Atomic<Bool>(false)
  /// The number that a `BodyTally` set for the change; zero for none.
  private let cause = Atomic<UInt64>(0)
  // Sound: set once, in the initializer; any thread may read or let go of a weak reference.
  private nonisolated(unsafe) weak var node: TrackedNode?
  private let inbox: ChangeInbox?

  /// Makes a token for a run of a node.
  ///
  /// A token without a pulse cannot be cancelled.
  @MainActor init(node: TrackedNode, pulse: ObservationPulse?) {
    self.node = node
    self.pulse = pulse
    inbox = node.scope.host?.inbox
  }

  /// Registers the pulse in the tracked code that is running.
  func readPulse() { pulse?.read() }

  /// Ends the registration without telling the node.
  func cancel() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    pulse?.beat()
  }

  /// Hears that something has changed, on any thread, possibly in the middle of the change.
  func changed() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    cause.store(BodyTally.current, ordering: .relaxed)
    inbox?.post(self)
  }

  /// Marks the node, unless it has run again since.
  @MainActor func deliver() {
    if let node, node.token === self {
      node.invalidate(because: cause.load(ordering: .relaxed))
    }
  }
}
