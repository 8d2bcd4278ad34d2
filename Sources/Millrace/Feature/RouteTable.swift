// SPDX-License-Identifier: Apache-2.0

/// Several features as one, found by the case of the action; see ``CaseRoutes``.
@usableFromInline
struct RouteTable<State, Action: Sendable>: Sendable {
  @usableFromInline typealias Part = Feature<State, Action>

  /// The features that an action of one case concerns.
  @usableFromInline
  struct Plan: Sendable {
    @usableFromInline let parts: [Part]
    /// Runs them, if all of them only reduce.
    @usableFromInline let reducer: PropertyReducer<Action>

    init(_ parts: [Part]) {
      self.parts = parts
      // Mostly there is one, which then needs no loop.
      if parts.count == 1, case .reduce(let reduce) = parts[0].step {
        reducer = parts[0].property ?? PropertyReducer(reduce)
      } else {
        reducer = PropertyReducer { state, action in RouteTable.reduce(parts, &state, action) }
      }
    }
  }

  @usableFromInline let parts: [Part]
  @usableFromInline let routes: CaseRoutes<Action, Plan>

  @usableFromInline
  init(_ parts: [Part]) {
    self.parts = parts
    routes = CaseRoutes(parts.map(\.caseTest), of: "feature") { places in
      Plan(places.map { parts[$0] })
    }
  }

  /// The step of the combination.
  @inlinable var step: Part.Step {
    let onlyReduces = parts.allSatisfy {
      if case .run = $0.step { false } else { true }
    }
    if onlyReduces { return .reduce { state, action in reduce(&state, action) } }
    return .run(
      { state, action in try run(&state, action) }, canThrow: parts.contains(where: \.canThrow))
  }

  /// Runs the parts, all of which only reduce.
  @inlinable
  func reduce(_ state: inout State, _ action: Action) {
    guard let route = routes.route(of: action) else { return Self.reduce(parts, &state, action) }
    // Sound: the table of this value holds its routes until it ends.
    route._withUnsafeGuaranteedRef { $0.plan.reducer(&state, action) }
  }

  @usableFromInline
  static func reduce(_ parts: [Part], _ state: inout State, _ action: Action) {
    for part in parts {
      if case .reduce(let reduce) = part.step { reduce(&state, action) }
    }
  }

  /// Runs the parts in order until one throws.
  @inlinable
  func run(_ state: inout State, _ action: Action) throws -> Effect<Action> {
    let parts = concerned(by: action)
    if parts.count == 1 { return try parts[0].step(&state, action) }
    var effects: [Effect<Action>] = []
    for part in parts {
      let effect = try part.step(&state, action)
      if !effect.isNone { effects.append(effect) }
    }
    return effects.count > 1 ? .merge(effects) : effects.first ?? .none
  }

  @inlinable
  func concerned(by action: Action) -> [Part] {
    // Sound: the table of this value holds its routes until it ends.
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan.parts } ?? parts
  }
}
