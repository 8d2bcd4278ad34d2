// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A combination of features that finds the features for an action by the action's case; see
/// ``CaseRoutes``.
@usableFromInline
struct RouteTable<State, Action: Sendable>: Sendable {
  @usableFromInline typealias Part = Feature<State, Action>

  /// The features that an action of one case concerns.
  @usableFromInline
  struct Plan: Sendable {
    @usableFromInline let parts: [Part]
    /// The property reducer of the only part, or nil.
    ///
    /// It is nil unless the only part changes just one stored property. It is also nil if the part
    /// could handle an action of another case with the same number: if the numbers are not
    /// certainly distinct and the part has no case test.
    @usableFromInline let property: PropertyReducer<Action>?

    init(_ parts: [Part], areIndicesDistinct: Bool) {
      self.parts = parts
      let isOfOneCase = areIndicesDistinct || parts.first?.caseTest != nil
      property = parts.count == 1 && isOfOneCase ? parts[0].property : nil
    }
  }

  @usableFromInline let parts: [Part]
  @usableFromInline let routes: CaseRoutes<Action, Plan>

  @usableFromInline
  init(_ parts: [Part]) {
    self.parts = parts
    let test = parts.lazy.compactMap { $0.caseTest }.first
    let areIndicesDistinct = test?.areIndicesDistinct ?? false
    routes = CaseRoutes(parts.map { $0.caseTest }, of: "feature") { positions in
      Plan(positions.map { parts[$0] }, areIndicesDistinct: areIndicesDistinct)
    }
  }

  /// The step of the combination.
  @_alwaysEmitIntoClient var step: Part.Step {
    let onlyReduces = parts.allSatisfy {
      if case .run = $0.step { false } else { true }
    }
    if onlyReduces { return .reduce { state, action in reduce(&state, action) } }
    return .run(
      { state, action, reader in try run(&state, action, reader) },
      canThrow: parts.contains { $0.canThrow })
  }

  /// Runs the parts that an action concerns; none of the parts starts effects or throws.
  @_alwaysEmitIntoClient
  func reduce(_ state: inout State, _ action: Action) {
    guard let candidate = routes.candidate(for: action) else {
      return Self.reduce(parts, &state, action)
    }
    // Sound: the table of this value retains its routes until its `deinit`.
    let isDone = candidate._withUnsafeGuaranteedRef { route in
      // If the property reducer handles the action, the action is of this case. `if let` would
      // retain the closure of the property reducer.
      if route.plan.property?(&state, action) == true { return true }
      guard routes.isRoute(route, of: action) else { return false }
      if route.plan.property == nil { Self.reduce(route.plan.parts, &state, action) }
      return true
    }
    if !isDone { Self.reduce(parts, &state, action) }
  }

  /// Runs parts in order; none of them starts effects or throws.
  @usableFromInline
  static func reduce(_ parts: [Part], _ state: inout State, _ action: Action) {
    for part in parts {
      if case .reduce(let reduce) = part.step { reduce(&state, action) }
    }
  }

  /// Runs the parts in order until one throws.
  @_alwaysEmitIntoClient
  func run(
    _ state: inout State, _ action: Action, _ reader: () -> StateReader<State>
  ) throws -> Effect<Action> {
    let parts = concerned(by: action)
    if parts.count == 1 { return try parts[0].step(&state, action, reader) }
    var effects: [Effect<Action>] = []
    for part in parts {
      let effect = try part.step(&state, action, reader)
      if !effect.isNone { effects.append(effect) }
    }
    return effects.count > 1 ? .merge(effects) : effects.first ?? .none
  }

  /// Returns the parts that an action can concern.
  @_alwaysEmitIntoClient
  func concerned(by action: Action) -> [Part] {
    // Sound: the table of this value retains its routes until its `deinit`.
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan.parts } ?? parts
  }
}

