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
    let absent = owners.all.filter { number in
      guard !owners.removeIfUnused(number), let owner = owners[number] else { return false }
      return !isThere(owner.path)
    }
    // In the order in which they came.
    for number in absent.sorted() {
      guard let owner = owners[number] else { continue }
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
