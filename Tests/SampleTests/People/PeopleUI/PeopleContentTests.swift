// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import PeopleData
import Testing

@MainActor
@Suite struct PeopleContentTests {
  @Test func itShowsTheFirstPageOfAll() {
    let page = PeoplePage()
    #expect(page.host.title == "People")
    #expect(page.texts.contains("1,000 people, page 1 of 50"))
    #expect(page.texts.contains("No person has changed yet."))
    #expect(page.names == page.store.state.people.prefix(20).map(\.name))
  }

  @Test func theSearchFollowsEveryLetter() throws {
    let page = PeoplePage()
    try page.type("oslo", into: "Name or city")
    let matching = page.store.state.people.filter { $0.city == "Oslo" }
    #expect(!matching.isEmpty)
    #expect(page.names == matching.prefix(20).map(\.name))
    #expect(page.texts.contains("\(matching.count) of 1,000 people, page 1 of 1"))
    try page.tap("Clear")
    #expect(page.texts.contains("1,000 people, page 1 of 50"))
    #expect(throws: ViewEventError.self) { try page.tap("Clear") }
  }

  @Test func anEmptyResultIsShown() throws {
    let page = PeoplePage()
    try page.type("<no> & \"such\" person", into: "Name or city")
    #expect(page.names.isEmpty)
    #expect(page.texts.contains("0 of 1,000 people, page 1 of 1"))
    #expect(page.texts.contains { $0.hasPrefix("No person matches all of these words.") })
  }

  @Test func theOrderCanBeChosen() throws {
    let page = PeoplePage()
    try page.choose("city", in: "Sort by")
    let cities = page.store.state.people.prefix(20).map(\.city)
    #expect(cities == cities.sorted())
    #expect(page.names == page.store.state.people.prefix(20).map(\.name))
  }

  @Test func pagesAreTurned() throws {
    let page = PeoplePage(count: 45)
    #expect(throws: ViewEventError.self) { try page.tap("Previous") }
    try page.tap("Next")
    #expect(page.texts.contains("45 people, page 2 of 3"))
    #expect(page.names == page.store.state.people[20..<40].map(\.name))
    try page.tap("Next")
    #expect(page.names.count == 5)
    #expect(throws: ViewEventError.self) { try page.tap("Next") }
    try page.tap("Previous")
    #expect(page.texts.contains("45 people, page 2 of 3"))
  }

  @Test func aChangeIsToldInWords() throws {
    let page = PeoplePage()
    let person = try #require(page.store.state.people[id: page.ids[0]])
    page.store.dispatch(.change(person.id, .move(to: "Atlantis")))
    #expect(page.texts.contains("\(person.name) moved to Atlantis."))
    page.store.dispatch(.change(person.id, .visit))
    #expect(page.texts.contains("\(person.name) visited."))
    page.store.dispatch(.change(person.id, .rename(to: "Aaa")))
    #expect(page.texts.contains("\(person.name) is called Aaa now."))
    #expect(page.names.first == "Aaa")
  }

  @Test func twoPagesThatBeganWithTheSamePeopleGoTheirOwnWays() throws {
    let state = PeopleState(count: 1_000, seed: 1)
    let (one, other) = (PeoplePage(state), PeoplePage(state))
    try one.tap("Run 1,000 random changes")
    try one.type("oslo", into: "Name or city")
    #expect(other.host.flush().isEmpty)
    #expect(other.store.state.people == state.people)
    #expect(other.store.state.visits == state.visits)
    #expect(other.names == state.people.prefix(20).map(\.name))
  }
}
