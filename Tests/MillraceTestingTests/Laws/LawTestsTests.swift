// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite struct LawTestsTests {
  private typealias Tagging = AnyMiddleware<Int, Int, Int>

  @Test func nothingToCheckIsAFailure() async {
    let reports = await Reports.of {
      LawTests.check(reducers: ["": Reducer<Int, Int>.identity], states: [], actions: [1])
      LawTests.check(reducers: ["": Reducer<Int, Int>.identity], states: [1], actions: [])
      LawTests.check(
        reducer: Reducer<Int, Int>.identity, lifted: Reducer<Int, Int>.identity, state: \.self,
        action: { $0 },
        states: [1], actions: [])
      LawTests.check(
        middlewares: ["": { Tagging { _, _, _ in .none } }], states: [1], actions: [])
      LawTests.check(selector: StateSelector(\Int.self), states: [])
    }
    #expect(reports.all.count == 5)
    #expect(
      reports.texts.last == """
        Expected states to check, but one of the lists is empty.

        Probably: a computed list is empty.

        What to do: pass at least one of each.
        """)
  }
}
