// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import Testing

/// The code of the article "Addresses", on a page.
@MainActor struct AddressesArticleTests {
  enum ShopRoute: PageRoute, Sendable {
    case book(Int)
    case author(String)

    var addressComponents: [String] {
      switch self {
      case .book(let id): ["books", "\(id)"]
      case .author(let name): ["authors", name]
      }
    }

    init?(addressComponents rest: inout ArraySlice<String>) {
      switch rest.popFirst() {
      case "books":
        guard let id = Int(addressComponents: &rest) else { return nil }
        self = .book(id)
      case "authors":
        guard let name = rest.popFirst() else { return nil }
        self = .author(name)
      default: return nil
      }
    }
  }

  struct ShopState: Sendable {
    var path: [ShopRoute] = []
    var search = ""
    var unknown: PageAddress?

    var address: PageAddress {
      get { unknown ?? PageAddress(route: path, query: search.isEmpty ? [:] : ["q": search]) }
      set {
        let routes = newValue.route(as: [ShopRoute].self)
        (path, unknown) = (routes ?? [], routes == nil ? newValue : nil)
        search = newValue.query["q"] ?? ""
      }
    }
  }

  enum ShopAction: Sendable {
    case open(PageAddress)
    case go([ShopRoute])
    case search(String)
  }

  static let shop = Reducer<ShopState, ShopAction> { state, action in
    switch action {
    case .open(let address): state.address = address
    case .go(let path): (state.path, state.unknown) = (path, nil)
    case .search(let text): state.search = text
    }
  }

  typealias ShopStore = Store<ShopState, ShopAction>

  struct Shop: View {
    @Environment(ShopStore.self) private var store

    var body: some View {
      NavigationStack(path: store.binding(\.path) { .go($0) }) {
        VStack {
          if store.unknown != nil { Text("There is nothing at this address.") }
          NavigationLink("Emma", value: ShopRoute.book(7))
          NavigationLink("Jane Austen", value: ShopRoute.author("Jane Austen"))
        }
        .searchable(text: store.binding(\.search) { .search($0) })
        .navigationDestination(for: ShopRoute.self) { Text("\($0)") }
      }
      .pageAddress(store.binding(\.address) { .open($0) }, isKnown: store.unknown == nil)
    }
  }

  private func open(_ text: String) throws -> (host: ViewHost, store: ShopStore) {
    let store = ShopStore(initialState: ShopState(), reducer: Self.shop)
    let address = try #require(PageAddress(text))
    return (ViewHost(Shop().environment(store), address: address), store)
  }

  @Test func aTapIsAnEntryAndTypingIsNone() throws {
    let (host, store) = try open("/")
    _ = host.html()
    try host.tap("Jane Austen")
    let patches = host.flush()
    let address = try #require(PageAddress("/authors/Jane%20Austen"))
    #expect(patches.last == .setAddress(address, replaces: false))
    store.dispatch(.search("x"))
    #expect(host.flush().last == .setAddress(store.address, replaces: true))
    host.open(PageAddress())
    #expect(store.path.isEmpty && store.search == "")
  }

  @Test func aLinkOpensALevel() throws {
    let (host, store) = try open("/books/007?q=a")
    let html = host.html()
    #expect(html.contains("book(7)") && store.search == "a" && host.isAddressKnown)
    #expect(host.flush() == [.setAddress(store.address, replaces: true)])
  }

  @Test func anUnknownAddressShowsTheApplicationsOwnView() throws {
    let (host, store) = try open("/films/1")
    #expect(host.html().contains("There is nothing at this address."))
    #expect(!host.isAddressKnown && store.path.isEmpty)
    #expect(host.flush() == [])
    host.open(PageAddress())
    #expect(store.unknown == nil && !host.html().contains("There is nothing"))
    #expect(host.isAddressKnown)
  }
}
