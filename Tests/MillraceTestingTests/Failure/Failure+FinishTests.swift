// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import TestSupport
import Testing

@testable import MillraceTesting

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureFinishTests {
  @Test func actionsAreLeft() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.search) { $0.isSearching = true }
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Expected the test to receive all actions, but 1 action arrived that no step has received:

            - SearchAction.found(
                [
                  [0]: "",
                  [1]: ""
                ]
              )

        Probably: an effect of one of the last steps sent them.

        What to do: receive them with `await store.receive(...)`; or, if this test does not check \
        them, call `skipReceivedActions()` or set `exhaustivity = .off`.
        """
      ])
  }

  @Test func effectsAreLeft() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.tick)
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Expected all effects to have ended, but 1 effect still runs:

            - started by `SearchAction.tick`, with the id ticks: it waits for its delay to end

        Probably: they need more time, they wait for something that the test does not provide, or \
        nothing cancels them.

        What to do: let time pass with `advance(by:)`, end them with the same action as in the \
        app, or call `skipInFlightEffects()` if this test does not check them.
        """
      ])
  }

  @Test func severalEffectsAreLeftEachForAReasonOfItsOwn() async {
    let callback = Callback()
    let inLine = Effect<LedgerAction>.just(.add(1)).delay(for: .seconds(60))
      .cancellable(id: "line", policy: .serial)
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge(.promise { callback.keep($0) }, inLine, inLine))
      await store.send(.fail)
      await store.finish(timeout: .zero)
    }
    #expect(
      reports.texts == [
        """
        Expected all effects to have ended, but 3 effects still run:

            - started by `LedgerAction.fail`: it waits for its callback
            - started by `LedgerAction.fail`, with the id line: it waits for its delay to end
            - started by `LedgerAction.fail`, with the id line: it waits for other effects with \
        its id, or for a throttle

        Probably: they need more time, they wait for something that the test does not provide, or \
        nothing cancels them.

        What to do: let time pass with `advance(by:)`, end them with the same action as in the \
        app, or call `skipInFlightEffects()` if this test does not check them.
        """
      ])
  }

  @Test func effectsThatSleepAreLeftWithTheRestOfTheirTime() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge(
          .run { send in try await send.clock.sleep(for: .seconds(3)) },
          .run { send in try await send.clock.sleep(for: .seconds(9)) },
          .merge(
            .run { send in try await send.clock.sleep(for: .seconds(4)) },
            .run { send in try await send.clock.sleep(for: .seconds(5)) }
          ).cancellable(id: "both")))
      await store.send(.fail)
      await store.advance(by: .seconds(1))
      await store.finish()
    }
    let sleeps = "its task sleeps on the clock for another"
    #expect(
      reports.texts.first?.split(separator: "\n").filter { $0.contains("started by") } == [
        "    - started by `LedgerAction.fail`: \(sleeps) 2.0 seconds",
        "    - started by `LedgerAction.fail`: \(sleeps) 8.0 seconds",
        """
            - started by `LedgerAction.fail`, with the id both: \(sleeps) 3.0 seconds; \(sleeps) \
        4.0 seconds
        """,
      ])
  }

  @Test(arguments: [true, false]) func rejectedActionsAreLeftWithTheirErrors(
    isExhaustive: Bool
  ) async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        on: .note("go"), starting: .sequence([.add(1), .fail]), reducer: .throwingLedger)
      store.exhaustivity = isExhaustive ? .on : .off(showSkipped: true)
      await store.send(.note("go")) { $0.notes = ["go"] }
      await store.finish()
    }
    let text = reports.texts.first
    #expect(text?.contains("- LedgerAction.add(1)\n") == true)
    #expect(text?.contains("- LedgerAction.fail, which the reducer rejected with `") == true)
    #expect(text?.contains("receive(...)`, rejected ones with `throws:`") == isExhaustive)
  }

  /// Each action holds a state, which can be larger than the one before.
  ///
  /// The flood begins in one job, so no other task can check the limit meanwhile.
  @Test func aFloodOfActionsEndsBeforeItsStatesFillTheMemory() async {
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .run { @MainActor send in
          for _ in 0..<5_000 { send.dispatchNow(.add(1)) }
          while !Task.isCancelled { await send(.add(1)) }
        })
      store.exhaustivity = .off
      store.actionLimit = 100
      line = #line + 1
      await store.send(.fail)
      #expect(store.recorder.history.count == 101)
      #expect(store.store.count >= 5_000)
      // The flood has ended.
      let count = store.store.count
      await store.finish()
      #expect(store.store.count == count)
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts.first?.hasPrefix(
        """
        Expected effects to become idle while no time passes, but after 100 actions they still \
        start others:
        """) == true)
  }

  @Test func aSecondFloodOfActionsEndsTooAndIsNotReportedAgain() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .run { @MainActor send in
          for _ in 0..<5_000 { send.dispatchNow(.add(1)) }
          while !Task.isCancelled { await send(.add(1)) }
        })
      store.exhaustivity = .off
      store.actionLimit = 100
      for _ in 0..<3 {
        let recorded = store.recorder.history.count
        await store.send(.fail)
        #expect(store.recorder.history.count == recorded + 101)
        let count = store.store.count
        await store.advance(by: .seconds(1))
        #expect(store.store.count == count)
      }
      await store.finish()
    }
    #expect(reports.all.count == 1)
  }

  /// Keeps the completion of a promise.
  private final class Callback: Sendable {
    private let complete = Mutex<(@Sendable (LedgerAction) -> Void)?>(nil)

    func keep(_ complete: @escaping @Sendable (LedgerAction) -> Void) {
      self.complete.withLock { $0 = complete }
    }
  }

  @Test func anEffectWhosePartsHaveEndedIsAboutToEnd() async {
    let part = Effect<LedgerAction>.just(.add(1)).delay(for: .seconds(1))
    let store = TestStore.ledger(starting: .merge(part, part).cancellable(id: "both"))
    await store.send(.fail)
    let both = store.unfinished
    #expect(
      store.describe(both) == [
        "started by `LedgerAction.fail`, with the id both: it waits for its delay to end"
      ])
    await store.advance(by: .seconds(1))
    #expect(
      store.describe(both) == [
        "started by `LedgerAction.fail`, with the id both: it is about to end"
      ])
    await store.skipReceivedActions()
    await store.finish()
  }

  @Test func aTaskAlwaysSleepsAgain() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.send(.tick)
      await store.run()
    }
    #expect(
      reports.texts == [
        """
        Expected the last sleep to end, but after 10,000 deadlines a task still sleeps.

            These effects run:
            - started by `SearchAction.tick`, with the id ticks: it waits for its delay to end

        Probably: a timer never ends.

        What to do: end the timer first, or let a fixed time pass: `await store.advance(by: \
        .seconds(5))`.
        """
      ])
  }

  @Test func effectsGoOnAndOn() async {
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore(
        initialState: Search(), reducer: Search.reducer,
        middleware: AnyMiddleware { action, _, _ in
          guard case .tick = action else { return .none }
          return .run { _ in while !Task.isCancelled { await Task.yield() } }
        })
      store.exhaustivity = .off
      store.jobLimit = 10_000
      line = #line + 1
      await store.send(.tick)
      await store.advance(by: .seconds(1))
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected effects to become idle while no time passes, but after 10,000 jobs they still \
        start others:

            - started by `SearchAction.tick`: its task is still running

        Probably: effects start each other in a cycle; or an effect repeats something without a \
        pause, such as a timer with the clock `TestClock.immediate`.

        What to do: let one of the effects end, or sleep on the clock of the test store.
        """
      ])
  }

  @Test func manyActionsAreNotAllListed() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(starting: .sequence((1...20_000).map { .add($0) }))
      await store.send(.fail)
      await store.finish()
    }
    #expect(reports.texts.first?.contains("but 20000 actions arrived") == true)
    #expect(reports.texts.first?.contains("    - and 19900 more\n") == true)
    #expect(reports.texts.first?.split(separator: "\n").count == 104)
  }

  @Test func equalActionsAreOneItemOfTheList() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .sequence([.add(1), .add(1), .add(2)] + (1...20_000).map { _ in .add(1) }))
      await store.send(.fail)
      await store.finish()
    }
    let list = """
      but 20003 actions arrived that no step has received:

          - LedgerAction.add(1), 2 times
          - LedgerAction.add(2)
          - LedgerAction.add(1), 20000 times

      Probably
      """
    #expect(reports.texts.first?.contains(list) == true)
  }

  private struct Refusal: Error, Equatable { var reason = "no" }

  private struct Message: Error { var reason = "no" }

  /// A store whose effect sends an action many times, which the reducer rejects with an error.
  private func leftRejections(_ count: Int, _ error: any Error) async -> String? {
    await Reports.of {
      let store = TestStore(
        initialState: 0,
        feature: Feature<Int, Int> { _, action throws in
          if action == 1 { throw error }
          return .sequence((0..<count).map { _ in 1 })
        })
      await store.send(0)
      await store.finish()
    }.texts.first
  }

  /// Errors that are not `Equatable` are compared by their texts, and not all of them.
  @Test func errorsOfEqualActionsAreNotWrittenWithoutLimit() async {
    let equal = await leftRejections(5_000, Refusal())
    #expect(equal?.contains("reason: \"no\")`, 5000 times\n") == true)
    let others = await leftRejections(1_002, Message())
    let items = others?.split(separator: "    - ").dropFirst() ?? []
    #expect(items.map { $0.contains("1000 times") } == [true, false])
    #expect(items.last?.contains("`, 2 times\n") == true)
  }

  private struct Note: Sendable {
    var text = "a"
    var lines = [1, 2]
  }

  /// Such actions are compared by their texts, and not all of them.
  @Test func actionsThatAreNotEquatableAreOneItemToo() async {
    let reports = await Reports.of {
      let store = TestStore(
        initialState: 0,
        feature: Feature<Int, Note> { _, note in
          guard note.text == "go" else { return .none }
          return .sequence([Note(), Note(), Note(text: "b")] + (1...1_002).map { _ in Note() })
        })
      await store.send(Note(text: "go"))
      await store.finish()
    }
    let items = reports.texts.first?.split(separator: "    - ").dropFirst() ?? []
    #expect(items.map { $0.contains("\"b\"") } == [false, true, false, false])
    #expect(items.map { $0.contains(" times") } == [true, false, true, true])
    #expect(items.first?.contains("      ), 2 times\n") == true)
    #expect(items.dropFirst(2).first?.contains("), 1000 times\n") == true)
    #expect(items.last?.contains("), 2 times\n") == true)
  }

  /// The rest of a chain that was cut runs during the next steps.
  @Test func aChainWithoutEndIsReportedOnceAndItsRestIsShort() async {
    let reports = await Reports.of {
      let store = TestStore(
        initialState: 0,
        feature: Feature<Int, Bool> { count, goes in
          if goes { count += 1 }
          return goes ? .just(true) : .none
        })
      store.exhaustivity = .off
      store.store.chainLimit = 10_000
      await store.send(true)
      let first = (actions: store.store.state, turns: store.store.counters.turnsCut)
      #expect(first.actions >= 10_000)
      await store.advance(by: .seconds(1))
      await store.finish()
      // How many turns the main actor runs meanwhile depends on the other tests.
      let turns = store.store.counters.turnsCut - first.turns
      #expect(turns > 0, "no action is dropped")
      #expect(store.store.state - first.actions <= 101 * turns)
    }
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("10000 chained actions in one turn") == true)
  }

  @Test func aShortLimitOfChainsStaysAsItIs() async {
    let reports = await Reports.of {
      let store = TestStore(
        initialState: 0,
        feature: Feature<Int, Bool> { count, _ in
          count += 1
          return count < 30 ? .just(true) : .none
        })
      store.exhaustivity = .off
      store.store.chainLimit = 10
      await store.send(true)
      #expect(store.store.chainLimit == 10)
    }
    #expect(reports.texts.count == 1)
  }

  @Test func nothingIsThereToSkip() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.addEffect(.run { send in try await send.clock.sleep(for: .seconds(60)) })
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      reports.texts == [
        """
        Expected actions to skip, but there are none.

        Probably: all actions were received already, or they have not arrived yet.

        What to do: remove the step, or use `skipReceivedActions(strict: false)`.
        """,
        """
        Expected effects to skip, but none is running that must end before the end of the test.

        Probably: all of them have ended. An effect that was started by `addEffect`, by `run` or \
        by the closure that creates the store can run until the end.

        What to do: remove the step, or use `skipInFlightEffects(strict: false)`.
        """,
      ])
  }

  @Test func atMostAHundredEffectsAreListed() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge(
          (1...150).map { .just(.add($0)).delay(for: .seconds($0)).cancellable(id: $0) }))
      await store.send(.fail)
      await store.receive(.add(7))
      await store.finish()
    }
    #expect(reports.texts.count == 2)
    for text in reports.texts {
      let lines = text.split(separator: "\n")
      #expect(lines.count { $0.contains(": it waits for its delay to end") } == 100)
      #expect(lines.contains("    - and 50 more"))
    }
  }

  @Test func equalEffectsAreOneItemOfTheList() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge((1...150).map { .just(.add($0)).delay(for: .seconds($0)) }))
      await store.send(.fail)
      await store.finish()
    }
    let item = "- started by `LedgerAction.fail`: it waits for its delay to end, 150 times\n"
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("but 150 effects still run:\n\n    \(item)\n") == true)
  }

  @Test func atMostAHundredPartsOfAnEffectAreListed() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge(
          (1...150).map { seconds in
            .run { send in try await send.clock.sleep(for: .seconds(seconds)) }
          }
        ).cancellable(id: "all"))
      await store.send(.fail)
      await store.finish()
    }
    let text = reports.texts.first ?? ""
    #expect(text.contains("its task sleeps on the clock for another 1.0 seconds; its task"))
    #expect(text.contains("its task sleeps on the clock for another 100.0 seconds; …\n"))
    #expect(!text.contains("101.0 seconds"))
  }

  @Test func theDescriptionOfAnEffectNeedsNoLookAtAllOthers() async {
    let (count, looks) = (100, EffectLooks())
    let reports = await Reports.of {
      let store = TestStore.ledger(
        starting: .merge(
          (1...count).map { number in
            let parts = (1...2).map { Effect<LedgerAction>.just(.add($0)).delay(for: .seconds(1)) }
            return .merge(parts).cancellable(id: looks.id(number))
          }
        ).cancellable(id: "all"))
      await store.send(.fail)
      await store.finish()
    }
    let words = ", with the id all: it waits for its delay to end"
    #expect(reports.texts.first?.contains(words) == true)
    #expect((count..<20 * count).contains(looks.count))
  }
}