/// A table that finds, by the number of an action's case, the parts that the action concerns.
///
/// The first action with a number is tested by all parts. A plan with the parts that this action
/// can concern is stored as the route of that number. For each later action, the cost is one call
/// that returns the number of its case and one lookup in the table. Parts without a case test are
/// on every route.
///
/// If two cases have the same number, the route of the first case would lose the actions of the
/// second. Therefore, unless the numbers are certainly distinct, one part of the route tests
/// whether the action is of its case. If the action is not, or if no part of the route has a test,
/// the action is passed to all parts.
///
/// Any thread can read and write the table without a lock. Routes are only added and never removed,
/// so a route that was read stays valid. Combined features and composed middlewares use this type.
@usableFromInline
final class CaseRoutes<Action, Plan> {
  /// A test that returns, from the case of an action alone, whether the action can concern a part;
  /// nil if every action can.
  @usableFromInline typealias Test = CaseTest<Action>?

  /// The plan for the actions of one case.
  @usableFromInline
  final class Route {
    /// The number of the case.
    @usableFromInline let index: Int
    @usableFromInline let plan: Plan
    /// Returns true if an action is of this case; nil if no part of the route has a test.
    @usableFromInline let accepts: (@Sendable (Action) -> Bool)?
    /// The positions of the parts of the plan among all parts.
    let positions: [Int]
    /// The next route in the same slot, or nil.
    ///
    /// All routes are unmanaged: the table retains each of them once and releases them in its
    /// `deinit`.
    @usableFromInline let next: Unmanaged<Route>?

    init(
      index: Int, plan: Plan, accepts: (@Sendable (Action) -> Bool)?, positions: [Int],
      next: Unmanaged<Route>?
    ) {
      self.index = index
      self.plan = plan
      self.accepts = accepts
      self.positions = positions
      self.next = next
    }
  }

  @usableFromInline typealias Slot = Atomic<Unmanaged<Route>?>

  /// Returns the number of an action's case; nil if no part has a case test.
  @usableFromInline let caseIndex: (@Sendable (Action) -> Int)?
  /// True if different cases certainly have different numbers.
  @usableFromInline let areIndicesDistinct: Bool
  /// The slots of the table.
  ///
  /// Their number is a power of two.
  ///
  /// Sound: the pointer never changes, so the atomics keep their address, and the values in memory
  /// are atomic.
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  /// The number of slots minus one; `index & mask` is the position of the slot for a number.
  @usableFromInline let mask: Int
  private let tests: [Test]
  private let makePlan: ([Int]) -> Plan
  /// The word for a part in messages.
  private let what: StaticString
  private let routeCount = Atomic(0)
  private let wasReported = Atomic(false)

