// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

import MillraceViews

@MainActor struct AddressViewTests {
  /// State with an address; a number above nine is written as nine.
  @Observable @MainActor final class Place {
    var path: [Int] = []
    var search = ""
    var isKnown = true
    private(set) var settings = 0

    var address: PageAddress {
      get {
        PageAddress(route: path.map { min($0, 9) }, query: search.isEmpty ? [:] : ["q": search])
      }
      set {
        settings += 1
        isKnown = newValue.route(as: [Int].self) != nil
        path = newValue.route() ?? []
        search = newValue.query["q"] ?? ""
      }
    }
  }

  struct Page: View {
    @Bindable var place: Place

    var body: some View {
      Text("\(place.path)")
        .pageAddress($place.address, isKnown: place.isKnown)
    }
  }

  private func open(_ text: String) throws -> (host: ViewHost, place: Place) {
    let place = Place()
    let address: PageAddress = try #require(PageAddress(text))
    return (ViewHost(Page(place: place), address: address), place)
  }

  private func address(_ text: String, replaces: Bool) throws -> Patch {
    .setAddress(try #require(PageAddress(text)), replaces: replaces)
  }

  @Test func theFirstPageIsThatOfTheAddress() throws {
    let (host, place) = try open("/1/2?q=x")
    #expect(host.html().contains("[1, 2]"))
    #expect(place.search == "x" && place.settings == 1)
    #expect(host.address == PageAddress("/1/2?q=x") && host.isAddressKnown)
    #expect(host.flush() == [], "the page shows the address already")
  }

  @Test func anAddressThatTheStateHasIsNotSet() throws {
    let (host, place) = try open("/")
    _ = host.html()
    #expect(place.settings == 0)
  }

  @Test func aNewPathIsAnEntryAndANewQueryTakesItsPlace() throws {
    let (host, place) = try open("/")
    _ = host.html()
    place.path = [4]
    #expect(host.flush().last == (try address("/4", replaces: false)))
    place.search = "a"
    #expect(host.flush() == [try address("/4?q=a", replaces: true)])
    place.search = "ab"
    place.path = [4, 5]
    #expect(host.flush().last == (try address("/4/5?q=ab", replaces: false)))
    #expect(host.flush() == [])
  }

  @Test func goingBackSetsTheStateAndTellsNoAddress() throws {
    let (host, place) = try open("/")
    _ = host.html()
    place.path = [4]
    _ = host.flush()
    try host.handle(ViewEvent(node: NodeID(rawValue: 1), kind: .address(PageAddress())))
    #expect(place.path == [] && place.settings == 1)
    let patches = host.flush()
    #expect(patches.count == 1 && host.texts == ["[]"])
    if case .setAddress = patches[0] { Issue.record("the page got the address that it had sent") }
  }

  @Test func goingBackCountsThoughTheStateHasGoneOnUnseen() throws {
    let (host, place) = try open("/4")
    _ = host.html()
    place.path = [5]
    host.open(try #require(PageAddress("/4")))
    #expect(place.path == [4])
    #expect(host.flush() == [])
  }

  @Test func anAddressThatReadsBackDifferentlyIsReplaced() throws {
    let (host, place) = try open("/007/12")
    _ = host.html()
    #expect(host.address == PageAddress("/7/9"))
    #expect(host.flush() == [try address("/7/9", replaces: true)])
    host.open(try #require(PageAddress("/12")))
    #expect(host.flush().last == (try address("/9", replaces: true)))
    place.path = [1]
    #expect(host.flush().last == (try address("/1", replaces: false)))
  }

  @Test func anUnknownAddressIsReported() throws {
    let (host, _) = try open("/a")
    #expect(host.html().contains("[]"), "the application's own view")
    #expect(!host.isAddressKnown)
    #expect(host.flush() == [], "the page keeps its address")
    host.open(PageAddress())
    #expect(host.flush() == [] && host.isAddressKnown)
  }

  @Test func aPageWithoutTheModifierKnowsItsOwnPathAlone() throws {
    let host = ViewHost(Text("a"), address: PageAddress("/b"))
    _ = host.html()
    #expect(host.address == nil && !host.isAddressKnown)
    #expect(ViewHost(Text("a"), address: PageAddress("/?q=1")).isAddressKnown)
    let event = ViewEvent(node: NodeID(rawValue: 1), kind: .address(PageAddress()))
    #expect(throws: ViewEventError.unsupported(event.node, event.kind)) { try host.handle(event) }
  }

  @Test func theRootAloneTakesAnAddress() throws {
    let (host, place) = try open("/")
    _ = host.html()
    let event = ViewEvent(node: NodeID(rawValue: 2), kind: .address(PageAddress(path: ["1"])))
    #expect(throws: ViewEventError.unsupported(event.node, event.kind)) { try host.handle(event) }
    #expect(place.path == [])
  }

  @Test func anAddressWaitsForAViewThatHasTheModifier() throws {
    struct Door: View {
      @State private var isOpen = false
      let place: Place
      var body: some View {
        if isOpen { Page(place: place) } else { Button("open") { isOpen = true } }
      }
    }
    let place = Place()
    let host = ViewHost.shown(Door(place: place), address: PageAddress("/3"))
    try host.tap()
    let patches = host.flush()
    #expect(place.path == [3] && host.texts == ["[3]"])
    #expect(!patches.contains { if case .setAddress = $0 { true } else { false } })
  }

  @Test func aPageThatComesBackIsToldAnAddressThatWasLost() throws {
    let (host, place) = try open("/")
    _ = host.html()
    place.path = [2]
    _ = host.flush()
    host.pageShows(PageAddress())
    #expect(host.flush() == [try address("/2", replaces: false)])
    host.pageShows(try #require(PageAddress("/2")))
    #expect(host.flush() == [])
  }

  @Test func aFlushIsAskedForWhenAnAddressIsOpened() throws {
    let (host, _) = try open("/12")
    _ = host.html()
    _ = host.flush()
    var calls = 0
    host.onInvalidate = { calls += 1 }
    host.open(try #require(PageAddress("/13")))
    #expect(calls == 1)
    #expect(host.flush().last == (try address("/9", replaces: true)))
  }

  @Test func anotherAddressThanThatOfTheFirstPageIsAnnounced() throws {
    let (host, _) = try open("/12")
    var calls = 0
    host.onInvalidate = { calls += 1 }
    _ = host.html()
    #expect(calls == 1)
    #expect(host.flush() == [try address("/9", replaces: true)])
    #expect(calls == 1)
  }

  @Test func anAddressMayBeOpenedInTheMiddleOfAFlush() throws {
    struct Greeter: View {
      let place: Place
      let greet: @MainActor () -> Void
      var body: some View { Page(place: place).onAppear { greet() } }
    }
    let place = Place()
    var host: ViewHost?
    host = ViewHost(Greeter(place: place) { host?.open(PageAddress(path: ["6"])) })
    _ = host?.html()
    _ = host?.flush()
    #expect(place.path == [6])
  }

  @Test func anAddressThatIsTooLongToReadIsNotTold() throws {
    let (host, place) = try open("/")
    _ = host.html()
    place.search = String(repeating: "ä", count: 700)
    #expect(host.flush() == [])
    place.search = "a"
    #expect(host.flush() == [try address("/?q=a", replaces: true)])
  }

  @Test func aSecondModifierIsReportedAndNotHeard() throws {
    struct Two: View {
      let first: Place
      let second: Place
      var body: some View {
        VStack {
          Page(place: first); Page(place: second)
        }
      }
    }
    let (first, second) = (Place(), Place())
    let host = ViewHost(Two(first: first, second: second), address: PageAddress("/1"))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(faults == [.severalAddresses])
    #expect(first.path == [1] && second.path == [])
  }

  @Test func aClosedHostOpensNothing() throws {
    let (host, place) = try open("/")
    _ = host.html()
    host.close()
    host.open(PageAddress(path: ["1"]))
    #expect(place.path == [] && host.address == nil && host.flush() == [])
  }
}
