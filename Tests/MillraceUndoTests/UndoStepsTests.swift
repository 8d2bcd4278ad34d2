// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceUndo

/// The list of steps, in pieces.
@Suite struct UndoStepsTests {
  private func steps(_ numbers: some Sequence<Int>) -> UndoSteps {
    UndoSteps(numbers.map { UndoRecord(number: $0, title: "", parts: UndoParts()) })
  }

  @Test("Steps come out at both ends in their order")
  func ends() {
    var list = steps(1...200)
    #expect(list.count == 200)
    #expect((1...70).allSatisfy { list.removeFirst() == $0 })
    #expect((130...200).reversed().allSatisfy { list.popLast()?.number == $0 })
    #expect(list.all.map(\.number) == Array(71..<130))
    #expect((71..<130).reversed().allSatisfy { list.popLast()?.number == $0 })
    #expect(list.popLast() == nil)
    #expect(list == UndoSteps())
  }

  @Test("Two lists of the same steps are equal, however they came about")
  func equality() {
    var list = steps(0...150)
    while list.count > 100 { _ = list.removeFirst() }
    #expect(list == steps(51...150))
    list.withLast { $0.title = "other" }
    #expect(list != steps(51...150))
  }

  @Test("A change beside a held copy leaves the copy as it is")
  func copies() {
    var list = steps(1...100)
    let held = list
    list.append(UndoRecord(number: 101, title: "", parts: UndoParts()))
    list.withLast { $0.title = "new" }
    #expect(held == steps(1...100))
    #expect(list.last?.title == "new")
  }
}