  /// The maximum number of routes.
  ///
  /// Without this limit, a `caseIndex(of:)` that depends on the associated values would fill the
  /// memory.
  static var maximalRouteCount: Int { 4_096 }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - tests: The test of each part, or nil for a part without a test.
  ///   - what: The word for a part in messages.
  ///   - makePlan: Makes a plan for the parts at these positions. If several threads use the table,
  ///     it must be safe to call from all of them.
  init(
    _ tests: [Test], of what: StaticString, makePlan: @escaping ([Int]) -> Plan
  ) {
    self.tests = tests
    self.what = what
    self.makePlan = makePlan
    // All tests are for the same type of actions, so each of them returns the same numbers.
    let test = tests.lazy.compactMap { $0 }.first
    caseIndex = test?.index
    areIndicesDistinct = test?.areIndicesDistinct ?? false
    // Macros number cases from 0, so each of the first 64 cases has a slot of its own.
    var count = 64
    while count < 2 * tests.count { count *= 2 }
    mask = count - 1
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(nil)) }
  }

  deinit {
    let count = mask + 1
    for index in 0..<count {
      var next = slots[index].load(ordering: .acquiring)
      while let route = next {
        // Sound: `next` is read before the route is released.
        next = route.takeUnretainedValue().next
        route.release()
      }
    }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// Returns the route of an action, or nil if the action has to be passed to all parts.
  @_alwaysEmitIntoClient
  func route(of action: Action) -> Unmanaged<Route>? {
    guard let candidate = candidate(for: action) else { return nil }
    // Sound: the table retains its routes until its `deinit`.
    return candidate._withUnsafeGuaranteedRef { isRoute($0, of: action) } ? candidate : nil
  }

  /// Returns true if the route that was found by an action's number is the route of its case.
  @_alwaysEmitIntoClient
  func isRoute(_ route: Route, of action: Action) -> Bool {
    areIndicesDistinct || route.accepts?(action) == true
  }

  /// Returns the route of an action's number; it can be the route of another case.
  @_alwaysEmitIntoClient
  func candidate(for action: Action) -> Unmanaged<Route>? {
    guard let index = caseIndex?(action), index >= 0,
      let route = existingRoute(index) ?? addRoute(index, action)
    else { return nil }
    #if DEBUG
      if isWrong(route, for: action) { return nil }
    #endif
    return route
  }

  /// Returns the route of a number, or nil if no route was added for it.
  @_alwaysEmitIntoClient @inline(__always)
  func existingRoute(_ index: Int) -> Unmanaged<Route>? {
    var next = slots[index & mask].load(ordering: .acquiring)
    while let route = next {
      // Sound: the table retains its routes until its `deinit`.
      if route._withUnsafeGuaranteedRef({ $0.index }) == index { return route }
      next = route._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  /// Adds the route of a number and returns it, or returns nil if the table has the maximum number
  /// of routes.
  @usableFromInline
  func addRoute(_ index: Int, _ action: Action) -> Unmanaged<Route>? {
    let positions = positions(of: action)
    let slot = slots + (index & mask)
    while true {
      let head = slot.pointee.load(ordering: .acquiring)
      if let route = existingRoute(index) { return route }
      guard routeCount.load(ordering: .relaxed) < Self.maximalRouteCount else {
        report(
          """
          \(Action.self).caseIndex(of:) has returned more than \(Self.maximalRouteCount) indices, \
          and no more are stored. Probably it depends on the associated values: let it return one \
          number for each case.
          """)
        return nil
      }
      // Sound: the slot keeps the reference if the exchange succeeds, and `deinit` releases it.
      // Otherwise it is released below.
      let route = Unmanaged.passRetained(
        Route(
          index: index, plan: makePlan(positions),
          accepts: positions.lazy.compactMap { self.tests[$0] }.first?.accepts,
          positions: positions,
          next: head))
      if slot.pointee.compareExchange(
        expected: head, desired: route, ordering: .acquiringAndReleasing
      ).exchanged {
        routeCount.add(1, ordering: .relaxed)
        return route
      }
      route.release()
    }
  }

  /// Returns the positions of the parts that an action can concern, in order.
  private func positions(of action: Action) -> [Int] {
    tests.indices.filter { tests[$0]?.accepts(action) ?? true }
  }

  /// Returns true, and reports, if an action concerns other parts than those of its route.
  ///
  /// Only debug builds call it.
  @usableFromInline
  func isWrong(_ route: Unmanaged<Route>, for action: Action) -> Bool {
    // Sound: the table retains its routes until its `deinit`.
    let route = route.takeUnretainedValue()
    guard route.positions != positions(of: action) else { return false }
    report(
      """
      \(Diagnostics.line(of: action)) concerns other \(what)s than the first \
      action with the case index \(route.index). Either \(Action.self).caseIndex(of:) returns this \
      index for two cases: return a different index for each case. Or a \(what) was lifted by a \
      CasePath(case:extract:) whose `extract` does not depend on the case alone: append paths of \
      one level, or use CasePath(embed:extract:). This action was passed to all \(what)s; \
      release builds can skip some of them.
      """)
    return true
  }

  private func report(_ message: @autoclosure () -> String) {
    Diagnostics.report(
      "Millrace: combined \(what)s of \(Action.self): \(message())",
      ifFirst: !wasReported.exchange(true, ordering: .relaxed))
  }
}

// Sound: a table whose plans are `Sendable` gets a `makePlan` that all threads can call. The slots
// and the counters are atomic, and all other properties are constant.
extension CaseRoutes: @unchecked Sendable where Plan: Sendable {}
extension CaseRoutes.Route: Sendable where Plan: Sendable {}
