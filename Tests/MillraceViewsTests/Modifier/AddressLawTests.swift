// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

import MillraceViews

/// Addresses during random input to an application with tabs, a stack, a sheet and a search.
@MainActor struct AddressLawTests {
  enum Place: String, CaseIterable, PageRoute { case goods, about }

  enum Route: PageRoute {
    case item(Int)
    case tag(String)

    var addressComponents: [String] {
      switch self {
      case .item(let id): ["items", "\(id)"]
      case .tag(let name): ["tags", name]
      }
    }

    init?(addressComponents rest: inout ArraySlice<String>) {
      switch rest.popFirst() {
      case "items":
        guard let id = Int(addressComponents: &rest), id < 100 else { return nil }
        self = .item(id)
      case "tags":
        guard let name = rest.popFirst() else { return nil }
        self = .tag(name)
      default: return nil
      }
    }
  }

  @Observable @MainActor final class Shop {
    var place = Place.goods
    var path: [Route] = []
    var search = ""
    var note: Int?
    var isHelpShown = false
    var isKnown = true

    var address: PageAddress {
      get {
        var address = PageAddress(path: place.addressComponents + path.addressComponents)
        if address.path == ["goods"] { address.path = [] }
        if !search.isEmpty { address.query["q"] = search }
        if isHelpShown { address.query["help"] = "" }
        address.query["note"] = note.map { "\($0)" }
        return address
      }
      set {
        var rest = newValue.path[...]
        let place = rest.isEmpty ? .goods : Place(addressComponents: &rest)
        let path = [Route](addressComponents: &rest)
        isKnown = place != nil && path != nil
        self.place = place ?? .goods
        self.path = path ?? []
        search = newValue.query["q"] ?? ""
        isHelpShown = newValue.query["help"] != nil
        note = newValue.query["note"].flatMap { Int($0) }
      }
    }
  }

  struct Root: View {
    @State private var shop = Shop()

    var body: some View {
      TabView(selection: $shop.place) {
        Tab(value: Place.goods) {
          stack
        } label: {
          Text("Goods")
        }
        Tab(value: Place.about) {
          Text("About \(shop.search)")
        } label: {
          Text("About")
        }
      }
      .sheet(isPresented: $shop.isHelpShown) {
        Text("Help for \(shop.path.count)")
        Button("Close") { shop.isHelpShown = false }
      }
      .pageAddress($shop.address, isKnown: shop.isKnown)
    }

    private var stack: some View {
      NavigationStack(path: $shop.path) {
        VStack {
          TextField("Search", text: $shop.search)
          links(1)
          Button("Note") { shop.note = shop.path.count }
          if !shop.isKnown { Text("There is nothing here.") }
        }
        .navigationDestination(for: Route.self) { route in
          Text("\(route)")
          links(2)
          Button("Home") { shop.path = [] }
        }
        .navigationDestination(item: $shop.note) { Text("Note \($0)") }
      }
    }

    @ViewBuilder private func links(_ id: Int) -> some View {
      NavigationLink("Item", value: Route.item(id + shop.search.count))
      NavigationLink("Tag", value: Route.tag(["a/b", "..", "", "ä?&", "~"][id]))
      Button("Help") { shop.isHelpShown = true }
    }
  }

  /// A browser: the entries of its history, each with the HTML of the page at that time.
  struct Browser {
    private(set) var entries: [(text: String, look: String)]
    private(set) var index = 0

    init(_ text: String) { entries = [(text, "")] }

    var text: String { entries[index].text }
    var look: String {
      get { entries[index].look }
      set { entries[index].look = newValue }
    }

    mutating func take(_ patches: [Patch]) -> Int {
      var pushes = 0
      for case .setAddress(let address, let replaces) in patches {
        if replaces {
          entries[index].text = address.text
        } else {
          entries.removeSubrange((index + 1)...)
          entries.append((address.text, ""))
          index += 1
          pushes += 1
        }
      }
      return pushes
    }

    mutating func go(_ step: Int) -> Bool {
      guard entries.indices.contains(index + step) else { return false }
      index += step
      return true
    }
  }

  /// The HTML of the page without the ids of its elements.
  private func look(_ host: ViewHost) -> String {
    host.html().replacing(#/\ data-n="\d+"/#, with: "")
  }

  private func fresh(_ text: String) throws -> ViewHost {
    let address: PageAddress = try #require(PageAddress(text), "\(text)")
    return ViewHost(Root(), address: address)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aPageOpenedAtTheAddressIsThePageThatTheTapsLedTo(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var browser = Browser("/")
    let host = try fresh("/")
    browser.look = look(host)
    for step in 0..<40 {
      let before = browser.text
      if Int.random(in: 0..<5, using: &random) == 0 {
        guard browser.go(Bool.random(using: &random) ? -1 : 1) else { continue }
        let address = try #require(PageAddress(browser.text))
        try host.handle(ViewEvent(node: NodeID(rawValue: 1), kind: .address(address)))
        let pushes = browser.take(host.flush())
        #expect(pushes == 0 && browser.text == address.text, "seed \(seed), step \(step)")
        #expect(look(host) == browser.look, "seed \(seed), step \(step): \(before) → \(address)")
        continue
      }
      let isTyping = try act(on: host, &random)
      let pushes = browser.take(host.flush())
      #expect(pushes <= (isTyping ? 0 : 1), "seed \(seed), step \(step)")
      #expect(host.flush() == [], "seed \(seed), step \(step)")
      browser.look = look(host)
      #expect(host.address?.text == browser.text, "seed \(seed), step \(step)")
      #expect(PageAddress(browser.text) == host.address, "seed \(seed), step \(step)")
      let other = try fresh(browser.text)
      #expect(look(other) == browser.look, "seed \(seed), step \(step): \(browser.text)")
      #expect(other.flush() == [] && other.isAddressKnown, "seed \(seed), step \(step)")
    }
  }

  /// Presses, types into or closes a random visible element.
  ///
  /// - Returns: Whether it has typed.
  private func act(on host: ViewHost, _ random: inout SeededRandom) throws -> Bool {
    let choices = host.elements().all.filter {
      [.button, .textField, .sheet].contains($0.role) && $0.isEnabled
    }
    let choice = try #require(choices.randomElement(using: &random))
    let kind: ViewEvent.Kind =
      switch choice.role {
      case .textField: .input(["", "a", "a b", "&q=%", "ä"].randomElement(using: &random)!)
      case .sheet: .dismiss
      default: .tap
      }
    do {
      try host.handle(ViewEvent(node: choice.id, kind: kind))
    } catch {
      guard case .covered = error else { throw error }
      return try act(on: host, &random)
    }
    return choice.role == .textField
  }

  @Test(arguments: ["/nowhere", "/goods/items/x", "/goods/items/100", "/about/tags"])
  func whatTheRoutesDoNotKnowIsUnknown(text: String) throws {
    let host = try fresh(text)
    let html = host.html()
    #expect(html.contains("There is nothing here.") && !host.isAddressKnown)
  }
}
