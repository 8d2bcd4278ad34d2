// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ObserverListTests {
  private typealias List = ObserverList<Int, String>

  /// Is due when it is told to be, and does what it is told when it is asked or called.
  private final class Spy: StoreObserver {
    var hasFilter = false
    var isDue = true
    var onRefresh: () -> Void = {}
    var onNotify: (Int) -> Void = { _ in }
    var looks: [String] = []

    init(_ onNotify: @escaping (Int) -> Void = { _ in }) {
      self.onNotify = onNotify
    }

    func willReduce(_ state: Int, _ action: String) { looks.append("\(action) on \(state)") }
    func didReduce(committed: Bool) { looks.append(committed ? "committed" : "rejected") }

    func refresh(_ state: Int, _ counters: inout StoreCounters) -> Bool {
      onRefresh()
      return isDue
    }

    func notify(_ state: Int) { onNotify(state) }
  }

  @discardableResult
  private func commit(_ list: List, _ state: Int = 0) -> StoreCounters {
    var counters = StoreCounters()
    list.refresh(state, &counters)
    list.notify(state, &counters)
    return counters
  }

  @Test func observersAreCalledInTheOrderInWhichTheyCame() {
    let list = List()
    var log: [String] = []
    #expect(list.isEmpty)
    for name in ["a", "b", "c"] { _ = list.add(Spy { log.append("\(name)\($0)") }) }
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
      _ = list.add(spy)
    }
    commit(list)
    #expect(log == ["refresh a", "refresh b", "notify a", "notify b"])
  }

  @Test func onlyWhoIsDueIsCalled() {
    let list = List()
    var log: [String] = []
    let spies = ["a", "b", "c"].map { name in Spy { _ in log.append(name) } }
    for spy in spies { _ = list.add(spy) }
    spies[1].isDue = false
    #expect(commit(list).observersCalled == 2)
    #expect(log == ["a", "c"])
  }

  @Test func removingIsOnceAndForAll() {
    let list = List()
    var log: [String] = []
    let ids = ["a", "b", "c"].map { name in list.add(Spy { _ in log.append(name) }) }
    list.remove(ids[1])
    list.remove(ids[1])
    list.remove(99)
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
    _ = list.add(
      Spy { state in
        log.append("a\(state)")
        guard !added else { return }
        added = true
        _ = list.add(Spy { log.append("b\($0)") })
      })
    commit(list, 1)
    #expect(log == ["a1"])
    commit(list, 2)
    #expect(log == ["a1", "a2", "b2"])
  }

  @Test func whoIsRemovedDuringANotificationIsNotCalledAnyMore() {
    let list = List()
    var log: [String] = []
    var ids: [UInt64] = []
    for index in 0..<5 {
      ids.append(
        list.add(
          Spy { _ in
            log.append("\(index)")
            if index == 1 { for id in [ids[0], ids[1], ids[2], ids[4]] { list.remove(id) } }
          }))
    }
    #expect(commit(list).observersCalled == 3)
    #expect(log == ["0", "1", "3"])
    #expect(list.count == 1)
    #expect(list.entries.count == 1)
  }

  @Test func whoIsRemovedWhileSelectionsRefreshIsNotCalledAnyMore() {
    let list = List()
    var log: [String] = []
    let spies = (0..<6).map { index in Spy { _ in log.append("\(index)") } }
    let ids = spies.map { list.add($0) }
    spies[1].onRefresh = { for id in ids.dropLast() { list.remove(id) } }
    commit(list)
    #expect(log == ["5"])
    #expect(list.count == 1)
    log = []
    commit(list)
    #expect(log == ["5"])
  }

  @Test func onlyThoseWithAFilterLookAtActions() {
    let list = List()
    let (plain, filtering) = (Spy(), Spy())
    filtering.hasFilter = true
    _ = list.add(plain)
    #expect(!list.hasFilters)
    let id = list.add(filtering)
    #expect(list.hasFilters)
    list.willReduce(1, "x")
    list.didReduce(committed: true)
    list.willReduce(2, "y")
    list.didReduce(committed: false)
    #expect(plain.looks.isEmpty)
    #expect(filtering.looks == ["x on 1", "committed", "y on 2", "rejected"])
    list.remove(id)
    #expect(!list.hasFilters)
    list.willReduce(3, "z")
    #expect(filtering.looks.count == 4)
  }

  @Test func whoIsRemovedIsReleased() {
    let list = List()
    weak var held: Spy?
    var id: UInt64 = 0
    do {
      let spy = Spy()
      spy.hasFilter = true
      held = spy
      id = list.add(spy)
    }
    _ = list.add(Spy())
    _ = list.add(Spy())
    #expect(held != nil)
    list.remove(id)
    #expect(held == nil)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func itBehavesLikeAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let list = List()
    var model: [UInt64] = []
    var called: [UInt64] = []
    for step in 0..<200 {
      let place: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let spy = Spy()
        let id = list.add(spy)
        spy.onNotify = { _ in called.append(id) }
        model.append(id)
      case 4..<8:
        guard let index = model.indices.randomElement(using: &generator) else { continue }
        list.remove(model.remove(at: index))
      default:
        called = []
        commit(list)
        #expect(called == model, place)
      }
      #expect(list.count == model.count, place)
      #expect(list.isEmpty == model.isEmpty, place)
      #expect(list.entries.count <= 2 * model.count + 1, place)
    }
  }
}
