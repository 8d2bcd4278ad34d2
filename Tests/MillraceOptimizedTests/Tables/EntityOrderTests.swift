// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EntityOrderTests {
  private let a = Row(2, "a")
  private let b = Row(1, "b")

  @Test func aPropertyOrdersUpOrDown() {
    #expect(EntityOrder(\Row.name).precedes(a, b))
    #expect(!EntityOrder(\Row.name).precedes(b, a))
    #expect(EntityOrder(\Row.name, descending: true).precedes(b, a))
    #expect(!EntityOrder(\Row.name, descending: true).precedes(a, b))
    #expect(!EntityOrder(\Row.name, descending: true).precedes(a, a))
  }

  @Test func theSecondRuleIsAskedWhereTheFirstSeesNoDifference() {
    let order = EntityOrder(\Row.name).then(EntityOrder { $0.id > $1.id })
    #expect(order.precedes(a, b))
    #expect(order.precedes(Row(2, "x"), Row(1, "x")))
    #expect(!order.precedes(Row(1, "x"), Row(2, "x")))
    #expect(!order.precedes(Row(9, "b"), Row(1, "a")))
  }

  @Test func eachRuleIsAskedAtMostTwiceForAPair() {
    let calls = Log()
    func equal(_ name: String) -> EntityOrder<Row> {
      EntityOrder { _, _ in
        calls.append(name)
        return false
      }
    }
    let orders = [
      equal("a").then(equal("b")).then(equal("c")), equal("a").then(equal("b").then(equal("c"))),
    ]
    for order in orders {
      calls.clear()
      #expect(!order.precedes(a, b))
      #expect(calls.lines == ["a", "a", "b", "b", "c"])
    }
  }

  @Test func rulesAreEqualByWhatTheyWereMadeOf() {
    #expect(EntityOrder(\Row.name) == EntityOrder(\Row.name))
    #expect(EntityOrder(\Row.name) != EntityOrder(\Row.id))
    #expect(EntityOrder(\Row.name) != EntityOrder(\Row.name, descending: true))
    let closure = EntityOrder<Row> { $0.id < $1.id }
    #expect(closure == closure)
    #expect(closure != EntityOrder { $0.id < $1.id })
    let both = EntityOrder(\Row.name).then(closure)
    #expect(both == EntityOrder(\Row.name).then(closure))
    #expect(both != EntityOrder(\Row.name))
  }
}
