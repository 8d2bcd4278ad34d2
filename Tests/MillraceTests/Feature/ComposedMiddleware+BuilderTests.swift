// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct MiddlewareBuilderTests {
  private typealias Composed = ComposedMiddleware<Int, String, Int>

  private func part(_ number: Int, _ log: Log) -> MiddlewareScript.Part {
    MiddlewareScript.part(number, log)
  }

  private func trace(
    @ComposedMiddleware<Int, String, Int>.Builder _ make: (Log) -> Composed
  ) -> [String] {
    MiddlewareScript.trace { make($0) }
  }

  private func expected(_ numbers: Int...) -> [String] {
    MiddlewareScript.trace { log in Composed(numbers.map { part($0, log) }) }
  }

  @Test func statementsComposeInOrder() {
    let built = trace { log in
      part(3, log)
      part(1, log)
      part(2, log)
    }
    #expect(built == expected(3, 1, 2))
    #expect(built != expected(1, 2, 3))
  }

  @Test func anEmptyBlockDoesNothing() {
    #expect(Composed {}.parts.isEmpty)
  }

  @Test(arguments: [true, false])
  func conditionsChoose(isOn: Bool) {
    let built = trace { log in
      if isOn { part(3, log) }
      if isOn { part(7, log) } else { part(11, log) }
      switch isOn {
      case true: part(1, log)
      case false: part(5, log)
      }
    }
    #expect(built == (isOn ? expected(3, 7, 1) : expected(11, 5)))
  }

  @Test func loopsComposeTheirRounds() {
    let built = trace { log in
      for number in [3, 2, 1] { part(number, log) }
      if #available(macOS 15, *) { part(5, log) }
    }
    #expect(built == expected(3, 2, 1, 5))
  }

  @Test func compositionsInsideAreFlat() {
    let log = Log()
    let composed = Composed {
      part(1, log)
      Composed {
        part(2, log)
        ComposedMiddleware()
        part(3, log)
      }
    }
    #expect(composed.parts.count == 3)
  }

  @Test func whatSendsNothingFitsIn() {
    let built = trace { log in
      part(3, log)
      AnyMiddleware<Int, Never, Int> { _, _, state in
        Effect.perform { _ in log.append("quiet \(state())") }
      }
      part(1, log)
    }
    let quiet = built.filter { $0.hasPrefix("quiet") }
    #expect(quiet == ["quiet 101", "quiet 102", "quiet 103"])
    #expect(built.filter { !$0.hasPrefix("quiet") } == expected(3, 1))
  }

  @MainActor
  @Test func aStoreTakesTheResult() {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: ComposedMiddleware {
        LedgerMiddleware { action, _, _ in action == .add(1) ? .just(.add(10)) : .none }
        LedgerMiddleware { action, _, _ in Effect.perform { _ in log.append("\(action)") } }
      })
    store.dispatch(.add(1))
    #expect(store.state.count == 11)
    #expect(log.lines == ["add(1)", "add(10)"])
  }
}
