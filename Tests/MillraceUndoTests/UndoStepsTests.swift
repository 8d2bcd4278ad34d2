// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceUndo

/// Steps and what they changed.
@Suite struct UndoStepsTests {
  /// Steps of one field, of which each has changed its number.
  private func steps(
    _ numbers: some Sequence<Int>, _ title: (Int) -> String = { "\($0 / 3)" }
  ) -> UndoSteps {
    var steps = UndoSteps()
    for number in numbers {
      let part = steps.append(UndoneValue(before: -number, after: number), 0)
      steps.append(UndoRecord(number: number, first: part), title(number), group: nil)
    }
    return steps
  }

  private func pop(_ steps: inout UndoSteps) -> Int? {
    guard let step = steps.popLast() else { return nil }
    let change: UndoneValue<Int>? = steps.popLast(0)
    #expect(change?.after == step.record.number)
    #expect(step.label.title == "\(step.record.number / 3)")
    return step.record.number
  }

  @Test("Steps come out at both ends in their order, with their titles and changes")
  func ends() {
    var list = steps(1...200)
    #expect(list.count == 200)
    #expect((1...70).allSatisfy { list.removeFirst() == $0 })
    #expect((130...200).reversed().allSatisfy { pop(&list) == $0 })
    #expect(list.records.map(\.number) == Array(71..<130))
    #expect(list.lastTitle == "43")
    #expect((71..<130).reversed().allSatisfy { pop(&list) == $0 })
    #expect(pop(&list) == nil)
    #expect(list == UndoSteps())
  }

  @Test("Two lists of the same steps are equal, however they came about")
  func equality() {
    var list = steps(0...150)
    while list.count > 100 { _ = list.removeFirst() }
    #expect(list == steps(51...150))
    #expect(list != steps(51...150) { "other \($0)" })
    #expect(list != steps(50...149))
  }

  @Test("A change beside a held copy leaves the copy as it is")
  func copies() {
    var list = steps(1...100)
    let held = list
    _ = pop(&list)
    let part = list.append(UndoneValue(before: 0, after: 1), 0)
    list.append(UndoRecord(number: 101, first: part), "new", group: nil)
    #expect(held == steps(1...100))
    #expect(list.lastTitle == "new")
  }

  @Test("Titles of steps in a row that are the same take one place")
  func labels() {
    var list = steps(1...300) { _ in "Move" }
    #expect(list.labels.count == 1)
    for _ in 0..<200 { _ = list.removeFirst() }
    #expect(list.lastTitle == "Move")
  }
}
