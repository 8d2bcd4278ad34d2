// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// A selection that a store brings up to date with every commit, for tools that draw them.
  public struct LiveSelection: Identifiable, Equatable, Sendable {
    /// What makes it the same selection, also when it was watched no more meanwhile.
    public let id: SelectorIdentity
    /// What it selects in words: a key path or an id, where it has one, and the type of its values.
    public let name: String
    /// Zero if it reads the state itself; otherwise one more than the greatest rank of its inputs.
    public let rank: Int
    /// The selections that it reads.
    public let inputs: [SelectorIdentity]
    /// How many observers watch it.
    public let observers: Int
    /// Whether its value changed with the last commit.
    public let hasChanged: Bool
  }
}

extension Store {
  /// The selections that are watched, and what they read; an input comes before what reads it.
  ///
  /// Complexity: O(number of them and of their observers). Nothing is kept for it: a store that is
  /// not asked pays nothing.
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
  /// What it selects, and the type of its values without the modules.
  fileprivate var words: String {
    let type = "\(Swift.type(of: self))"
    let output = type.firstIndex(of: "<").map { type[type.index(after: $0)...].dropLast() }
    return [identity.words, output.map(String.init)].compactMap { $0 }.joined(separator: ": ")
  }
}
