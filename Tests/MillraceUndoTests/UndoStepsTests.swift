// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceUndo

/// Steps and their changes.
@Suite struct UndoStepsTests {
  /// Steps that each change one field, from the negative number of the step to its number.
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

  @Test("Two lists of the same steps are equal, however they were made")
  func equality() {
    var list = steps(0...150)
    while list.count > 100 { _ = list.removeFirst() }
    #expect(list == steps(51...150))
    #expect(list != steps(51...150) { "other \($0)" })
    #expect(list != steps(50...149))
    for change in [{ $0.isOpen = false }, { $0.time = .seconds(1) }] as [(inout UndoRecord) -> Void]
    {
      var other = steps(51...150)
      other.withLast(change)
      #expect(list != other)
    }
  }

  @Test("A step has its group, also if the step before has the same title")
  func groups() {
    var list = steps([])
    for (number, group) in zip(1..., ["a", "b", nil] as [String?]) {
      list.append(UndoRecord(number: number), "title", group: group)
    }
    #expect(list.records.map { list.label(of: $0).group } == ["a", "b", nil])
    while list.popLast() != nil {}
    #expect(list.labels.count == 0)
  }

  @Test("A change of a list leaves a copy of it as it is")
  func copies() {
    var list = steps(1...100)
    let held = list
    _ = pop(&list)
    let part = list.append(UndoneValue(before: 0, after: 1), 0)
    list.append(UndoRecord(number: 101, first: part), "new", group: nil)
    #expect(held == steps(1...100))
    #expect(list.lastTitle == "new")
    var rest = held
    while rest.count > 1 { _ = rest.removeFirst() }
    #expect(held == steps(1...100))
  }

  @Test("The memory for dropped changes of one field is freed while only another field changes")
  func quietField() {
    var list = steps(1...200)
    for number in 201...500 {
      let part = list.append(UndoneValue(before: -number, after: number), 1)
      list.append(UndoRecord(number: number, first: part), "other", group: nil)
      _ = list.removeFirst()
    }
    let quiet = list.columns[0] as? UndoChanges<UndoneValue<Int>>
    #expect(quiet?.all.pieces.isEmpty == true)
    let other = list.columns[1] as? UndoChanges<UndoneValue<Int>>
    #expect(other?.all.pieces.count ?? 9 <= 200 / UndoPieces<Int>.size + 3)
    // The numbers of its changes continue.
    let part = list.append(UndoneValue(before: 0, after: 501), 0)
    #expect(part.number == 200)
    let change: UndoneValue<Int>? = list.popLast(0)
    #expect(change?.after == 501)
  }

  @Test("A joined change without an effect leaves its step, and the others of the step stay")
  func joining() {
    var list = steps(1...2)
    let other = list.join(UndoneValue(before: "a", after: "b"), 1)
    #expect(other)
    let back = list.join(UndoneValue(before: 2, after: -2), 0)
    #expect(back)
    #expect(list.records.last?.parts.map(\.field) == [1])
    let last = list.join(UndoneValue(before: "b", after: "a"), 1)
    #expect(!last)
    #expect(list.records.last?.parts.isEmpty == true)
  }

  @Test("Equal titles of successive steps are stored once")
  func labels() {
    var list = steps(1...300) { _ in "Move" }
    #expect(list.labels.count == 1)
    for _ in 0..<200 { _ = list.removeFirst() }
    #expect(list.lastTitle == "Move")
  }
}
