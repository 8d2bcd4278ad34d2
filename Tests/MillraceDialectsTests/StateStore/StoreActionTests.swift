// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import Testing

@Suite struct StoreActionTests {
  private typealias Action = StoreAction<Int, String>

  @Test func theKindsAreToldApart() {
    #expect(Action.mutating(1) == .mutating(1))
    #expect(Action.mutating(1) != .mutating(2))
    #expect(Action.noAction != .effect("a"))
    #expect(Set([Action.noAction, .noAction, .effect("a")]).count == 2)
  }

  @Test func eachKindHasAPath() {
    #expect(Action.mutating(1)[case: \.mutating] == 1)
    #expect(Action.mutating(1)[case: \.effect] == nil)
    #expect(Action.effect("a")[case: \.effect] == "a")
    #expect(Action.noAction.is(\.noAction))
    #expect(!Action.effect("a").is(\.noAction))
    #expect(Action.casePaths.mutating(3) == .mutating(3))
    #expect(Action.casePaths.effect("b") == .effect("b"))
    #expect(Action.casePaths.noAction(()) == .noAction)
  }
}
