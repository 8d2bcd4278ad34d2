// SPDX-License-Identifier: Apache-2.0

@_exported import MillraceAddress

extension View {
  /// Binds the address of the page to state: a change of one of them changes the other.
  ///
  /// The values that the binding reads are tracked. When it returns another address, the page shows
  /// that address, if its text has at most `PageAddress.longest` bytes. A change of the path adds
  /// an entry to the browser's history. A change of only the query replaces the current entry. The
  /// binding is set when the page opens at another address, and when the user goes back or forward
  /// in the history. Then it is read again. If it returns another address than the one that was
  /// set, that address replaces the current entry.
  ///
  /// ```swift
  /// NavigationStack(path: $path) { … }
  ///   .pageAddress(
  ///     Binding { PageAddress(route: path) } set: { path = $0.route() ?? [] })
  /// ```
  ///
  /// Addresses are relative to the page's own path: all paths below it belong to the page. Use the
  /// modifier on only one view of a page, preferably on the outermost one. If several views have
  /// it, the first one is used, and the host reports ``ViewFault/severalAddresses``.
  ///
  /// - Parameters:
  ///   - address: the address that stands for the state.
  ///   - isKnown: whether the application has content for the address. While it is false, the page
  ///     still shows its view, and keeps its address. If it is false when the page opens, the
  ///     server answers with the status "not found".
  ///   - page: not used on the web, because the page knows its own path. An app on Apple's
  ///     platforms needs it to read links to the web page.
  /// - Returns: this view, with the address.
  nonisolated public func pageAddress(
    _ address: Binding<PageAddress>, isKnown: Bool = true, below page: String = ""
  ) -> some View {
    AddressView(content: self, address: address, isKnown: isKnown)
  }
}

/// A view with the modifier `pageAddress`.
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

/// A node that reads the address again when a value that the binding has read changes.
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
