// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct RootNodesTests {
  private struct Name: Equatable {
    let text: String
    let log: Log
    static func == (lhs: Name, rhs: Name) -> Bool {
      lhs.log.append("==")
      return lhs.text == rhs.text
    }
  }

  private struct State {
    var name: Name
    var numbers = [1, 2, 3]
  }

  private func slice<Output: Equatable>(
    _ keyPath: KeyPath<State, Output>, _ state: State
  ) -> SliceNode<State, Output> {
    SliceNode(
      identity: SelectorIdentity(keyPath), keyPath: keyPath, areEqual: { $0 == $1 }, state: state)
  }

  @Test func storageIdentityIsTriedBeforeEquality() {
    let log = Log()
    var state = State(name: Name(text: String(repeating: "long enough ", count: 9), log: log))
    let node = slice(\.name, state)
    let pass = SelectionPass()
    #expect(!node.refresh(pass, state))
    #expect(log.lines.isEmpty)
    // Equal but stored elsewhere: only now is `==` asked.
    state.name = Name(text: String(repeating: "long enough ", count: 9), log: log)
    #expect(!node.refresh(pass, state))
    #expect(log.lines == ["=="])
    state.name = Name(text: "other", log: log)
    #expect(node.refresh(pass, state))
    #expect(node.value.text == "other")
    #expect(pass.slicesCompared == 3)
  }

  @Test func aComputedPropertyIsReadThroughItsKeyPath() {
    var state = State(name: Name(text: "", log: Log()))
    let node = slice(\.numbers.count, state)
    #expect(node.offset == nil)
    let pass = SelectionPass()
    state.numbers[0] = 9
    #expect(!node.refresh(pass, state))
    state.numbers.append(4)
    #expect(node.refresh(pass, state))
    #expect(node.value == 4)
  }

  @Test func aFormulaRunsEveryTime() {
    let log = Log()
    let node = FormulaNode<Int, Int>(
      identity: .unique(),
      select: {
        log.append("\($0)")
        return $0 / 10
      }, areEqual: ==, state: 5)
    let pass = SelectionPass()
    #expect(!node.refresh(pass, 7))
    #expect(node.refresh(pass, 17))
    #expect(node.value == 1)
    #expect(log.lines == ["5", "7", "17"])
    #expect(pass.selectorsComputed == 2)
  }
}
