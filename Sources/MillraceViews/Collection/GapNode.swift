// SPDX-License-Identifier: Apache-2.0

/// The place of rows that the page does not have.
///
/// The page gives it the height that they would have. The first gap of a window is there also if
/// it is empty: of it the page reports which rows come into view.
final class GapNode: ElementNode, EventTarget {
  /// Hears of the rows that the page asks for.
  var onRows: ((Range<Int>, NodeID?) -> Void)?
  /// The rows that it stands for.
  private(set) var rows = 0..<0

  init(parent: Node, scope: Scope, reports: Bool) {
    let isInList = parent.enclosingElement?.tag == .ul
    super.init(tag: isInList ? .li : .div, class: "mv-gap", parent: parent, scope: scope)
    set(.ariaHidden, "true")
    if reports { listen(.rows, self) }
  }

  /// Stands for rows of a number of rows.
  func show(_ rows: Range<Int>, of total: Int) {
    self.rows = rows
    set(.dataGap, "\(rows.lowerBound) \(rows.count) \(total)")
  }

  /// A list that is disabled is scrolled as well.
  var isEnabled: Bool { true }

  func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .rows(let rows, let kept) = event, let onRows else { return false }
    onRows(rows, kept)
    return true
  }

  /// What a modifier does to rows is nothing to a gap.
  override func decorate(_ decoration: Decoration?, by owner: Node) {}
}
