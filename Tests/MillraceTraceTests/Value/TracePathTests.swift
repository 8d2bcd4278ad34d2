// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@Suite struct TracePathTests {
  @Test(arguments: ["cart.items[1].name", "a", ".", "a[0][1]", #"a["x y"].b"#, #"["\"\\"]"#])
  func aPathIsReadAsItIsWritten(text: String) {
    #expect(TracePath(text)?.description == text)
  }

  @Test(arguments: ["a..b", ".a", "a[", "a[x]", "a[-1]", "a[0", "a[0]b", #"a["x"#, "a."])
  func whatIsNoPathIsNone(text: String) {
    #expect(TracePath(text) == nil)
  }

  @Test(arguments: ["a=b", "\"\u{301}", "\\\u{301}\"", "\r\n", "\u{301}", ""])
  func aNameOfAnySignsIsReadAsItIsWritten(name: String) {
    let path = TracePath([.name("m"), .name(name)])
    #expect(TracePath(path.description) == path)
  }

  @Test func onlyAnElementOfAListIsAnIndex() throws {
    struct Shop: Decodable {
      let prices: [Int: [Bool]]
    }
    let value = try TraceValue(json: #"{"prices":{"7":[true,1]}}"#)
    #expect {
      try value.decoded(as: Shop.self)
    } throws: { error in
      TraceError.reason(error).hasSuffix("prices.7[1]")
    }
  }

  @Test func aPathConcernsItsPartsAndWhatItIsAPartOf() throws {
    let path = try #require(TracePath("cart.items"))
    for text in ["cart", "cart.items", "cart.items[2].name", "."] {
      #expect(path.concerns(try #require(TracePath(text))))
    }
    for text in ["cart.total", "items"] {
      #expect(!path.concerns(try #require(TracePath(text))))
    }
  }
}
