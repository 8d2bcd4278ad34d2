// SPDX-License-Identifier: Apache-2.0

/// The parts of a feature that a store runs in addition to its step.
@usableFromInline
final class FeatureAttachments<State, Action: Sendable>: Sendable {
  @usableFromInline typealias MiddlewarePart = AnyMiddleware<Action, Action, State>
  /// Returns true if a state contains the child at a path.
  @usableFromInline typealias ChildCheck = @Sendable (State, ArraySlice<ChildStep>) -> Bool

  /// Functions that create the middlewares of the feature, once for each store.
  let middleware: [@MainActor () -> MiddlewarePart]
  /// The declarations of the state-driven effects.
  let stateEffects: [any StateEffectDeclaration<State, Action>]
  /// The checks whether a child exists, by the lift of the first level of the path to the child.
  let children: [LiftID: ChildCheck]

  init(
    middleware: [@MainActor () -> MiddlewarePart] = [],
    stateEffects: [any StateEffectDeclaration<State, Action>] = [],
    children: [LiftID: ChildCheck] = [:]
  ) {
    self.middleware = middleware
    self.stateEffects = stateEffects
    self.children = children
  }

  @usableFromInline var hasChildren: Bool { !children.isEmpty }

  /// Returns true if a state contains the child at a path, or if the path is not of this feature.
  func isThere(_ path: ArraySlice<ChildStep>, in state: State) -> Bool {
    guard let first = path.first else { return true }
    return children[first.liftID]?(state, path) ?? true
  }

  /// Returns the attachments of several features as one value, or nil if there are none.
  @usableFromInline
  static func combined(_ all: [FeatureAttachments]) -> FeatureAttachments? {
    guard all.count > 1 else { return all.first }
    return FeatureAttachments(
      middleware: all.flatMap { $0.middleware }, stateEffects: all.flatMap { $0.stateEffects },
      children: all.reduce(into: [:]) { $0.merge($1.children) { first, _ in first } })
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
      checks = [liftID: { self.isThere($1.dropFirst(), in: focus.part(of: $0)) }]
    } else {
      checks = children.mapValues { check in { check(focus.part(of: $0), $1) } }
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
      stateEffects: stateEffects.map { $0.lifted(focus.getter, liftID: liftID, translation) },
      children: checks)
  }
}

extension FeatureAttachments {
  /// Creates the attachments for a feature that runs for each child of a container.
  @usableFromInline
  convenience init<Part, Key, PartAction>(
    of feature: Feature<Part, PartAction>, within lookup: ChildAccessor<State, Key, Part>,
    missing: MissingChild, liftID: LiftID
  ) where Action == KeyedAction<Key, PartAction> {
    let base = feature.attachments
    let hasStep = if case .identity = feature.step { false } else { true }
    self.init(
      middleware: (base?.middleware ?? []).enumerated().map { index, make in
        { make().within(lookup, missing, liftID, reports: index == 0 && !hasStep) }
      },
      stateEffects: (base?.stateEffects ?? []).map { $0.within(lookup, liftID: liftID) },
      children: [
        liftID: { container, path in
          guard let key = path.first?.key.value(as: Key.self),
            let part = lookup.part(container, key)
          else { return false }
          return base?.isThere(path.dropFirst(), in: part) ?? true
        }
      ])
  }
}
