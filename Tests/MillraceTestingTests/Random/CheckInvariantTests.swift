// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite struct CheckInvariantTests {
  private struct Negative: Error {
    var count: Int
  }

  private let counting = Reducer<Counting, Int> { (state: inout Counting, number: Int) throws in
    if number == 0 { throw Negative(count: 0) }
    state.count += number
    state.taken += 1
  }

  private struct Counting: Equatable, Sendable {
    var count = 0
    var taken = 0
  }

  private let numbers = ActionGenerator<Counting, Int> { generator, _ in
    Int(Int64.random(in: -3...3, using: &generator))
  }

  @Test func theFailureTellsTheSeedTheActionsAndTheStates() async {
    var line: UInt = 0
    var found: [Int]?
    let reports = await Reports.of {
      line = #line + 1
      found = checkInvariant(
        seed: 42, initialState: Counting(), reducer: counting, generate: numbers
      ) { $0.count < 6 }
    }
    #expect(found == [3, 3])
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected the invariant to hold after every action, but it is broken by 2 actions, reduced \
        from 7 random actions of the seed 44:

            It begins with:
                CheckInvariantTests.Counting(
                  count: 0,
                  taken: 0
                )
            1. `3`
                  CheckInvariantTests.Counting(
                −   count: 0,
                +   count: 3,
                −   taken: 0
                +   taken: 1
                  )
            2. `3`
                  CheckInvariantTests.Counting(
                −   count: 3,
                +   count: 6,
                −   taken: 1
                +   taken: 2
                  )
            It ends with:
                CheckInvariantTests.Counting(
                  count: 6,
                  taken: 2
                )

        Probably: the reducer breaks the invariant in the last of these actions, or the earlier \
        actions have led to a state that it does not expect.

        What to do: run again with `seed: 44, runs: 1, length: 100` while you correct the reducer, \
        and keep these actions as a test; or change the invariant to allow the last state.
        """
      ])
  }

  @Test func aReducerThatIsNotPureIsNamed() async {
    let calls = Mutex(0)
    let counting = Reducer<Counting, Int> { state, number in
      let call = calls.withLock { count in
        count += 1
        return count
      }
      state.count = call == 3 ? -1 : 1
    }
    let reports = await Reports.of {
      checkInvariant(
        seed: 7, initialState: Counting(), reducer: counting, generate: .always(1)
      ) { $0.count >= 0 }
    }
    #expect(reports.texts.count == 1)
    #expect(
      reports.texts.first?.hasPrefix(
        """
        Expected the reducer to give the same results for the same actions, but 3 actions of the \
        seed 7 broke the invariant in one run and not in the next:
        """) == true)
    #expect(
      reports.texts.first?.contains(
        "Probably: the reducer or the invariant is not pure: it reads") == true)
  }

  @Test func anErrorBreaksTheInvariantAndSaysWhy() async {
    let reports = await Reports.of {
      checkInvariant(
        seed: 7, initialState: Counting(), reducer: counting, generate: .always(-1)
      ) { state in
        if state.count < 0 { throw Negative(count: state.count) }
        return true
      }
    }
    #expect(
      reports.texts == [
        """
        Expected the invariant to hold after every action, but it is broken by 1 action, of the \
        seed 7:

            It begins with:
                CheckInvariantTests.Counting(
                  count: 0,
                  taken: 0
                )
            1. `-1`
                  CheckInvariantTests.Counting(
                −   count: 0,
                +   count: -1,
                −   taken: 0
                +   taken: 1
                  )
            It ends with:
                CheckInvariantTests.Counting(
                  count: -1,
                  taken: 1
                )
            The invariant threw:
                CheckInvariantTests.Negative(count: -1)

        Probably: the reducer breaks the invariant in this action.

        What to do: run again with `seed: 7, runs: 1, length: 100` while you correct the reducer, \
        and keep the action as a test; or change the invariant to allow the last state.
        """
      ])
  }

  @Test func aRefusalOnTheWayIsToldIfItCannotBeLeftOut() async {
    let counter = Refusals()
    let reports = await Reports.of {
      checkInvariant(
        seed: 1, length: 1, initialState: Counting(), reducer: counting, generate: .always(0)
      ) { _ in counter.isFirst }
    }
    #expect(
      reports.texts.first?.contains(
        """
            1. `0`
                rejected with `CheckInvariantTests.Negative(count: 0)`
            It ends with:
        """) == true)
  }

  /// An invariant that does not depend on the state: it holds in its first call only.
  private final class Refusals {
    private var asked = 0
    var isFirst: Bool {
      asked += 1
      return asked == 1
    }
  }

  @Test func aFirstStateThatBreaksItIsToldAsSuch() async {
    var found: [Int]?
    let reports = await Reports.of {
      found = checkInvariant(
        seed: 1, initialState: Counting(), reducer: counting, generate: numbers
      ) { $0.taken > 0 }
    }
    #expect(found == [])
    #expect(
      reports.texts == [
        """
        Expected the invariant to hold after every action, but the first state breaks it already:

            CheckInvariantTests.Counting(
              count: 0,
              taken: 0
            )

        Probably: the invariant requires something that is true only after the first actions.

        What to do: begin with a valid state, or change the invariant to allow this state.
        """
      ])
  }

  @Test func whereNothingIsGeneratedNothingIsChecked() async {
    let reports = await Reports.of {
      checkInvariant(
        seed: 1, initialState: Counting(), reducer: counting,
        generate: ActionGenerator { _, _ in nil }
      ) { _ in true }
      checkInvariant(
        seed: 1, runs: 0, length: 1, initialState: Counting(), reducer: counting,
        generate: numbers
      ) { _ in true }
    }
    #expect(reports.texts.count == 2)
    #expect(
      reports.texts.first == """
        Expected random actions, but the generator created none in 100 runs of at most 100 actions.

        Probably: the generator returns nil for the first state, or has no choices.

        What to do: add a choice that fits the first state, and request at least one run of one \
        action.
        """)
  }

  @Test func theSeedOfTheFailureRepeatsItInOneRun() async throws {
    func found(seed: UInt64, runs: Int) async -> ([Int]?, String) {
      var found: [Int]?
      let reports = await Reports.of {
        found = checkInvariant(
          seed: seed, runs: runs, length: 12, initialState: Counting(), reducer: counting,
          generate: numbers
        ) { $0.count < 20 }
      }
      return (found, reports.texts.first ?? "")
    }
    let (first, text) = await found(seed: 100, runs: 1_000)
    let match = try #require(text.firstMatch(of: /`seed: (\d+), runs: 1, length: 12`/))
    let seed = try #require(UInt64(match.1))
    #expect(seed > 100)
    let (second, again) = await found(seed: seed, runs: 1)
    #expect(first != nil && second == first)
    #expect(again == text)
  }

  @Test func theInvariantIsAskedAfterEveryAction() {
    var asked: [Int] = []
    checkInvariant(
      seed: 1, runs: 2, length: 3, initialState: Counting(), reducer: counting,
      generate: .always(1)
    ) { state in
      asked.append(state.count)
      return true
    }
    #expect(asked == [0, 1, 2, 3, 1, 2, 3])
  }
}
