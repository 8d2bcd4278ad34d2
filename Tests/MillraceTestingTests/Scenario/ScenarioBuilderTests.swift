// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ScenarioBuilderTests {
  /// The notes after steps that each add one.
  private func notes(
    @ScenarioBuilder<Ledger, LedgerAction> _ steps: @MainActor () -> [Step<Ledger, LedgerAction>]
  ) async -> [String] {
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    store.exhaustivity = .off
    await store.perform(steps())
    return store.state.notes
  }

  @Test func stepsFollowEachOther() async {
    #expect(await notes {} == [])
    #expect(await notes { Send(.note("a")) } == ["a"])
    let three = await notes {
      Send(.note("a"))
      Send(.note("b")).expect { $0.notes = ["a", "b"] }
      Send(.note("c"))
    }
    #expect(three == ["a", "b", "c"])
  }

  @Test(arguments: [true, false]) func conditionsChoose(isOn: Bool) async {
    let notes = await notes {
      if isOn { Send(.note("on")) }
      if isOn {
        Send(.note("yes"))
      } else {
        Send(.note("no"))
        Send(.note("never"))
      }
      switch isOn {
      case true: Send(.note("1"))
      case false: Send(.note("0"))
      }
    }
    #expect(notes == (isOn ? ["on", "yes", "1"] : ["no", "never", "0"]))
  }

  @Test func loopsRepeat() async {
    let notes = await notes {
      for number in 0..<3 {
        let text = "\(number)"
        Send(.note(text))
        Send(.note(text + "!"))
      }
    }
    #expect(notes == ["0", "0!", "1", "1!", "2", "2!"])
  }

  @Test func stepsWrittenElsewhereAreTakenIn() async {
    let shared: [Step<Ledger, LedgerAction>] = [.send(.note("a")), .send(.note("b"))]
    let one = Step<Ledger, LedgerAction>.send(.note("c"))
    let notes = await notes {
      shared
      one
      shared
    }
    #expect(notes == ["a", "b", "c", "a", "b"])
  }

  @Test func stepsOfANewerSystemAreTakenInWhereItRuns() async {
    let notes = await notes {
      if #available(macOS 99, iOS 99, tvOS 99, watchOS 99, visionOS 99, *) {
        Send(.note("new"))
      } else {
        Send(.note("old"))
      }
    }
    #expect(notes.count == 1)
  }

  /// `Send` is a step, and also the type with which effects send; each is found where it is meant.
  @Test func sendIsAStepInExpressionsAndATypeInTypes() async {
    func use(_ send: Send<LedgerAction>) { send.dispatch(.add(1)) }
    let effect = Effect<LedgerAction>.run { (send: Send<LedgerAction>) in await send(.add(1)) }
    let log = Log()
    use(Send { action in log.append("\(action.action)") })
    #expect(log.lines == ["add(1)"])
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    await store.addEffect(effect)
    await store.perform { Receive(.add(1)).expect { $0.count = 1 } }
    await store.finish()
  }
}
