// SPDX-License-Identifier: Apache-2.0

@_exported import MillraceAddress

extension View {
  /// Ties the address of the page to state: it follows the state, and the state follows it.
  ///
  /// The binding is read like anything in a body: when it has another value, the page gets that
  /// address. Another path is a new entry of the browser's history; where the query alone differs,
  /// the present entry is replaced. The binding is set when the page opens at an address, and when
  /// a person goes back or forward. Then it is read again: where it gives another address than it
  /// was set to, the entry is replaced by that one.
  ///
  /// ```swift
  /// NavigationStack(path: $path) { … }
  ///   .pageAddress(
  ///     Binding { PageAddress(route: path) } set: { path = $0.route() ?? [] })
  /// ```
  ///
  /// Addresses are relative to the page's own path: all that is below it belongs to the page. One
  /// view of a page has the modifier, best the outermost one.
  ///
  /// - Parameters:
  ///   - address: the address that stands for the state.
  ///   - isKnown: whether the application knows what is at the address. A page that opens at one
  ///     that it does not know shows what it likes, keeps that address, and is answered as "not
  ///     found".
  ///   - page: not used here: the page knows its own path. An app on Apple's platforms needs it to
  ///     read links of the web.
  /// - Returns: this view, with the address.
  nonisolated public func pageAddress(
    _ address: Binding<PageAddress>, isKnown: Bool = true, below page: String = ""
  ) -> some View {
    AddressView(content: self, address: address, isKnown: isKnown)
  }
}

/// A view that the address of the page belongs to.
private struct AddressView<Content: View> {
  let content: Content
  let address: Binding<PageAddress>
  let isKnown: Bool
}

extension AddressView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = AddressNode(address, isKnown: isKnown, parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: AddressNode.self)
    node.binding = address
    node.isKnown = isKnown
    if let child = node.child { Tree.update(child, with: content) }
    node.refresh()
  }
}

/// Reads the address whenever it may be another one.
final class AddressNode: TrackedNode {
  var binding: Binding<PageAddress>
  var isKnown: Bool
  var child: Node?
  private(set) var address = PageAddress()

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(_ binding: Binding<PageAddress>, isKnown: Bool, parent: Node, scope: Scope) {
    self.binding = binding
    self.isKnown = isKnown
    super.init(parent: parent, scope: scope)
    refresh()
    scope.host?.addressAppeared(self)
  }

  override func refresh() {
    address = track { binding.wrappedValue }
  }

  override func didUnmount() {
    super.didUnmount()
    scope.host?.addressDisappeared(self)
  }
}
