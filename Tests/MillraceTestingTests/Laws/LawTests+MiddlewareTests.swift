// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite struct LawTestsMiddlewareTests {
  private typealias Tagging = AnyMiddleware<Int, String, Bool>

  private static func tag(_ name: String) -> Tagging {
    Tagging { action, _, state in Effect.perform { $0.dispatch("\(name)\(action)\(state())") } }
  }

  @Test func theLawsHoldForMiddlewareThatLooksAndThenWorks() async {
    let reports = await Reports.of {
      LawTests.check(
        middlewares: [
          "a": { Self.tag("a") }, "b": { Self.tag("b") <> Self.tag("c") },
          "none": { ComposedMiddleware<Int, String, Bool>() },
        ], states: [true, false], actions: [1, 2])
    }
    #expect(reports.texts == [])
  }

  @Test func middlewareThatSharesWhatItChangesIsCaught() async {
    final class Shared {
      var count = 0
    }
    let shared = Shared()
    let counting = {
      Tagging { _, _, _ in
        shared.count += 1
        return Effect.perform { [count = shared.count] in $0.dispatch("\(count)") }
      }
    }
    let line: UInt = #line + 2
    let reports = await Reports.of {
      LawTests.check(middlewares: ["counting": counting], states: [true], actions: [7])
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected this law to hold: `identity <> middleware` is `middleware`.

            middlewares: counting
            state: true
            actions:
                [
                  [0]: 7
                ]

            The actions that the effects send:

              [
            −   [0]: "1"
            +   [0]: "2"
              ]

            (Expected: −, Actual: +)

        Probably: two middlewares share mutable state, or a middleware does its work in `handle` \
        and not in the effect that `handle` returns.

        What to do: create each middleware, with its own dependencies, inside the closure of the \
        list, and let `handle` only read.
        """
      ])
  }

  @Test func aMiddlewareThatReadsInHandleWhatAnotherOneWritesInItsIOIsCaught() async {
    final class Board {
      var lines: [String] = []
    }
    let board = Board()
    let writing = { Tagging { _, _, _ in Effect.perform { _ in board.lines.append("first") } } }
    let reading = {
      Tagging { _, _, _ in
        let seen = board.lines
        return Effect.perform { $0.dispatch("\(seen.count)") }
      }
    }
    let alone = await Reports.of {
      LawTests.check(middlewares: ["writes": writing], states: [true], actions: [1])
    }
    #expect(alone.all == [])
    let both = await Reports.of {
      LawTests.check(
        middlewares: ["writes": writing, "reads": reading], states: [true], actions: [1])
    }
    #expect(both.all.count == 1)
    #expect(both.texts.first?.hasPrefix("Expected this law to hold:") == true)
  }
}
