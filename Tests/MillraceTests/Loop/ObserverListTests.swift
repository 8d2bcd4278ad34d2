// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct ObserverListTests {
  private typealias List = ObserverList

  /// An observer whose answers and reactions are set by a test.
  private final class Spy: StoreObserver {
    var isDue = true
    var onRefresh: () -> Void = {}
    var onNotify: (Int) -> Void = { _ in }
    private var state = 0

    init(_ onNotify: @escaping (Int) -> Void = { _ in }) {
      self.onNotify = onNotify
    }

    override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
      onRefresh()
      self.state = state.load(as: Int.self)
      return isDue
    }

    override func deliver() { onNotify(state) }
  }

  @discardableResult
  private func commit(_ list: List, _ state: Int = 0) -> StoreCounters {
    var counters = StoreCounters()
    withUnsafePointer(to: state) {
      list.refresh($0, &counters)
      list.notify(&counters)
    }
    return counters
  }

  /// An observer with a filter that accepts every action.
  private func filtered(
    _ spy: Spy, in list: List, _ onLook: @escaping (String) -> Void
  ) -> FilteredObserver {
    FilteredObserver(
      spy, of: StateSelector(\Ledger.count).nodeKey,
      filter: { state, action in
        onLook("\(action.load(as: String.self)) on \(state.load(as: Int.self))")
        return true
      }, in: list.graph)
  }

  private func look(_ list: List, _ state: Int, _ action: String) {
    withUnsafePointer(to: state) { state in
      withUnsafePointer(to: action) { list.willReduce(state, $0) }
    }
  }

  @Test func observersAreCalledInTheOrderInWhichTheyCame() {
    let list = List()
    var log: [String] = []
    #expect(list.isEmpty)
    for name in ["a", "b", "c"] { list.add(Spy { log.append("\(name)\($0)") }) }
    #expect(list.count == 3)
    #expect(commit(list, 7).observersCalled == 3)
    #expect(log == ["a7", "b7", "c7"])
  }

  @Test func allRefreshBeforeAnyIsCalled() {
    let list = List()
    var log: [String] = []
    for name in ["a", "b"] {
      let spy = Spy { _ in log.append("notify \(name)") }
      spy.onRefresh = { log.append("refresh \(name)") }
      list.add(spy)
    }
    commit(list)
    #expect(log == ["refresh a", "refresh b", "notify a", "notify b"])
  }

  @Test func onlyWhoIsDueIsCalled() {
    let list = List()
    var log: [String] = []
    let spies = ["a", "b", "c"].map { name in Spy { _ in log.append(name) } }
    for spy in spies { list.add(spy) }
    spies[1].isDue = false
    #expect(commit(list).observersCalled == 2)
    #expect(log == ["a", "c"])
  }

  @Test func removingIsOnceAndForAll() {
    let list = List()
    var log: [String] = []
    let spies = ["a", "b", "c"].map { name in Spy { _ in log.append(name) } }
    spies.forEach(list.add)
    list.remove(spies[1])
    list.remove(spies[1])
    #expect(list.count == 2)
    commit(list)
    #expect(log == ["a", "c"])
    list.removeAll()
    list.removeAll()
    #expect(list.isEmpty)
    #expect(commit(list).observersCalled == 0)
  }

  @Test func whoIsAddedDuringANotificationHearsFromTheNextCommitOn() {
    let list = List()
    var log: [String] = []
    var added = false
    list.add(
      Spy { state in
        log.append("a\(state)")
        guard !added else { return }
        added = true
        list.add(Spy { log.append("b\($0)") })
      })
    commit(list, 1)
    #expect(log == ["a1"])
    commit(list, 2)
    #expect(log == ["a1", "a2", "b2"])
  }

  @Test func whoIsRemovedDuringANotificationIsNotCalledAnyMore() {
    let list = List()
    var log: [String] = []
    var spies: [Spy] = []
    for index in 0..<5 {
      spies.append(
        Spy { _ in
          log.append("\(index)")
          if index == 1 { for each in [0, 1, 2, 4] { list.remove(spies[each]) } }
        })
      list.add(spies[index])
    }
    #expect(commit(list).observersCalled == 3)
    #expect(log == ["0", "1", "3"])
    #expect(list.count == 1)
    #expect(list.polled.count == 1)
  }

  @Test func whoIsRemovedWhileSelectionsRefreshIsNotCalledAnyMore() {
    let list = List()
    var log: [String] = []
    let spies = (0..<6).map { index in Spy { _ in log.append("\(index)") } }
    spies.forEach(list.add)
    spies[1].onRefresh = { spies.dropLast().forEach(list.remove) }
    commit(list)
    #expect(log == ["5"])
    #expect(list.count == 1)
    log = []
    commit(list)
    #expect(log == ["5"])
  }

  @Test func onlyThoseWithAFilterLookAtActions() {
    let list = List()
    var looks: [String] = []
    let filtering = filtered(Spy(), in: list) { looks.append($0) }
    list.add(Spy())
    #expect(!list.hasFilters)
    list.add(filtering)
    #expect(list.hasFilters)
    look(list, 1, "x")
    #expect(!filtering.needsRefresh)
    list.didCommit()
    #expect(filtering.needsRefresh)
    look(list, 2, "y")
    #expect(looks == ["x on 1", "y on 2"])
    list.remove(filtering)
    #expect(!list.hasFilters)
    look(list, 3, "z")
    #expect(looks.count == 2)
  }

  @Test func whoIsRemovedIsReleased() {
    let list = List()
    weak var held: Spy?
    var handle: StoreObserver?
    do {
      let spy = Spy()
      held = spy
      handle = filtered(spy, in: list) { _ in }
      list.add(handle!)
    }
    list.add(Spy())
    list.add(Spy())
    #expect(held != nil)
    list.remove(handle!)
    handle = nil
    #expect(held == nil)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func itBehavesLikeAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let list = List()
    var model: [Spy] = []
    var called: [UInt64] = []
    for step in 0..<200 {
      let place: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let spy = Spy()
        list.add(spy)
        let id = spy.id
        spy.onNotify = { _ in called.append(id) }
        model.append(spy)
      case 4..<8:
        guard let index = model.indices.randomElement(using: &generator) else { continue }
        list.remove(model.remove(at: index))
      default:
        called = []
        commit(list)
        #expect(called == model.map(\.id), place)
      }
      #expect(list.count == model.count, place)
      #expect(list.isEmpty == model.isEmpty, place)
      #expect(list.polled.count == model.count, place)
    }
  }

  @Test func observersEndInTheOrderInWhichTheyCame() {
    struct Row: Identifiable, Equatable, Sendable { let id: Int }
    struct Fields: Sendable {
      var (a, b, c, d) = (0, 0, 0, 0)
      var rows = EntityTable<Row>()
    }
    final class End: Sendable {
      let name: Int
      let log: Log
      init(_ name: Int, _ log: Log) { (self.name, self.log) = (name, log) }
      deinit { log.append("\(name)") }
    }
    let log = Log()
    var store: Store<Fields, Int>? = Store(initialState: Fields(), reducer: Reducer { _, _ in })
    var subscriptions: [StoreSubscription] = []
    for (number, field) in [\Fields.a, \.b, \.c, \.d].enumerated() {
      let end = End(number, log)
      subscriptions += [store?.subscribe(to: field) { _ in withExtendedLifetime(end) {} }]
        .compactMap { $0 }
    }
    for number in 4..<8 {
      let end = End(number, log)
      subscriptions += [
        store?.subscribe(to: .row(number, of: \.rows)) { _ in withExtendedLifetime(end) {} }
      ].compactMap { $0 }
    }
    store = nil
    #expect(log.lines == (0..<8).map { "\($0)" })
    withExtendedLifetime(subscriptions) {}
  }
}
