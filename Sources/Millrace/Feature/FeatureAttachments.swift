// SPDX-License-Identifier: Apache-2.0

/// The parts of a feature that a store runs in addition to its step.
@usableFromInline
final class FeatureAttachments<State, Action: Sendable>: Sendable {
  @usableFromInline typealias MiddlewarePart = AnyMiddleware<Action, Action, State>

  /// The checks whether a state contains the children of one lift.
  struct ChildCheck: Sendable {
    /// Returns true if a state contains the child at a path, or nil if a lift of the path is
    /// unknown.
    let isThere: @Sendable (State, ArraySlice<ChildStep>) -> Bool?
    /// Appends the numbers of those owners in a group that belong to children which a state does
    /// not contain.
    let findAbsent: @MainActor @Sendable (State, OwnerGroup, inout [UInt64]) -> Void
  }

  /// Functions that return the middlewares of the feature, called once for each store.
  ///
  /// The stores share a middleware itself, but not its lift to children, which contains a flag.
  let middleware: [@MainActor () -> MiddlewarePart]
  /// The declarations of the state-driven effects.
  let stateEffects: [any StateEffectDeclaration<State, Action>]
  /// The checks whether a child exists, by the lift of the first level of the path to the child.
  let children: [LiftID: ChildCheck]
  /// The functions that return the attachments of recursive features, for the lifts that are not in
  /// `children`.
  let recursions: [@Sendable () -> FeatureAttachments?]

  init(
    middleware: [@MainActor () -> MiddlewarePart] = [],
    stateEffects: [any StateEffectDeclaration<State, Action>] = [],
    children: [LiftID: ChildCheck] = [:],
    recursions: [@Sendable () -> FeatureAttachments?] = []
  ) {
    self.middleware = middleware
    self.stateEffects = stateEffects
    self.children = children
    self.recursions = recursions
  }

  @usableFromInline var hasChildren: Bool { !children.isEmpty || !recursions.isEmpty }

  /// Returns the checks for the children of a lift, or nil if the lift is unknown.
  private func check(for liftID: LiftID) -> ChildCheck? {
    if let check = children[liftID] { return check }
    for recursion in recursions {
      if let check = recursion()?.check(for: liftID) { return check }
    }
    return nil
  }

  /// Returns true if a state contains the child at a path, or nil if a lift of the path is unknown.
  func isThere(_ path: ArraySlice<ChildStep>, in state: State) -> Bool? {
    guard let first = path.first else { return true }
    return check(for: first.liftID)?.isThere(state, path)
  }

  /// Appends the numbers of those owners below a child that belong to children which a state does
  /// not contain.
  ///
  /// - Parameters:
  ///   - state: The state of this feature.
  ///   - child: The child that has this state, or the root of a store's owners.
  ///   - absent: The numbers.
  @MainActor
  func findAbsent(in state: State, within child: OwnerNode, _ absent: inout [UInt64]) {
    for (liftID, group) in child.groups { check(for: liftID)?.findAbsent(state, group, &absent) }
  }

  /// Returns the attachments of several features as one value, or nil if there are none.
  @usableFromInline
  static func combined(_ all: [FeatureAttachments]) -> FeatureAttachments? {
    guard all.count > 1 else { return all.first }
    return FeatureAttachments(
      middleware: all.flatMap { $0.middleware }, stateEffects: all.flatMap { $0.stateEffects },
      children: all.reduce(into: [:]) { $0.merge($1.children) { first, _ in first } },
      recursions: all.flatMap { $0.recursions })
  }

  /// Returns these attachments for a larger state and action.
  @usableFromInline
  func lifted<GlobalState, GlobalAction: Sendable>(
    action path: CasePath<GlobalAction, Action>, state focus: StateLens<GlobalState, State>,
    liftID: LiftID?
  ) -> FeatureAttachments<GlobalState, GlobalAction> {
    typealias Global = FeatureAttachments<GlobalState, GlobalAction>
    let translation = ActionTranslation(toWhole: path.embedValue, toPart: path.extractValue)
    let checks: [LiftID: Global.ChildCheck]
    if let liftID {
      checks = [
        liftID: Global.ChildCheck {
          self.isThere($1.dropFirst(), in: focus.part(of: $0))
        } findAbsent: { whole, group, absent in
          let part = focus.part(of: whole)
          for child in group.children.values {
            self.findAbsent(in: part, within: child, &absent)
          }
        }
      ]
    } else {
      checks = children.mapValues { check in
        Global.ChildCheck {
          check.isThere(focus.part(of: $0), $1)
        } findAbsent: {
          check.findAbsent(focus.part(of: $0), $1, &$2)
        }
      }
    }
    return Global(
      middleware: middleware.map { make in
        {
          make().lifted(
            path.extractValue, translation, state: focus.part, caseTest: path.caseTest,
            liftID: liftID
          )
        }
      },
      stateEffects: stateEffects.map {
        $0.lifted(StateGetter(focus.keyPath), liftID: liftID, translation)
      },
      children: checks)
  }
}

extension FeatureAttachments {
  /// Creates the attachments for a feature that runs for each child of a container.
  @usableFromInline
  convenience init<Part, Key, PartAction>(
    of feature: Feature<Part, PartAction>, within lookup: ChildAccessor<State, Key, Part>,
    _ lift: ChildLift
  ) where Action == KeyedAction<Key, PartAction> {
    let base = feature.attachments
    let hasStep = if case .identity = feature.step { false } else { true }
    self.init(
      middleware: (base?.middleware ?? []).enumerated().map { index, make in
        { make().within(lookup, lift, reports: index == 0 && !hasStep) }
      },
      stateEffects: (base?.stateEffects ?? []).map { $0.within(lookup, liftID: lift) },
      children: [lift: ChildCheck(of: base, within: lookup)])
  }
}

extension FeatureAttachments.ChildCheck {
  /// Creates the checks for the children of a container.
  ///
  /// - Parameters:
  ///   - base: The attachments of the feature of each child.
  ///   - lookup: Finds a child in the container.
  fileprivate init<Key, Part, PartAction>(
    of base: FeatureAttachments<Part, PartAction>?, within lookup: ChildAccessor<State, Key, Part>
  ) {
    let changes = ElementChanges<State, Key>()
    isThere = { container, path in
      guard let key = path.first?.key.value(as: Key.self), let part = lookup.part(container, key)
      else { return false }
      guard let base else { return path.count == 1 ? true : nil }
      return base.isThere(path.dropFirst(), in: part)
    }
    findAbsent = { container, group, absent in
      @MainActor func check(_ key: Key?, _ child: OwnerNode) {
        if let key, let part = lookup.part(container, key) {
          base?.findAbsent(in: part, within: child, &absent)
        } else {
          child.appendOwners(to: &absent)
        }
      }
      if let changes {
        let stamp = changes.stamp(container)
        if stamp == group.stamp { return }
        let keys = group.stamp.flatMap { changes.keys(container, $0, group.children.count) }
        group.stamp = stamp
        if let keys {
          for key in keys {
            if let child = group.children[EffectID(key)] { check(key, child) }
          }
          return
        }
      }
      for (id, child) in group.children { check(id.value(as: Key.self), child) }
    }
  }
}
