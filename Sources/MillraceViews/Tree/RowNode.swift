// SPDX-License-Identifier: Apache-2.0

/// A list item around one row.
final class RowNode: ElementNode {
  override func decorate(_ decoration: Decoration?, by owner: Node) {
    for element in elementsInside { element.decorate(decoration, by: owner) }
  }
}
