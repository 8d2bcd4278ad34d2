// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Several features as one, found by the case of the action; see ``CaseRoutes``.
@usableFromInline
struct RouteTable<State, Action: Sendable>: Sendable {
  @usableFromInline typealias Part = Feature<State, Action>

  /// The features that an action of one case concerns.
  @usableFromInline
  struct Plan: Sendable {
    @usableFromInline let parts: [Part]
    /// Set if there is only one part, which changes one stored property and takes no action of
    /// another case.
    @usableFromInline let property: PropertyReducer<Action>?

    init(_ parts: [Part], areIndicesDistinct: Bool) {
      self.parts = parts
      let goesByCase = areIndicesDistinct || parts.first?.caseTest != nil
      property = parts.count == 1 && goesByCase ? parts[0].property : nil
    }
  }

  @usableFromInline let parts: [Part]
  @usableFromInline let routes: CaseRoutes<Action, Plan>

  @usableFromInline
  init(_ parts: [Part]) {
    self.parts = parts
    let areIndicesDistinct = parts.lazy.compactMap(\.caseTest).first?.areIndicesDistinct ?? false
    routes = CaseRoutes(parts.map(\.caseTest), of: "feature") { positions in
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
      canThrow: parts.contains(where: \.canThrow))
  }

  /// Runs the parts, all of which only reduce.
  @_alwaysEmitIntoClient
  func reduce(_ state: inout State, _ action: Action) {
    guard let candidate = routes.candidate(for: action) else {
      return Self.reduce(parts, &state, action)
    }
    // Sound: the table of this value holds its routes until it ends.
    let isDone = candidate._withUnsafeGuaranteedRef { route in
      // If the part takes the action, the action is of this case. (`if let` would retain the part.)
      if route.plan.property?(&state, action) == true { return true }
      guard routes.isRoute(route, of: action) else { return false }
      if route.plan.property == nil { Self.reduce(route.plan.parts, &state, action) }
      return true
    }
    if !isDone { Self.reduce(parts, &state, action) }
  }

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

  @_alwaysEmitIntoClient
  func concerned(by action: Action) -> [Part] {
    // Sound: the table of this value holds its routes until it ends.
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan.parts } ?? parts
  }
}

/// Which of several parts an action concerns, found by the number of the action's case.
///
/// The first action with each number is shown to all parts; for those that it may concern a plan is
/// made and remembered as the route of that number. From then on an action costs the number of its
/// case and one look into the table. Parts that do not go by the case are on every route.
///
/// If two cases share a number, the route of the first would lose the actions of the second. Unless
/// the numbers are known to be distinct, a part of the route is therefore asked whether the action
/// is of its case. If not, or if the route has no such part, the action is shown to all parts.
///
/// The table is read and written from any thread without a lock. Routes are only ever added, so
/// that what was read stays valid. Combined reducers and composed middleware share it.
@usableFromInline
final class CaseRoutes<Action, Plan> {
  /// Tells from the case alone whether an action may concern a part; nil if every action may.
  @usableFromInline typealias Test = CaseTest<Action>?

  /// The way of the actions of one case.
  @usableFromInline
  final class Route {
    @usableFromInline let index: Int
    @usableFromInline let plan: Plan
    /// Tells whether an action is of this case; nil if no part of the route can tell.
    @usableFromInline let accepts: (@Sendable (Action) -> Bool)?
    let positions: [Int]
    /// Another route in the same slot.
    ///
    /// Unmanaged, as all routes are: the table holds each once and releases them when it ends.
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

  /// Numbers the cases; nil if no part goes by the case.
  @usableFromInline let caseIndex: (@Sendable (Action) -> Int)?
  @usableFromInline let areIndicesDistinct: Bool
  /// The slots of the table; their number is a power of two, so that `mask` selects one.
  ///
  /// Sound: atomics need an address that stays; the pointer is never changed and what it points to
  /// is atomic.
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let mask: Int
  private let tests: [Test]
  private let makePlan: ([Int]) -> Plan
  private let what: StaticString
  private let routeCount = Atomic(0)
  private let wasReported = Atomic(false)

