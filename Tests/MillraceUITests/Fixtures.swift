// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport

private struct LedgerStoreKey: EnvironmentKey {
  static let defaultValue: LedgerStore = missingProvider(for: "\\.ledgerStore")
}

private struct PartKey: EnvironmentKey {
  static let defaultValue: StoreProjection<Int, Int> = missingProvider(for: "\\.part")
}

extension EnvironmentValues {
  var ledgerStore: LedgerStore {
    get { self[LedgerStoreKey.self] }
    set { self[LedgerStoreKey.self] = newValue }
  }

  var part: StoreProjection<Int, Int> {
    get { self[PartKey.self] }
    set { self[PartKey.self] = newValue }
  }
}

extension ViewHost {
  /// The texts of the page without its markup, joined by `|`.
  var text: String {
    html().split(separator: "<").compactMap { $0.split(separator: ">").dropFirst().first }
      .joined(separator: "|")
  }

  /// The element that handles an event, and whose first text is `label`.
  func node(on event: String, labelled label: String) -> NodeID? {
    var candidate: NodeID?
    for piece in html().split(separator: "<").map(String.init) {
      if piece.contains("data-on=\"\(event)\"") { candidate = piece.nodeID }
      guard let text = piece.split(separator: ">").dropFirst().first else { continue }
      if text == label, let candidate { return candidate }
      candidate = nil
    }
    return nil
  }

  func tap(_ label: String) throws {
    guard let node = node(on: "tap", labelled: label) else { throw NoSuchElement(label: label) }
    try handle(ViewEvent(node: node, kind: .tap))
  }
}

struct NoSuchElement: Error {
  let label: String
}

extension String {
  fileprivate var nodeID: NodeID? {
    guard let range = ranges(of: "data-n=\"").first else { return nil }
    return Int(self[range.upperBound...].prefix { $0.isNumber }).map { NodeID(rawValue: $0) }
  }
}
