// SPDX-License-Identifier: Apache-2.0

import PeopleData
import Testing

@Suite struct PersonDraftTests {
  private func draft(name: String = "Ada", city: String = "Oslo") -> PersonDraft {
    PersonDraft(Person(id: 1, name: name, city: city))
  }

  @Test(arguments: ["Ada", "A", " Ada  Berg ", "Zoë", "O'Neil-Smith 3rd", "李小龍", "👩🏽‍💻 Ada"])
  func whatPeopleAreCalledIsInOrder(name: String) {
    #expect(draft(name: name).nameProblem == nil)
    #expect(draft(name: name).isValid)
  }

  @Test(arguments: ["", " ", "\t\n ", "\u{200B}"])
  func nothingIsNoName(name: String) {
    #expect(draft(name: name).nameProblem == "The name is empty. Type at least one letter.")
    #expect(!draft(name: name).isValid)
  }

  @Test func sixtyCharactersFitAndNotOneMore() {
    #expect(draft(city: String(repeating: "x", count: 60)).cityProblem == nil)
    #expect(
      draft(city: String(repeating: "x", count: 61)).cityProblem
        == "The city has 61 characters; the maximum is 60. Shorten it.")
    #expect(!draft(city: String(repeating: "x", count: 61)).isValid)
  }

  @Test func oneLetterWithManyMarksIsTooLong() {
    let name = "e" + String(repeating: "\u{301}", count: 240)
    #expect(
      draft(name: name).nameProblem
        == "The name has 481 bytes; the maximum is 480. Shorten it.")
  }

  @Test func aNameNeedsALetter() {
    #expect(
      draft(name: "12 !?").nameProblem == "The name contains no letter. Type at least one.")
  }

  @Test(arguments: ["Ada\u{7}", "Ada\u{0}"])
  func whatCannotBeSeenIsRefused(name: String) {
    #expect(
      draft(name: name).nameProblem
        == "The name contains an invisible control character. Delete the text and type it again.")
  }
}
