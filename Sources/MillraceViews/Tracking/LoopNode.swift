// SPDX-License-Identifier: Apache-2.0

/// The nodes that ran at the end of an endless loop, which observe together what they have read.
///
/// A node observes the properties that it has read until one of them changes. At the end of an
/// endless loop, a run can change a property that another node has just read, but that node does
/// not run again. Therefore one more registration, for all of these nodes, begins after the last
/// run. It can end without need, for example when one of the nodes runs again; the other nodes run
/// once more then.
final class LoopNode: TrackedNode {
  private struct Member {
    weak var node: TrackedNode?
    /// The last run of the node in the loop; the node observes what a later run has read.
    let run: Int
  }

  private var members: [Member] = []

  /// Runs code that runs the nodes and returns them.
  ///
  /// The nodes are marked at the first change, after the code, of a property that they have read.
  func watch(_ code: () -> [TrackedNode]) {
    members = observeOthers(code).map { Member(node: $0, run: $0.run) }
  }

  override func refresh() {
    for member in members {
      if let node = member.node, node.run == member.run { node.invalidate() }
    }
    unmount()
  }
}
