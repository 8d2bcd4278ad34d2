// SPDX-License-Identifier: Apache-2.0

@testable import MillraceViews

extension ViewHost {
  /// The ids of the elements with the given tag, in document order.
  func ids(_ tag: HTMLTag) -> [NodeID] {
    elements(tag).map(\.id)
  }

  /// The elements with the given tag that the page has, in document order.
  func elements(_ tag: HTMLTag) -> [ElementNode] {
    func walk(_ element: ElementNode) -> [ElementNode] {
      (element.tag == tag ? [element] : []) + element.sent.flatMap(walk)
    }
    return root.map(walk) ?? []
  }

  /// Presses the button at an index.
  func tap(_ index: Int = 0) throws {
    try handle(ViewEvent(node: ids(.button)[index], kind: .tap))
  }

  /// The bodies of one type run so far.
  func bodies(_ type: Any.Type) -> Int {
    bodyCounts[ObjectIdentifier(type), default: 0]
  }
}
