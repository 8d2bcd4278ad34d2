// SPDX-License-Identifier: Apache-2.0

/// A fixed number of nodes in a row.
final class SequenceNode: Node {
  var children: [Node] = []

  override var childNodes: [Node] { children }
}
