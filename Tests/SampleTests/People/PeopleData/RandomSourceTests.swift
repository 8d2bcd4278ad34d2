// SPDX-License-Identifier: Apache-2.0

import PeopleData
import Testing

@Suite struct RandomSourceTests {
  @Test func theSameSeedGivesTheSameNumbers() {
    var one = RandomSource(seed: 7)
    var other = RandomSource(seed: 7)
    let numbers = (0..<100).map { _ in one.number(below: 1_000) }
    #expect(numbers == (0..<100).map { _ in other.number(below: 1_000) })
    #expect(one == other)
    #expect(Set(numbers).count > 80)
  }

  @Test func allNumbersBelowTheBoundComeAndNoOther() {
    var source = RandomSource(seed: 1)
    let numbers = Set((0..<1_000).map { _ in source.number(below: 10) })
    #expect(numbers == Set(0..<10))
    #expect(source.number(below: 1) == 0)
    #expect(source.number(below: 0) == 0)
  }

  @Test func elementsAreTakenFromTheList() {
    var source = RandomSource(seed: 3)
    let elements = Set((0..<100).map { _ in source.element(of: ["a", "b", "c"]) })
    #expect(elements == ["a", "b", "c"])
  }
}
