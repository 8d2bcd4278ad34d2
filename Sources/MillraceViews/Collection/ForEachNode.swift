// SPDX-License-Identifier: Apache-2.0

/// The node of a `ForEach`, with its rows by id.
///
/// In a list or lazy stack with many rows, only the rows in the window are on the page. For the
/// other rows the node has only the data, or a row whose state is preserved.
final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: Node {
  typealias Row = ForEachRow<Data.Element, Content>

  /// An id, and the number of earlier rows on the page with the same id.
  private struct Key: Hashable {
    let id: ID
    var occurrence = 0
  }

  private var data: Data
  /// The type of the elements in messages.
  private let type: Any.Type
  private var id: (Data.Element) -> ID
  private var content: (Data.Element) -> Content
  private var rows: [Key: Row] = [:]
  private var order: [Key] = []
  private var hasReported = false

  private var window = RowWindow()
  /// Rows outside the window whose state is preserved, in the order in which they left the window.
  private var away: [(key: Key, row: Row)] = []
  private var gaps: [GapNode] = []
  /// The gaps and rows on the page, in order, or nil if all rows are on the page.
  private var pieces: [Node]?

  /// The maximum number of rows outside the window whose state is preserved.
  private static var awayLimit: Int { 200 }

  override var childNodes: [Node] { nodesOnPage + away.map(\.row) }
  override var nodesOnPage: [Node] { pieces ?? order.compactMap { rows[$0] } }

  init(
    _ data: Data, of type: Any.Type, id: @escaping (Data.Element) -> ID,
    content: @escaping (Data.Element) -> Content, parent: Node, scope: Scope
  ) {
    self.data = data
    self.type = type
    self.id = id
    self.content = content
    super.init(parent: parent, scope: scope)
    scope.values.rowEdits?.take(for: self)
    arrange(isUpdate: true)
  }

  override func collect(into elements: inout [ElementNode]) {
    scope.host?.visits += 1
    for node in nodesOnPage { node.collect(into: &elements) }
  }

  /// Shows new data.
  ///
  /// Rows with a known id are updated; other rows are created or removed.
  func show(
    _ data: Data, id: @escaping (Data.Element) -> ID,
    content: @escaping (Data.Element) -> Content
  ) {
    let before = self.data.count
    self.data = data
    self.id = id
    self.content = content
    follow(from: before, to: data.count)
    arrange(isUpdate: true)
  }

  // MARK: - Rows

  /// Creates the rows that the page needs, and releases the others.
  ///
  /// `isUpdate` is false if the window has moved without new data.
  private func arrange(isUpdate: Bool) {
    let parts = hasWindow ? window.parts(of: data.count) : [0..<data.count]
    var shown: [Key: Row] = [:]
    var newOrder: [Key] = []
    var repeats: [ID: Int] = [:]
    shown.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts {
      var index = data.index(data.startIndex, offsetBy: part.lowerBound)
      for offset in part {
        let element = data[index]
        data.formIndex(after: &index)
        var key = Key(id: id(element))
        if shown[key] != nil {
          report(key.id)
          key.occurrence = (repeats[key.id] ?? 0) + 1
          repeats[key.id] = key.occurrence
        }
        let row = row(of: key, element, isUpdate: isUpdate)
        row.offset = offset
        shown[key] = row
        newOrder.append(key)
      }
    }
    let gone = order.compactMap { key in rows[key].map { (key: key, row: $0) } }
    let oldOrder = order
    rows = shown
    order = newOrder
    release(gone, isUpdate: isUpdate)
    let oldPieces = pieces
    arrangeGaps(parts)
    // The same rows can have another gap between them.
    let isSame = oldOrder == newOrder && oldPieces.isSame(as: pieces)
    guard !isSame else { return }
    structureChanged()
    // The buttons of tabs are in another element than the tabs.
    scope.values.tabs?.changed()
  }

  private func row(of key: Key, _ element: Data.Element, isUpdate: Bool) -> Row {
    if let known = rows.removeValue(forKey: key) {
      if isUpdate { known.update(with: element, content: content) }
      return known
    }
    if let place = away.firstIndex(where: { $0.key == key }) {
      let known = away.remove(at: place).row
      known.returnToPage()
      known.update(with: element, content: content)
      return known
    }
    return Row(element, of: type, content: content, parent: self, scope: scope(of: key.id))
  }

  /// Unmounts the rows that have left the page, or stores them in `away` if they have state.
  ///
  /// A row with an open dialog or level is only released if its element has left the data. It is
  /// unmounted then, together with the dialog or level.
  private func release(_ gone: [(key: Key, row: Row)], isUpdate: Bool) {
    var kept: [(key: Key, row: Row)] = []
    for (key, row) in gone {
      if pieces != nil || hasGaps, row.openings == 0, row.holdsState {
        row.leavePage()
        kept.append((key, row))
      } else {
        row.unmount()
      }
    }
    away += kept
    guard !away.isEmpty else { return }
    if isUpdate {
      var wanted = Set(away.map(\.key.id))
      let all = wanted
      for element in data {
        if wanted.isEmpty { break }
        wanted.remove(id(element))
      }
      let present = all.subtracting(wanted)
      for entry in away where !present.contains(entry.key.id) { entry.row.unmount() }
      away.removeAll { !present.contains($0.key.id) }
    }
    while away.count > Self.awayLimit { away.removeFirst().row.unmount() }
  }

  /// Returns the scope of a row.
  ///
  /// In a picker, a list or a tab view, the id is the tag of a row without a tag.
  private func scope(of id: ID) -> Scope {
    scope.needsTags ? scope.tagged(TagPlace(AnyHashable(id))) : scope
  }

  private func report(_ id: ID) {
    guard !hasReported else { return }
    hasReported = true
    scope.host?.faults.append(
      .duplicateID(id: String(describing: id), view: Row.name(for: type)))
  }

  // MARK: - The window

  /// Whether the container is allowed to show only some of its rows.
  private lazy var hasWindow = enclosingElement?.hasWindows ?? false
  private var hasGaps: Bool { hasWindow && data.count > RowWindow.wholeLimit }

  private func arrangeGaps(_ parts: [Range<Int>]) {
    guard hasGaps else {
      for gap in gaps { gap.unmount() }
      gaps = []
      pieces = nil
      return
    }
    while gaps.count > parts.count + 1 { gaps.removeLast().unmount() }
    while gaps.count < parts.count + 1 {
      let gap = GapNode(parent: self, scope: scope, reports: gaps.isEmpty)
      if gaps.isEmpty { gap.onRows = { [weak self] in self?.pageAsks(for: $0, keeping: $1) } }
      gaps.append(gap)
    }
    // `gaps[0]` is always the first gap on the page and `gaps[1]` the last one. Further gaps are
    // between two parts.
    var left = gaps[...]
    var all: [Node] = []
    var end = 0
    var keys = order[...]
    for part in parts {
      let gap = all.isEmpty ? left.removeFirst() : left.removeLast()
      gap.show(end..<part.lowerBound, of: data.count)
      all.append(gap)
      for key in keys.prefix(part.count) { if let row = rows[key] { all.append(row) } }
      keys = keys.dropFirst(part.count)
      end = part.upperBound
    }
    let last = gaps[1]
    last.show(end..<data.count, of: data.count)
    all.append(last)
    pieces = all
  }

  /// Called when other rows have come close to the visible part of the page.
  ///
  /// `kept` is the element of a row in use, or nil.
  private func pageAsks(for wanted: Range<Int>, keeping kept: NodeID?) {
    window.show(wanted, of: data.count)
    let inUse = kept.flatMap { id in
      order.lazy.compactMap { self.rows[$0] }.first { $0.hasOutermost(id) }?.offset
    }
    window.kept = inUse.map { [$0] } ?? []
    // The rows are arranged in the flush, because other events can change the data before it.
    scope.host?.queue.add(request: { [weak self] in
      guard let self, isMounted, !isAway, hasGaps else { return }
      showWindow()
    })
  }

  /// Arranges the rows after the window has moved, without new data.
  ///
  /// The rows with an open dialog or level stay on the page.
  private func showWindow() {
    window.kept.formUnion(rows.values.filter { $0.openings > 0 }.map { $0.offset })
    arrange(isUpdate: false)
  }

  /// Returns the row of an id.
  ///
  /// If the row is not on the page, the window moves there.
  override func ownScrollTarget(_ id: AnyHashable) -> Node? {
    let ids = order.lazy.map { ($0, PickerOptions.flat(AnyHashable($0.id))) }
    if let (key, _) = ids.first(where: { $0.1 == id }) { return rows[key] }
    guard hasGaps,
      let element = data.enumerated().first(where: {
        PickerOptions.flat(AnyHashable(self.id($0.element))) == id
      })
    else { return nil }
    let half = window.rows.count / 2
    window.show(element.offset - half..<element.offset + half + 1, of: data.count)
    showWindow()
    return rows[Key(id: self.id(element.element))]
  }

  /// Moves the window with its rows when rows before it are inserted or removed, unless the window
  /// is at the start.
  ///
  /// Also finds the new positions of the rows in use.
  private func follow(from before: Int, to count: Int) {
    guard hasWindow, count > RowWindow.wholeLimit else { return }
    let wasWhole = before <= RowWindow.wholeLimit
    if wasWhole { window.begin(after: before) }
    let known = order.compactMap { key in rows[key].map { (key, $0.offset) } }
    let inUse = known.filter { key, offset in
      window.kept.contains(offset) || (rows[key]?.openings ?? 0) > 0
    }
    window.kept = Set(inUse.compactMap { place(of: [$0], shift: count - before)?.new })
    guard window.rows.lowerBound > 0 else { return window.move(to: 0, of: count) }
    let inside = known.filter { window.rows.contains($0.1) }
    let found = place(of: inside, shift: count - before)
    let first = window.rows.lowerBound + (found.map { $0.new - $0.old } ?? 0)
    window.move(to: max(first, 0), of: count)
  }

  /// Returns the old and the new position of one of the rows, or nil if none is still in the data.
  ///
  /// The first row's old position, and that position plus the change of the count, are tried before
  /// a search.
  private func place(of rows: [(key: Key, old: Int)], shift: Int) -> (old: Int, new: Int)? {
    guard let first = rows.first else { return nil }
    for new in [first.old, first.old + shift] where 0..<data.count ~= new {
      let element = data[data.index(data.startIndex, offsetBy: new)]
      if id(element) == first.key.id { return (first.old, new) }
    }
    let old = Dictionary(rows.map { ($0.key.id, $0.old) }) { first, _ in first }
    for (new, element) in data.enumerated() {
      if let old = old[id(element)] { return (old, new) }
    }
    return nil
  }
}

