// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Which of several parts an action concerns, found by the action's case.
///
/// The first action of each case is shown to all parts; for those that it may concern a plan is
/// made and remembered as the route of that case. From then on an action costs reading the number
/// of its case and one look into the table. Parts that do not go by the case are on every route.
///
/// The table is read and written from any thread without a lock. Routes are only ever added, so
/// that what was read stays valid. Combined reducers and composed middleware share it.
@usableFromInline
final class CaseRoutes<Action, Plan> {
  /// Tells from the case alone whether an action may concern a part; nil: it may always.
  @usableFromInline typealias Test = (@Sendable (Action) -> Bool)?

  /// The way of the actions of one case.
  @usableFromInline
  final class Route {
    @usableFromInline let tag: UInt32
    @usableFromInline let plan: Plan
    let count: Int
    /// Another route in the same slot.
    @usableFromInline let next: Unmanaged<Route>?

    init(tag: UInt32, plan: Plan, count: Int, next: Unmanaged<Route>?) {
      self.tag = tag
      self.plan = plan
      self.count = count
      self.next = next
    }
  }

  @usableFromInline typealias Slot = Atomic<Unmanaged<Route>?>

  @usableFromInline let caseTag: CaseTag<Action>?
  /// As many as a power of two, to which the mask belongs.
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let mask: UInt32
  private let tests: [Test]
  private let makePlan: ([Int]) -> Plan
  private let what: StaticString
  private let wasReported = Atomic(false)

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - tests: One for each part.
  ///   - what: What the parts are, for messages.
  ///   - caseTag: Reads the case of an action.
  ///   - makePlan: Makes a plan for the parts at these places. A table that many threads use gets
  ///     one that they all may call.
  @usableFromInline
  init(
    _ tests: [Test], of what: StaticString, caseTag: CaseTag<Action>? = CaseTag(),
    makePlan: @escaping ([Int]) -> Plan
  ) {
    self.tests = tests
    self.what = what
    self.makePlan = makePlan
    self.caseTag = tests.allSatisfy { $0 == nil } ? nil : caseTag
    var count = 8
    while count < 2 * tests.count { count *= 2 }
    mask = UInt32(count - 1)
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(nil)) }
  }

  deinit {
    let count = Int(mask) + 1
    for index in 0..<count {
      var next = slots[index].load(ordering: .acquiring)
      while let route = next {
        next = route.takeUnretainedValue().next
        route.release()
      }
    }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// The route of an action, or nil if all parts have to be asked.
  @inlinable
  func route(of action: Action) -> Unmanaged<Route>? {
    guard let caseTag else { return nil }
    let tag = caseTag(action)
    let route = known(tag) ?? learn(tag, action)
    #if DEBUG
      if isWrong(route, for: action) { return nil }
    #endif
    return route
  }

  /// The route of a case that was seen before.
  @inlinable @inline(__always)
  func known(_ tag: UInt32) -> Unmanaged<Route>? {
    var next = slots[Int(tag & mask)].load(ordering: .acquiring)
    while let route = next {
      if route._withUnsafeGuaranteedRef({ $0.tag }) == tag { return route }
      next = route._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  /// Finds the route of a case that was not seen before.
  @usableFromInline
  func learn(_ tag: UInt32, _ action: Action) -> Unmanaged<Route> {
    let concerned = tests.indices.filter { tests[$0]?(action) ?? true }
    let slot = slots + Int(tag & mask)
    while true {
      let head = slot.pointee.load(ordering: .acquiring)
      if let route = known(tag) { return route }
      let route = Unmanaged.passRetained(
        Route(tag: tag, plan: makePlan(concerned), count: concerned.count, next: head))
      if slot.pointee.compareExchange(
        expected: head, desired: route, ordering: .acquiringAndReleasing
      ).exchanged {
        return route
      }
      route.release()
    }
  }

  /// In debug builds: whether a part that is not on the route would take the action after all.
  @usableFromInline
  func isWrong(_ route: Unmanaged<Route>, for action: Action) -> Bool {
    let taken = tests.filter { $0?(action) ?? true }.count
    guard route.takeUnretainedValue().count != taken else { return false }
    if !wasReported.exchange(true, ordering: .relaxed) {
      Diagnostics.report(
        """
        Millrace: combined \(what)s of \(Action.self): a \(what) that was lifted by \
        CasePath(case:extract:) takes \(action) but not another action of the same case. Such a \
        path has to go by the case alone, and release builds rely on it: there the \(what) would \
        not run now. Write a path of several levels as paths of one level that are appended, or \
        use CasePath(embed:extract:).
        """)
    }
    return true
  }
}

// Plans are made and read on any thread; the slots are atomic, and nothing else changes.
extension CaseRoutes: @unchecked Sendable where Plan: Sendable {}
extension CaseRoutes.Route: Sendable where Plan: Sendable {}