  /// A bound for a `caseIndex(of:)` that looks at more than the case: its routes would fill the
  /// memory.
  static var maximalRouteCount: Int { 4_096 }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - tests: One for each part.
  ///   - what: What the parts are, for messages.
  ///   - makePlan: Makes a plan for the parts at these places. A table that many threads use gets
  ///     one that they all may call.
  init(
    _ tests: [Test], of what: StaticString, makePlan: @escaping ([Int]) -> Plan
  ) {
    self.tests = tests
    self.what = what
    self.makePlan = makePlan
    // All tests are for one type of actions, so that any of them numbers its cases.
    let test = tests.lazy.compactMap(\.self).first
    caseIndex = test?.index
    areIndicesDistinct = test?.areIndicesDistinct ?? false
    var count = 8
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
        // Sound: read before it is released.
        next = route.takeUnretainedValue().next
        route.release()
      }
    }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// The route of an action, or nil if all parts have to be asked.
  @_alwaysEmitIntoClient
  func route(of action: Action) -> Unmanaged<Route>? {
    guard let candidate = candidate(for: action) else { return nil }
    // Sound: the table holds its routes until it ends.
    return candidate._withUnsafeGuaranteedRef { isRoute($0, of: action) } ? candidate : nil
  }

  /// Whether the route of an action's number is that of its case.
  @_alwaysEmitIntoClient
  func isRoute(_ route: Route, of action: Action) -> Bool {
    areIndicesDistinct || route.accepts?(action) == true
  }

  /// The route of an action's number, which may be that of another case.
  @_alwaysEmitIntoClient
  func candidate(for action: Action) -> Unmanaged<Route>? {
    guard let index = caseIndex?(action), index >= 0,
      let route = known(index) ?? learn(index, action)
    else { return nil }
    #if DEBUG
      if isWrong(route, for: action) { return nil }
    #endif
    return route
  }

  /// The route of a number that was seen before.
  @_alwaysEmitIntoClient @inline(__always)
  func known(_ index: Int) -> Unmanaged<Route>? {
    var next = slots[index & mask].load(ordering: .acquiring)
    while let route = next {
      // Sound: the table holds its routes until it ends.
      if route._withUnsafeGuaranteedRef({ $0.index }) == index { return route }
      next = route._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  /// Finds the route of a number that was not seen before; nil if there are too many.
  @usableFromInline
  func learn(_ index: Int, _ action: Action) -> Unmanaged<Route>? {
    let positions = positions(of: action)
    let slot = slots + (index & mask)
    while true {
      let head = slot.pointee.load(ordering: .acquiring)
      if let route = known(index) { return route }
      guard routeCount.load(ordering: .relaxed) < Self.maximalRouteCount else {
        report(Self.tooManyIndices)
        return nil
      }
      // Sound: the slots hold it from here on; `deinit` releases all that are in them.
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

  /// The parts that may be concerned, in order.
  private func positions(of action: Action) -> [Int] {
    tests.indices.filter { tests[$0]?.accepts(action) ?? true }
  }

  /// In debug builds: whether other parts than those of the route would take the action.
  @usableFromInline
  func isWrong(_ route: Unmanaged<Route>, for action: Action) -> Bool {
    // Sound: the table holds its routes until it ends.
    let route = route.takeUnretainedValue()
    guard route.positions != positions(of: action) else { return false }
    report(
      """
      \(action) concerns other \(what)s than the action that had the case index \(route.index) \
      before. Either \(Action.self).caseIndex(of:) gives this index to two cases: give each case \
      one of its own. Or a \(what) was lifted by a CasePath(case:extract:) that looks at more than \
      the case: append paths of one level, or use CasePath(embed:extract:). All \(what)s have been \
      asked now; release builds may leave such a path out.
      """)
    return true
  }

  private static var tooManyIndices: String {
    """
    \(Action.self).caseIndex(of:) has given more than \(maximalRouteCount) indices, and no more \
    are remembered. Probably it looks at what a case holds: let it return one number for each case.
    """
  }

  private func report(_ message: @autoclosure () -> String) {
    Diagnostics.report(
      "Millrace: combined \(what)s of \(Action.self): \(message())", once: wasReported)
  }
}

// Sound: a table whose plans are `Sendable` gets a `makePlan` that all threads may call; the
// slots are atomic, and nothing else changes.
extension CaseRoutes: @unchecked Sendable where Plan: Sendable {}
extension CaseRoutes.Route: Sendable where Plan: Sendable {}
