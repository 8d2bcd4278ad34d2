// SPDX-License-Identifier: Apache-2.0

import PeopleData
import Testing

@Suite struct PeopleStateTests {
  @Test func theSameSeedMakesTheSamePeople() {
    let one = PeopleState(count: 500, seed: 42)
    let other = PeopleState(count: 500, seed: 42)
    let different = PeopleState(count: 500, seed: 43)
    #expect(one.people == other.people)
    #expect(one.visits == other.visits)
    #expect(one.random == other.random)
    #expect(one.people != different.people)
  }

  @Test func tenThousandPeopleAreSortedAndPlausible() {
    let state = PeopleState(count: 10_000, seed: 1)
    #expect(state.people.count == 10_000)
    #expect(state.visits.ids == Array(1...10_000))
    for (first, second) in zip(state.people, state.people.dropFirst()) {
      #expect((first.name, first.city) <= (second.name, second.city))
    }
    #expect(Set(state.people.map(\.name)).count > 7_000)
    #expect(Set(state.people.map(\.city)).count > 80)
    #expect(state.people.allSatisfy { PersonDraft($0).isValid })
  }

  @Test func aCountBelowZeroMakesNoPerson() {
    #expect(PeopleState(count: -3, seed: 1).people.isEmpty)
  }
}
