// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Several reducers as one, found by the case of the action.
///
/// The first action of each case is shown to all parts; those that it may concern are remembered
/// as the route of that case, in their order. From then on an action costs reading the number of
/// its case, one look into the table, and the parts on its route. Parts that do not go by the case
/// are on every route.
///
/// The table is read and written from any thread without a lock. Routes are only ever added, so
/// that what was read stays valid.
@usableFromInline
final class RouteTable<State, Action>: Sendable {
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
  final class Route: Sendable {
    @usableFromInline let tag: UInt32
    @usableFromInline let parts: [Part]
    /// Runs the parts that cannot throw.
    @usableFromInline let run: @Sendable (inout State, Action) -> Void
    /// Another route in the same slot.
    @usableFromInline let next: Unmanaged<Route>?

    init(tag: UInt32, parts: [Part], next: Unmanaged<Route>?) {
      self.tag = tag
      self.parts = parts
      self.next = next
      // Mostly there is one, which then needs no loop.
      if parts.count == 1, case .total(let reduce) = parts[0].step {
        run = reduce
      } else {
        run = { state, action in RouteTable.run(parts, &state, action) }
      }
    }
  }

  @usableFromInline typealias Slot = Atomic<Unmanaged<Route>?>

  @usableFromInline let parts: [Part]
  @usableFromInline let caseTag: CaseTag<Action>?
  /// As many as a power of two, to which the mask belongs.
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let mask: UInt32
  private let wasReported = Atomic(false)

  @usableFromInline
  init(_ parts: [Part], caseTag: CaseTag<Action>? = CaseTag()) {
    self.parts = parts
    self.caseTag = parts.allSatisfy { $0.isCase == nil } ? nil : caseTag
    var count = 8
    while count < 2 * parts.count { count *= 2 }
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

  /// Whether one of the parts can throw.
  @usableFromInline var canThrow: Bool {
    parts.contains { if case .throwing = $0.step { true } else { false } }
  }

  /// Runs the parts, none of which can throw.
  @inlinable
  func run(_ state: inout State, _ action: Action) {
    guard let route = route(of: action) else { return Self.run(parts, &state, action) }
    route._withUnsafeGuaranteedRef { $0.run(&state, action) }
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
    route(of: action)?._withUnsafeGuaranteedRef { $0.parts } ?? parts
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
  @inlinable
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
    let concerned = parts.filter { $0.isCase?(action) ?? true }
    let slot = slots + Int(tag & mask)
    while true {
      let head = slot.pointee.load(ordering: .acquiring)
      if let route = known(tag) { return route }
      let route = Unmanaged.passRetained(Route(tag: tag, parts: concerned, next: head))
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
    let taken = parts.filter { $0.isCase?(action) ?? true }.count
    guard route.takeUnretainedValue().parts.count != taken else { return false }
    if !wasReported.exchange(true, ordering: .relaxed) {
      Diagnostics.report(
        """
        Millrace: combined reducers of \(State.self): a reducer that was lifted by \
        CasePath(case:extract:) takes \(action) but not another action of the same case. Such a \
        path has to go by the case alone, and release builds rely on it: there the reducer would \
        not run now. Write a path of several levels as paths of one level that are appended, or \
        use CasePath(embed:extract:).
        """)
    }
    return true
  }
}
