// SPDX-License-Identifier: Apache-2.0

import Observation

@testable import MillraceViews

/// An observable model.
@Observable final class Model {
  var text = "a"
  var other = 0
  var isOn = false
}

/// A view that shows one property of a model.
struct ModelText: View {
  let model: Model

  var body: some View { Text(model.text) }
}

/// The tags of the elements that tests look for.
enum TagName: String {
  case button, details, dialog, div, img, input, li, nav, option, path, select, span, summary
  case textarea, ul
}

/// A copy of an element at the time of the call.
struct PageElement {
  let id: NodeID
  let text: String?
  private let attributes: [String: String]

  @MainActor init(_ node: ElementNode) {
    (id, text) = (node.id, node.text)
    attributes = Dictionary(
      node.attributes.map { ($0.name.rawValue, $0.value) }, uniquingKeysWith: { $1 })
  }

  func value(_ attribute: String) -> String? { attributes[attribute] }
}

extension ViewHost {
  /// The nodes of the elements with a tag, in document order.
  func nodes(_ tag: TagName) -> [ElementNode] {
    func walk(_ element: ElementNode) -> [ElementNode] {
      (element.tag.rawValue == tag.rawValue ? [element] : []) + element.sent.flatMap(walk)
    }
    return root.map(walk) ?? []
  }

  /// The elements with the given tag that the page has, in document order.
  func elements(_ tag: TagName) -> [PageElement] { nodes(tag).map(PageElement.init) }

  /// The ids of the elements with the given tag, in document order.
  func ids(_ tag: TagName) -> [NodeID] { nodes(tag).map(\.id) }

  /// The texts that the page shows, in document order.
  var texts: [String] { nodes(.span).compactMap(\.text) }

  /// Sends an event to an element, which is found by its tag and index.
  func send(_ kind: ViewEvent.Kind, _ tag: TagName, _ index: Int = 0) throws {
    try handle(ViewEvent(node: ids(tag)[index], kind: kind))
  }

  /// Presses the button at an index.
  func tap(_ index: Int = 0) throws {
    try send(.tap, .button, index)
  }

  /// The number of bodies of a type that have run so far.
  func bodies(_ type: Any.Type) -> Int {
    bodyCounts[ObjectIdentifier(type), default: 0]
  }

  /// A host whose first page is rendered.
  static func shown(
    _ view: some View, environment: EnvironmentValues = EnvironmentValues(),
    address: PageAddress? = nil
  ) -> ViewHost {
    let host = ViewHost(view, environment: environment, address: address)
    _ = host.html()
    return host
  }
}

/// The first page of a view, without the root element and without the ids.
@MainActor func render(_ view: some View) -> String {
  let html = ViewHost(view).html()
  let inside = html.dropFirst("<div data-n=\"1\" class=\"mv-root\">".count).dropLast(6)
  return String(inside).replacing(#/\ data-n="\d+"/#, with: "")
}
