// SPDX-License-Identifier: Apache-2.0

/// The rows of a `ForEach`, by id.
final class ForEachNode<Element, ID: Hashable, Content: View>: Node {
  /// An id, and how many rows before it had the same one.
  private struct Key: Hashable {
    let id: ID
    var occurrence = 0
  }

  private var rows: [Key: ForEachRow<Element, Content>] = [:]
  private var order: [Key] = []
  private var hasReported = false

  override var childNodes: [Node] { order.compactMap { rows[$0] } }

  /// Shows a row for each element: keeps those that are known, makes and removes others.
  func show<Data: RandomAccessCollection<Element>>(
    _ data: Data, id: (Element) -> ID, content: @escaping (Element) -> Content
  ) {
    var shown: [Key: ForEachRow<Element, Content>] = [:]
    var newOrder: [Key] = []
    shown.reserveCapacity(data.count)
    newOrder.reserveCapacity(data.count)
    for element in data {
      var key = Key(id: id(element))
      while shown[key] != nil {
        key.occurrence += 1
        report(key.id)
      }
      let row: ForEachRow<Element, Content>
      if let known = rows.removeValue(forKey: key) {
        row = known
        row.update(with: element, content: content)
      } else {
        row = ForEachRow(element, content: content, parent: self, scope: scope(of: key.id))
      }
      row.offset = newOrder.count
      shown[key] = row
      newOrder.append(key)
    }
    let gone = order.compactMap { rows[$0] }
    rows = shown
    for row in gone { row.unmount() }
    guard order != newOrder else { return }
    order = newOrder
    structureChanged()
  }

  /// In a picker or a list a row without a tag stands for its id.
  private func scope(of id: ID) -> Scope {
    scope.needsTags ? scope.tagged(AnyHashable(id)) : scope
  }

  private func report(_ id: ID) {
    guard !hasReported else { return }
    hasReported = true
    scope.host?.faults.append(
      .duplicateID(id: String(describing: id), view: "ForEach over \(Element.self)"))
  }
}

/// What is known of a row of a `ForEach` whatever it shows.
class ForEachPlace: TrackedNode {
  /// The position of its element.
  final var offset = 0
}

/// One row of a `ForEach`.
///
/// What its closure reads is observed for this row alone.
final class ForEachRow<Element, Content: View>: ForEachPlace {
  private var element: Element
  private var content: (Element) -> Content
  private var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }
  override var name: String { "ForEach over \(Element.self)" }

  init(
    _ element: Element, content: @escaping (Element) -> Content, parent: Node, scope: Scope
  ) {
    self.element = element
    self.content = content
    super.init(parent: parent, scope: scope)
    refresh()
  }

  func update(with element: Element, content: @escaping (Element) -> Content) {
    self.element = element
    self.content = content
    refresh()
  }

  override func refresh() {
    let view = track { content(element) }
    if let child {
      Tree.update(child, with: view)
    } else {
      child = Tree.mount(view, parent: self, scope: scope)
    }
  }
}
