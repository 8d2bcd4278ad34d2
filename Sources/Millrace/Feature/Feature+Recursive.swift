// SPDX-License-Identifier: Apache-2.0

extension Feature {
  /// Creates the feature of a tree: the feature of a node is also the feature of its children.
  ///
  /// ```swift
  /// struct Node: Identifiable {
  ///   var id: Int
  ///   var isLoading = false
  ///   var children: EntityTable<Node> = EntityTable()
  /// }
  /// @CasePathable
  /// enum NodeAction { case load, loaded; indirect case child(Node.ID, NodeAction) }
  ///
  /// let tree = Feature<Node, NodeAction>.recursive { node in
  ///   .combine {
  ///     node.forEach(action: \.child, state: \.children)
  ///     Feature { state, action in … }
  ///   }
  /// }
  /// ```
  ///
  /// The rules of `forEach`, `ifLet` and `ifCase` hold for the children at each depth: the effects
  /// of a child end with it, and their ids are local to it.
  ///
  /// The feature must not contain middleware or ``StateEffects``, which would run for the first
  /// level only; if it does, this function stops the program. Combine them with the returned
  /// feature, or start the effects from actions.
  ///
  /// Complexity: O(1) and the calls of `make` to create; an action passes through each level above
  /// its node.
  ///
  /// - Parameter make: Gets the feature of a node and returns the complete feature. If that can
  ///   throw, `make` is called once more, with a feature of a node that can throw too. The feature
  ///   of a node must be lifted to a part of the state: without a lift it would call itself without
  ///   end. Outside of the returned feature it must not be used.
  /// - Returns: A feature that does at each depth what the feature of `make` does. It can throw if
  ///   that feature can.
  public static func recursive(_ make: (_ node: Feature) -> Feature) -> Feature {
    let recursion = Recursion<State, Action>()
    // Sound: the feature of a node is called, and its attachments are read, only through the
    // returned feature, which retains the recursion. A strong reference would be a cycle.
    func node(canThrow: Bool) -> Feature {
      Feature(
        step: .run({ [unowned recursion] in try recursion.run(&$0, $1, $2) }, canThrow: canThrow),
        attachments: FeatureAttachments(recursions: [
          { [unowned recursion] in recursion.feature.attachments }
        ]))
    }
    var feature = make(node(canThrow: false))
    if feature.canThrow { feature = make(node(canThrow: true)) }
    if let attachments = feature.attachments,
      !attachments.middleware.isEmpty || !attachments.stateEffects.isEmpty
    {
      fatalError(
        """
        Millrace: a recursive feature of \(State.self) contains middleware or StateEffects, which \
        would run for the first level only. Combine them with the feature that `recursive` \
        returns, or start the effects from actions.
        """)
    }
    recursion.feature = feature
    return Feature(
      step: .run({ try recursion.run(&$0, $1, $2) }, canThrow: feature.canThrow),
      attachments: FeatureAttachments(recursions: [{ recursion.feature.attachments }]))
  }
}

/// A reference to the feature of a tree, through which the feature calls itself for its children.
private final class Recursion<State, Action: Sendable>: @unchecked Sendable {
  // Sound: it is set once, before the feature is returned.
  var feature: Feature<State, Action> = .identity

  func run(
    _ state: inout State, _ action: Action, _ reader: () -> StateReader<State>
  ) throws -> Effect<Action> {
    try feature.step(&state, action, reader)
  }
}
