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
  /// The text of the page without its markup.
  var text: String {
    html().split(separator: "<").compactMap { $0.split(separator: ">").dropFirst().first }
      .joined(separator: "|")
  }

  /// The element that carries an attribute, by its own text.
  func node(on event: String, containing text: String) -> NodeID? {
    for piece in html().components(separatedBy: "<").dropFirst()
    where piece.contains("data-on=\"\(event)\"") && piece.hasSuffix(text) {
      return piece.nodeID
    }
    return nil
  }

  /// The first element that listens to an event.
  func node(on event: String) -> NodeID? {
    html().components(separatedBy: "<").first { $0.contains("data-on=\"\(event)\"") }?.nodeID
  }

  func tap(_ label: String) throws {
    guard let node = node(on: "tap", containing: label) else { throw NoSuchElement(label: label) }
    try handle(ViewEvent(node: node, kind: .tap))
  }
}

struct NoSuchElement: Error {
  let label: String
}

extension String {
  fileprivate var nodeID: NodeID? {
    guard let range = range(of: "data-n=\"") else { return nil }
    return Int(self[range.upperBound...].prefix { $0.isNumber }).map { NodeID(rawValue: $0) }
  }

  fileprivate func components(separatedBy separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
