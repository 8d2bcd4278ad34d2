// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view whose content can scroll to the views in it.
///
/// ```swift
/// ScrollViewReader { proxy in
///   List(messages) { Text($0.text) }
///     .onChange(of: messages.count) { proxy.scrollTo(messages.last?.id, anchor: .bottom) }
/// }
/// ```
public struct ScrollViewReader<Content: View> {
  /// Returns the content.
  public var content: (ScrollViewProxy) -> Content

  /// Creates a view whose content gets a proxy, with which actions scroll.
  nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }
}

/// Scrolls the page and the scroll views in a `ScrollViewReader`.
public struct ScrollViewProxy {
  fileprivate weak var reader: Node?

  /// Scrolls until a view is visible.
  ///
  /// The view is found after the views were updated, so an action can append an element to the data
  /// and then scroll to its row. A row of a long list that is not on the page is put on the page. A
  /// view with the modifier `id` in such a row is not found.
  ///
  /// The innermost scroll view or list around the view scrolls, or the page, if these are as high
  /// as their content. Outer scroll views and the page scroll only as far as needed to show the
  /// view. Scrolling is not animated, also in `withAnimation`. Only the latest 100 calls wait for a
  /// page that has no connection.
  ///
  /// - Parameters:
  ///   - id: The id of a view (``View/id(_:)``), or of the element of a row of a `ForEach`. Nothing
  ///     happens if there is no such view in the reader.
  ///   - anchor: The point of the view, and of the visible part, that are put at the same place. A
  ///     page rounds it to an edge or to the middle. If it is nil, the page scrolls only as far as
  ///     needed.
  @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
    guard let host = reader?.scope.host else { return }
    host.queue.add(scroll: { [weak reader] in
      guard let reader, reader.isMounted, let host = reader.scope.host,
        let target = reader.scrollTarget(PickerOptions.flat(AnyHashable(id)))
      else { return }
      guard var element = target.outermostElements.first else { return }
      // The browser draws only the cells of a row of a grid.
      if element is CellsNode { element = element.elementsInside.first ?? element }
      let (block, inline) = (Self.place(anchor?.y), Self.place(anchor?.x))
      // The last number makes each value differ from the one before.
      host.root?.set(
        .dataScroll,
        "\(element.id.rawValue) \(block) \(inline) \(host.makeNodeID().rawValue)")
    })
    host.announce()
  }

  private static func place(_ part: CGFloat?) -> String {
    guard let part else { return "nearest" }
    return part < 0.25 ? "start" : part > 0.75 ? "end" : "center"
  }
}

extension ScrollViewReader: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = ChildNode(parent: parent, scope: scope)
    node.child = Tree.mount(shown(in: node), parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    guard let child = Tree.cast(node, to: ChildNode.self).child else { return }
    Tree.update(child, with: shown(in: node))
  }

  @MainActor private func shown(in node: Node) -> ReaderContent<Content> {
    ReaderContent(content: content, proxy: ScrollViewProxy(reader: node))
  }
}

/// The component that tracks what the closure of a reader reads.
private struct ReaderContent<Content: View>: View {
  let content: (ScrollViewProxy) -> Content
  let proxy: ScrollViewProxy

  var body: some View { content(proxy) }
}

extension Node {
  /// Returns the node of the view with an id, below this node or this node itself, or nil.
  ///
  /// - Complexity: O(*n*) in the number of nodes and of the elements of long lists.
  func scrollTarget(_ id: AnyHashable) -> Node? {
    if let found = ownScrollTarget(id) { return found }
    for child in nodesOnPage {
      if let found = child.scrollTarget(id) { return found }
    }
    return nil
  }
}
