// SPDX-License-Identifier: Apache-2.0

/// Several reducers as one, found by the case of the action; see ``CaseRoutes``.
@usableFromInline
struct RouteTable<State, Action>: Sendable {
  /// The reducers that an action of one case concerns.
  @usableFromInline
  struct Plan: Sendable {
    @usableFromInline let parts: [Reducer<State, Action>]
    /// Runs them, if none of them can throw.
    @usableFromInline let reducer: PropertyReducer<Action>

    init(_ parts: [Reducer<State, Action>]) {
      self.parts = parts
      // Mostly there is one, which then needs no loop.
      if parts.count == 1, case .total(let reduce) = parts[0].step {
        reducer = parts[0].property ?? PropertyReducer(reduce)
      } else {
        reducer = PropertyReducer { state, action in RouteTable.run(parts, &state, action) }
      }
    }
  }

  @usableFromInline let parts: [Reducer<State, Action>]
  @usableFromInline let routes: CaseRoutes<Action, Plan>

  @usableFromInline
  init(_ parts: [Reducer<State, Action>]) {
    self.parts = parts
    routes = CaseRoutes(parts.map(\.caseTest), of: "reducer") { places in
      Plan(places.map { parts[$0] })
    }
  }

  /// Whether one of the parts can throw.
  @usableFromInline var canThrow: Bool {
    parts.contains(where: \.canThrow)
  }

  /// Runs the parts, none of which can throw.
  @inlinable
  func run(_ state: inout State, _ action: Action) {
    guard let route = routes.route(of: action) else { return Self.run(parts, &state, action) }
    route._withUnsafeGuaranteedRef { $0.plan.reducer(&state, action) }
  }

  @usableFromInline
  static func run(_ parts: [Reducer<State, Action>], _ state: inout State, _ action: Action) {
    for part in parts {
      if case .total(let reduce) = part.step { reduce(&state, action) }
    }
  }

  /// Runs the parts in order until one throws.
  @inlinable
  func runThrowing(_ state: inout State, _ action: Action) throws {
    for part in concerned(by: action) {
      try part(&state, action)
    }
  }

  @inlinable
  func concerned(by action: Action) -> [Reducer<State, Action>] {
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan.parts } ?? parts
  }
}
