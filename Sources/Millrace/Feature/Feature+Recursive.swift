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
  /// At each depth the children are those of `forEach` or `ifLet`: their effects end with them, and
  /// the ids of effects are local to them.
  ///
  /// The feature must not contain middleware or ``StateEffects``: each lift has its own, and a tree
  /// has any number of levels. Start effects from actions, or add them outside of the
  /// recursion.
  ///
  /// Complexity: O(1) to create; an action passes the levels to its node.
  ///
  /// - Parameter make: Called once. It gets the feature of a node, which must be lifted to parts of
  ///   the state and not be stored, and returns the complete feature.
  /// - Returns: The feature that `make` returns.
  public static func recursive(_ make: (_ node: Feature) -> Feature) -> Feature {
    let recursion = Recursion<State, Action>()
    // Sound: the feature of a node is called within a call of the returned feature, which retains
    // the recursion. A strong reference would be a cycle.
    let feature = make(
      Feature(
        step: .run({ [unowned recursion] in try recursion.run(&$0, $1, $2) }, canThrow: false),
        attachments: FeatureAttachments(recursions: [
          { [unowned recursion] in recursion.feature.attachments }
        ])))
    let attachments = feature.attachments
    precondition(
      attachments?.middleware.isEmpty ?? true && attachments?.stateEffects.isEmpty ?? true,
      """
      Millrace: a recursive feature of \(State.self) contains middleware or StateEffects, which \
      would run for the first level only. Combine them with the feature that `recursive` returns, \
      or start the effects from actions.
      """)
    recursion.feature = feature
    return Feature(
      step: .run({ try recursion.run(&$0, $1, $2) }, canThrow: feature.canThrow),
      attachments: FeatureAttachments(recursions: [{ recursion.feature.attachments }]))
  }
}

/// The feature that a recursive feature calls for its children.
private final class Recursion<State, Action: Sendable>: @unchecked Sendable {
  // Sound: it is set once, before the feature is returned.
  var feature: Feature<State, Action> = .identity

  func run(
    _ state: inout State, _ action: Action, _ reader: () -> StateReader<State>
  ) throws -> Effect<Action> {
    try feature.step(&state, action, reader)
  }
}
