// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct LRUCacheTests {
  @Test func theLeastRecentlyUsedGoesFirst() {
    var values = LRUCache<Int, String>(limit: 2)
    #expect(values.leastRecent == nil)
    #expect(values.insert("one", for: 1) == nil)
    #expect(values.insert("two", for: 2) == nil)
    #expect(values.use(1) == "one")
    #expect(values.leastRecent == "two")
    #expect(values.insert("three", for: 3) == "two")
    #expect(values.use(2) == nil)
    #expect(values.removeLeastRecent() == "one")
    #expect(values.removeLeastRecent() == "three")
    #expect(values.removeLeastRecent() == nil)
  }

  /// Agrees with a list in the order of use.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func itAgreesWithAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...6, using: &generator)
    var values = LRUCache<Int, Int>(limit: limit)
    var model: [(key: Int, value: Int)] = []
    for step in 0..<500 {
      let key = Int.random(in: 0..<9, using: &generator)
      if step % 7 == 0 {
        #expect(values.removeLeastRecent() == model.first?.value, "seed \(seed), step \(step)")
        model = Array(model.dropFirst())
      }
      let known = model.firstIndex { $0.key == key }
      #expect(values.use(key) == known.map { model[$0].value }, "seed \(seed), step \(step)")
      if let known {
        model.append(model.remove(at: known))
      } else {
        let old = model.count == limit ? model.removeFirst().value : nil
        #expect(values.insert(step, for: key) == old, "seed \(seed), step \(step)")
        model.append((key, step))
      }
      #expect(values.leastRecent == model.first?.value, "seed \(seed), step \(step)")
    }
  }
}
