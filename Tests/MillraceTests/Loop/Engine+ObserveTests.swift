// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EngineObserveTests {
  @Test func subscribingComputesOnceAndCallsOnlyIfAsked() {
    let engine = EngineTests.make()
    var seen: [Int] = []
    _ = engine.subscribe(StateSelector(\.count), initial: false) { seen.append($0) }
    #expect(seen.isEmpty)
    _ = engine.subscribe(StateSelector(\.count), initial: true) { seen.append($0) }
    #expect(seen == [0])
    // Both watch the same key path: one node.
    #expect(engine.observers.graph.nodes.count == 1)
  }

  /// Subscribing and cancelling at random, in and out of notifications: each subscribed observer
  /// is called exactly once for each commit, in order, and no other observer is called.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anyMixOfSubscribingAndCancellingIsExact(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let engine = EngineTests.make()
    var alive: [UInt64] = []
    var watchers: [UInt64: StoreObserver] = [:]
    var called: [UInt64] = []
    func subscribe() {
      var id: UInt64 = 0
      let watcher = engine.subscribe { _ in
        called.append(id)
        #expect(alive.contains(id), "seed \(seed): called after cancelling")
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: subscribe()
        case 1: if let victim = alive.randomElement(using: &generator) { cancel(victim) }
        default: break
        }
      }
      id = watcher.id
      watchers[id] = watcher
      alive.append(id)
    }
    func cancel(_ id: UInt64) {
      alive.removeAll { $0 == id }
      watchers[id]?.cancel()
    }
    for _ in 0..<8 { subscribe() }
    for _ in 0..<40 {
      let before = alive
      called = []
      _ = engine.dispatch(.add(1), source: ActionSource())
      #expect(called == called.sorted(), "seed \(seed): order of subscription")
      #expect(Set(called).count == called.count, "seed \(seed): once each")
      #expect(called.allSatisfy(before.contains), "seed \(seed): new ones wait")
      #expect(
        before.filter(alive.contains).allSatisfy(called.contains), "seed \(seed)")
    }
    #expect(engine.observers.count == alive.count, "seed \(seed)")
  }
}
