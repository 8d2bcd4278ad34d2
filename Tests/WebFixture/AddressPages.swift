// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation

/// A level of the shop's navigation stack.
enum ShopRoute: PageRoute {
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

@Observable @MainActor final class ShopModel {
  var path: [ShopRoute] = []
  var search = ""
  var isHelpShown = false
  var isKnown = true

  var address: PageAddress {
    get {
      var address = PageAddress(route: path)
      if !search.isEmpty { address.query["q"] = search }
      if isHelpShown { address.query["help"] = "" }
      return address
    }
    set {
      let routes = newValue.route(as: [ShopRoute].self)
      isKnown = routes != nil
      path = routes ?? []
      search = newValue.query["q"] ?? ""
      isHelpShown = newValue.query["help"] != nil
    }
  }
}

/// A page whose levels, search and sheet are in its address.
struct ShopPage: View {
  @State private var model = ShopModel()

  var body: some View {
    NavigationStack(path: $model.path) {
      VStack {
        Text(model.isKnown ? "All goods" : "There is no such thing here")
        TextField("Search", text: $model.search)
        Text("Looking for '\(model.search)'")
        links(1)
      }
      .navigationDestination(for: ShopRoute.self) { route in
        switch route {
        case .item(let id):
          Text("Item \(id)")
          links(id + 1)
        case .tag(let name): Text("Tag '\(name)'")
        }
      }
    }
    .sheet(isPresented: $model.isHelpShown) {
      Text("How to buy")
      Button("Close") { model.isHelpShown = false }
    }
    .pageAddress($model.address, isKnown: model.isKnown)
  }

  @ViewBuilder private func links(_ id: Int) -> some View {
    NavigationLink("To item \(id)", value: ShopRoute.item(id))
    NavigationLink("To a tag", value: ShopRoute.tag("a/b ?&#ä"))
    Button("Help") { model.isHelpShown = true }
  }
}

@Observable final class Tool: Sendable {}

/// A page whose buttons remove the object that its inner view needs.
struct FragilePage: View {
  @State private var tool: Tool?
  @State private var isOpen = false

  init(hasTool: Bool) {
    _tool = State(initialValue: hasTool ? Tool() : nil)
  }

  var body: some View {
    Button("Lose the tool") { tool = nil }
    Button("Open sheet") { isOpen = true }.sheet(isPresented: $isOpen) {
      Button("Lose it here") { tool = nil }
    }
    ToolView().environment(tool)
  }
}

private struct ToolView: View {
  @Environment(Tool.self) private var tool
  var body: some View { Text("The tool is \(type(of: tool))") }
}
