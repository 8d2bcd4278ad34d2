// SPDX-License-Identifier: Apache-2.0

import MillraceAddress
import Testing

struct PageRouteTests {
  enum Part: String, PageRoute { case open, done }

  enum Route: PageRoute {
    case board(Int)
    case card(String, Part)

    var addressComponents: [String] {
      switch self {
      case .board(let id): ["boards", "\(id)"]
      case .card(let name, let part): ["cards", name] + part.addressComponents
      }
    }

    init?(addressComponents rest: inout ArraySlice<String>) {
      switch rest.popFirst() {
      case "boards":
        guard let id = Int(addressComponents: &rest) else { return nil }
        self = .board(id)
      case "cards":
        guard let name = rest.popFirst(), let part = Part(addressComponents: &rest) else {
          return nil
        }
        self = .card(name, part)
      default: return nil
      }
    }
  }

  @Test func aPathOfRoutesIsAnAddressAndBack() {
    let routes = [Route.board(7), .card("a/b", .done), .board(-1)]
    let address = PageAddress(route: routes, query: ["q": "x"])
    #expect(address.text == "/boards/7/cards/a%2Fb/done/boards/-1?q=x")
    #expect(address.route() == routes)
    #expect(PageAddress().route(as: [Route].self) == [])
  }

  @Test(arguments: [
    "/boards", "/boards/x", "/boards/7/x", "/cards/a", "/cards/a/gone", "/boards/7/7",
  ])
  func aPathWithSomethingElseIsNoRoute(text: String) throws {
    #expect(try #require(PageAddress(text)).route(as: [Route].self) == nil)
  }

  @Test func aTextANumberAndARawValueAreOneComponent() {
    #expect(PageAddress(route: 5).route() == 5)
    #expect(PageAddress(route: "a b").route() == "a b")
    #expect(PageAddress(route: Part.open).path == ["open"])
    #expect(PageAddress(path: ["open", "open"]).route(as: Part.self) == nil)
    #expect(PageAddress(path: ["007"]).route() == 7, "which is written as 7")
    #expect(PageAddress().route(as: Int.self) == nil)
  }

  @Test func aRouteThatTakesNothingEndsTheReading() {
    struct Nothing: PageRoute {
      var addressComponents: [String] { [] }
      init?(addressComponents: inout ArraySlice<String>) {}
    }
    #expect(PageAddress(path: ["a"]).route(as: [Nothing].self) == nil)
  }
}
