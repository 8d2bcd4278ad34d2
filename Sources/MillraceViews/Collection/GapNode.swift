// SPDX-License-Identifier: Apache-2.0

/// A placeholder for rows that are not on the page.
///
/// The page gives it the estimated height of these rows. The first gap of a window exists even if
/// it has no rows, because the page reports the rows that become visible as an event of this gap.
final class GapNode: ElementNode, EventTarget {
  /// Called with the rows that the page requests, and with the element of a row in use, or nil.
  var onRows: ((Range<Int>, NodeID?) -> Void)?
  /// The rows that the gap replaces.
  private(set) var rows = 0..<0

  init(parent: Node, scope: Scope, reports: Bool) {
    let isInList = parent.enclosingElement?.tag == .ul
    super.init(tag: isInList ? .li : .div, class: "mv-gap", parent: parent, scope: scope)
    set(.ariaHidden, "true")
    if reports { listen(.rows, self) }
  }

  /// Sets the rows that the gap replaces, and the total number of rows.
  func show(_ rows: Range<Int>, of total: Int) {
    self.rows = rows
    set(.dataGap, "\(rows.lowerBound) \(rows.count) \(total)")
  }

  /// Always true: a disabled list can be scrolled too.
  var isEnabled: Bool { true }

  func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .rows(let rows, let kept) = event, let onRows else { return false }
    onRows(rows, kept)
    return true
  }

  /// Does nothing: a modifier of the rows does not apply to a gap.
  override func decorate(_ decoration: Decoration?, by owner: Node) {}
}