extension Optional where Wrapped == [Node] {
  /// Whether both are nil, or contain the same nodes in the same order.
  fileprivate func isSame(as other: [Node]?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.elementsEqual(other, by: ===)
  }
}

/// The part of a row of a `ForEach` that does not depend on the types of its element and view.
class ForEachPlace: TrackedNode {
  /// The position of the row's element in the data.
  final var offset = 0
  /// The number of open dialogs, and levels of a navigation stack, of the views in the row.
  ///
  /// A row with an open dialog or level is in use, so it stays on the page.
  fileprivate(set) final var openings = 0

  /// Whether an element with this id is one of the outermost elements of the row.
  fileprivate func hasOutermost(_ id: NodeID) -> Bool {
    outermostElements.contains { $0.id == id }
  }
}

extension Node {
  /// Changes the number of open dialogs and levels of the rows around this node.
  final func countOpenings(_ change: Int) {
    var node = parent
    while let current = node {
      if let row = current as? ForEachPlace { row.openings += change }
      node = current.parent
    }
  }
}

/// One row of a `ForEach`.
///
/// The values that its closure reads are tracked for this row only.
final class ForEachRow<Element, Content: View>: ForEachPlace {
  private var element: Element
  private let type: Any.Type
  private var content: (Element) -> Content
  private var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }
  override var name: String { Self.name(for: type) }

  init(
    _ element: Element, of type: Any.Type, content: @escaping (Element) -> Content, parent: Node,
    scope: Scope
  ) {
    self.element = element
    self.type = type
    self.content = content
    super.init(parent: parent, scope: scope)
    refresh()
  }

  /// The name in messages; `type` is the type of the elements.
  static func name(for type: Any.Type) -> String { "ForEach over \(type)" }

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
