// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Synchronization
import Testing

@MainActor
@Suite struct LawTestsSelectorTests {
  private struct Shelf: Sendable {
    var books: [String] = []
    var filter = ""
  }

  private let states = [
    Shelf(), Shelf(books: ["a"]), Shelf(books: ["a", "b"], filter: "b"),
    Shelf(books: ["a", "b"], filter: "c"), Shelf(books: ["b"]),
  ]

  @Test func theLawsHoldForSelectorsThatReadTheirInputsOnly() async {
    let visible = createSelector(\Shelf.books, \.filter) { books, filter in
      books.filter { filter.isEmpty || $0 == filter }
    }
    let count = createSelector(visible) { $0.count }
    let reports = await Reports.of {
      LawTests.check(
        selector: visible,
        computing: { shelf in
          shelf.books.filter { shelf.filter.isEmpty || $0 == shelf.filter }
        }, states: states)
      LawTests.check(selector: count, states: states)
      LawTests.check(selector: StateSelector(\Shelf.filter), states: states)
    }
    #expect(reports.texts == [])
  }

  @Test func aSelectorThatRemembersTooMuchIsCaught() async {
    // Its rule compares only the numbers of books.
    let books = StateSelector(\Shelf.books, didChange: { $0.count != $1.count })
    let first = createSelector(books) { $0.first ?? "none" }
    let line: UInt = #line + 2
    let reports = await Reports.of {
      LawTests.check(
        selector: first, computing: { $0.books.first ?? "none" },
        states: [Shelf(books: ["a"]), Shelf(books: ["b"])])
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected this law to hold: a selector returns the same value for the same state.

            state before:
                LawTestsSelectorTests.Shelf(
                  books: [
                    [0]: "a"
                  ],
                  filter: ""
                )
            state:
                LawTestsSelectorTests.Shelf(
                  books: [
                    [0]: "b"
                  ],
                  filter: ""
                )

            − "b"
            + "a"

            (Expected: −, Actual: +)

        Probably: the selector depends on a value that is not one of its inputs, its `didChange` \
        ignores a difference, or different values are equal by `==`.

        What to do: make every value that the selector reads an input, and compare all inputs.
        """
      ])
  }

  @Test func aSelectorThatReadsSomethingElseIsCaught() async {
    let calls = Mutex(0)
    let impure = StateSelector { (_: Shelf) in
      calls.withLock {
        $0 += 1
        return $0
      }
    }
    let texts = await Reports.of { LawTests.check(selector: impure, states: states) }.texts
    #expect(texts.count == 1)
  }
}
