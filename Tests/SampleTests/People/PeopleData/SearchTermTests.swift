// SPDX-License-Identifier: Apache-2.0

import PeopleData
import Testing

@Suite struct SearchTermTests {
  private let ada = Person(id: 1, name: "Ada Lovelace", city: "São Paulo")

  @Test(arguments: [
    "", "   ", "ada", "ADA", "lovelace", "love", "a l", "paulo", "são", "SÃO", "ada paulo",
    "  paulo   ada ", "ada ada ada", "e",
  ])
  func itFindsPartsOfNameAndCity(query: String) {
    #expect(SearchTerm(query).matches(ada))
  }

  @Test(arguments: ["adal", "ada oslo", "x", "lovelaces", "adalovelace", "acela", "<script>"])
  func itFindsNothingElse(query: String) {
    #expect(!SearchTerm(query).matches(ada))
  }

  @Test func queriesThatAskForTheSameAreEqual() {
    #expect(SearchTerm("Ada Oslo") == SearchTerm("  oslo ada  ADA"))
    #expect(SearchTerm(" \t\n") == SearchTerm(""))
    #expect(SearchTerm("").isEmpty)
    #expect(SearchTerm("ada") != SearchTerm("ad a"))
  }

  @Test func aVeryLongQueryIsNoTrouble() {
    let long = SearchTerm(String(repeating: "a ", count: 30_000))
    #expect(long == SearchTerm("a"))
    #expect(!SearchTerm(String(repeating: "a", count: 60_000)).matches(ada))
  }
}
