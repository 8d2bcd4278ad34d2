// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// A selection that the store updates after every commit, as a value that tools can show.
  public struct LiveSelection: Identifiable, Equatable, Sendable {
    /// The identity of the selection; unchanged if the selection is watched again later.
    public let id: SelectorIdentity
    /// The key path or the id of the selection, if it has one, and the type arguments of its node,
    /// as text.
    public let name: String
    /// Zero if the selection reads the state itself; otherwise one more than the maximum rank of
    /// its inputs.
    public let rank: Int
    /// The identities of the selections that are its inputs.
    public let inputs: [SelectorIdentity]
    /// The number of its observers without a filter.
    public let observers: Int
    /// True if the last update of the selections changed its value; with a custom comparison each
    /// computation counts.
    public let hasChanged: Bool
  }
}

extension Store {
  /// The watched selections and their inputs; an input comes before the selections that read it.
  ///
  /// Complexity: O(n log n) for n selections, and O(number of their observers). The property costs
  /// nothing until it is read.
  public var liveSelections: [LiveSelection] {
    let graph = engine.observers.graph
    return graph.nodes.values.filter(\.isLive).sorted { $0.liveSince < $1.liveSince }.map { node in
      var inputs: [SelectorIdentity] = []
      node.forEachInput { inputs.append($0.identity) }
      return LiveSelection(
        id: node.identity, name: node.words, rank: node.rank, inputs: inputs,
        observers: node.allObservers.count,
        hasChanged: graph.commit > 0 && node.changedAt == graph.commit)
    }
  }
}

extension AnySelectionNode {
  /// The key path or the id, if there is one, and the type arguments of the node.
  fileprivate var words: String {
    let type = "\(Swift.type(of: self))"
    let output = type.firstIndex(of: "<").map { type[type.index(after: $0)...].dropLast() }
    return [identity.words, output.map(String.init)].compactMap { $0 }.joined(separator: ": ")
  }
}
