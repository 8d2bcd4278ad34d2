// SPDX-License-Identifier: Apache-2.0

/// Several reducers as one, found by the case of the action; see ``CaseRoutes``.
@usableFromInline
struct RouteTable<State, Action>: Sendable {
  /// One reducer of several.
  @usableFromInline
  struct Part: Sendable {
    @usableFromInline let step: Reducer<State, Action>.Step
    /// Tells from the case alone whether an action may concern it; nil: it may always.
    @usableFromInline let isCase: (@Sendable (Action) -> Bool)?

    @inlinable
    init(_ step: Reducer<State, Action>.Step, isCase: (@Sendable (Action) -> Bool)?) {
      self.step = step
      self.isCase = isCase
    }
  }

  /// The parts that an action of one case concerns.
  @usableFromInline
  struct Plan: Sendable {
    @usableFromInline let parts: [Part]
    /// Runs the parts that cannot throw.
    @usableFromInline let run: @Sendable (inout State, Action) -> Void

    init(_ parts: [Part]) {
      self.parts = parts
      // Mostly there is one, which then needs no loop.
      if parts.count == 1, case .total(let reduce) = parts[0].step {
        run = reduce
      } else {
        run = { state, action in RouteTable.run(parts, &state, action) }
      }
    }
  }

  @usableFromInline let parts: [Part]
  @usableFromInline let routes: CaseRoutes<Action, Plan>

  @usableFromInline
  init(_ parts: [Part], caseTag: CaseTag<Action>? = CaseTag()) {
    self.parts = parts
    routes = CaseRoutes(parts.map(\.isCase), of: "reducer", caseTag: caseTag) { places in
      Plan(places.map { parts[$0] })
    }
  }

  /// Whether one of the parts can throw.
  @usableFromInline var canThrow: Bool {
    parts.contains { if case .throwing = $0.step { true } else { false } }
  }

  /// Runs the parts, none of which can throw.
  @inlinable
  func run(_ state: inout State, _ action: Action) {
    guard let route = routes.route(of: action) else { return Self.run(parts, &state, action) }
    route._withUnsafeGuaranteedRef { $0.plan.run(&state, action) }
  }

  @usableFromInline
  static func run(_ parts: [Part], _ state: inout State, _ action: Action) {
    for part in parts {
      if case .total(let reduce) = part.step { reduce(&state, action) }
    }
  }

  /// Runs the parts in order until one throws.
  @inlinable
  func runThrowing(_ state: inout State, _ action: Action) throws {
    for part in concerned(by: action) {
      switch part.step {
      case .identity: break
      case .total(let reduce): reduce(&state, action)
      case .throwing(let reduce): try reduce(&state, action)
      }
    }
  }

  @inlinable
  func concerned(by action: Action) -> [Part] {
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan.parts } ?? parts
  }
}
