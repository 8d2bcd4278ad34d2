// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViewTesting
import MillraceViews
import PeopleData
import Testing

@MainActor
@Suite struct PersonEditorTests {
  private func editing() throws -> (page: PeoplePage, person: Person) {
    let page = PeoplePage()
    let person = try #require(page.store.state.people[id: page.ids[3]])
    try page.tap("Edit \(person.name)")
    return (page, try #require(page.store.draft.flatMap { page.store.state.people[id: $0.id] }))
  }

  @Test func itBeginsWithWhatThePersonIs() throws {
    let (page, person) = try editing()
    page.view.find(.sheet)
    #expect(page.value(of: "Name") == person.name)
    #expect(page.value(of: "City") == person.city)
  }

  @Test func whatIsSavedIsShown() throws {
    let (page, person) = try editing()
    try page.type("Aaron Aardvark", into: "Name")
    try page.type("Oz", into: "City")
    #expect(!page.names.contains("Aaron Aardvark"))
    try page.tap("Save")
    #expect(page.names.first == "Aaron Aardvark")
    #expect(page.view.findAll(.sheet).isEmpty)
    #expect(page.texts.contains("\(person.name) was saved as Aaron Aardvark, Oz."))
  }

  @Test func returnSavesToo() throws {
    let (page, person) = try editing()
    try page.type("Aaron Aardvark", into: "Name")
    try page.submit("Name")
    #expect(page.store.state.people[id: person.id]?.name == "Aaron Aardvark")
  }

  @Test func badInputIsExplainedAndNotSaved() throws {
    let (page, person) = try editing()
    try page.type("  ", into: "Name")
    #expect(!page.view.text.contains("is empty"))
    try page.tap("Save")
    #expect(page.texts.contains("The name is empty. Type at least one letter."))
    #expect(page.store.state.people[id: person.id] == person)
    try page.type(String(repeating: "x", count: 300), into: "City")
    #expect(
      page.texts.contains("The city has 300 characters; the maximum is 60. Shorten it."))
    try page.type("Aaron", into: "Name")
    #expect(!page.view.text.contains("is empty"))
    try page.type("Oz", into: "City")
    try page.tap("Save")
    #expect(
      page.store.state.people[id: person.id] == Person(id: person.id, name: "Aaron", city: "Oz"))
  }

  @Test func cancellingForgetsWhatWasTyped() throws {
    let (page, person) = try editing()
    try page.type("Aaron", into: "Name")
    try page.tap("Cancel")
    #expect(page.view.findAll(.sheet).isEmpty)
    #expect(page.store.state.people[id: person.id] == person)
    try page.tap("Edit \(person.name)")
    #expect(page.value(of: "Name") == page.store.draft?.name)
  }

  @Test func aChangeMeanwhileLeavesTheDraftAlone() throws {
    let (page, person) = try editing()
    try page.type("Aaron", into: "Name")
    page.store.dispatch(.change(person.id, .rename(to: "Zzz")))
    #expect(page.value(of: "Name") == "Aaron")
    try page.tap("Save")
    #expect(page.store.state.people[id: person.id]?.name == "Aaron")
  }
}
