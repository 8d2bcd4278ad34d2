// SPDX-License-Identifier: Apache-2.0

import Testing
import TextData

@Suite struct SearchTermTests {
  private func finds(_ query: String) -> Bool {
    SearchTerm(query).matches("Ada Lovelace", or: "São Paulo")
  }

  @Test(arguments: [
    "", "   ", "ada", "ADA", "lovelace", "love", "a l", "paulo", "são", "SÃO", "ada paulo",
    "  paulo   ada ", "ada ada ada", "e",
  ])
  func itFindsPartsOfBothTexts(query: String) {
    #expect(finds(query))
  }

  @Test(arguments: ["adal", "ada oslo", "x", "lovelaces", "adalovelace", "acela", "<script>"])
  func itFindsNothingElse(query: String) {
    #expect(!finds(query))
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
    #expect(!finds(String(repeating: "a", count: 60_000)))
  }
}
