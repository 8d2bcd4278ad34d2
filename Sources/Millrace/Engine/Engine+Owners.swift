// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Starts an effect of a child, if the child is there.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, of step: ChildStep, scope: UInt64, in parent: Node?,
    of outer: EffectOwner?
  ) {
    let path = (outer?.path ?? []) + [step]
    guard isThere(path) else { return }
    let owner = owners.owner(at: path)
    start(effect, id: owner.id, policy: .concurrent, scope: scope, in: parent, of: owner)
  }

  /// Ends the effects of children that are not there any more.
  ///
  /// Complexity: O(number of children that have effects).
  @usableFromInline
  func endAbsentOwners() {
    for number in owners.all where !owners.removeIfUnused(number) {
      guard let owner = owners[number], !isThere(owner.path) else { continue }
      if phase != .effects { enter(.effects) }
      owners.remove(owner)
      owner.token.cancel()
      cancel(owner.id)
      if isEnded { return }
    }
  }

  private func isThere(_ path: [ChildStep]) -> Bool {
    attachments?.isThere(path[...], in: state) ?? true
  }
}
