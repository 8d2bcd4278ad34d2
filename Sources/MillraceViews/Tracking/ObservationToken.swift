// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// One run of tracked code, as `Observation` knows it.
///
/// `Observation` offers no way to cancel a registration: it ends when one of the observed
/// properties changes. A node that runs again for another reason, or leaves the tree, would leave
/// its registration behind in objects that may live for ever. So tracked code also reads `pulse`,
/// and `cancel` changes it: the whole registration ends with that.
final class ObservationToken: Observable, Sendable {
  private let registrar: ObservationRegistrar?
  private let isOver = Atomic<Bool>(false)
  /// What the change was made for, as a `BodyTally` knows it.
  private let cause = Atomic<UInt64>(0)
  // Sound: set once, in the initializer; any thread may read or let go of a weak reference.
  private nonisolated(unsafe) weak var node: TrackedNode?
  private let inbox: ChangeInbox?

  /// Makes a token for a run of a node.
  ///
  /// A cancellable token has a pulse, which costs a few hundred bytes.
  @MainActor init(node: TrackedNode, cancellable: Bool) {
    self.node = node
    inbox = node.scope.host?.inbox
    registrar = cancellable ? ObservationRegistrar() : nil
  }

  private var pulse: Void { () }

  /// Registers the pulse in the tracked code that is running.
  func readPulse() {
    registrar?.access(self, keyPath: \.pulse)
  }

  /// Ends the registration without telling the node.
  func cancel() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    registrar?.withMutation(of: self, keyPath: \.pulse) {}
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
