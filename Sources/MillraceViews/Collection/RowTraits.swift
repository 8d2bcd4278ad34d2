// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The properties of list rows that one modifier sets; those that it does not set are nil.
struct RowTrait {
  /// The style of the line below the row.
  var line: String?
  /// The padding of the row; nil in the outer optional if the modifier does not set it.
  var insets: EdgeInsets??
  /// The view behind the row; nil in the outer optional if the modifier does not set it.
  var background: AnyView??
  var isDeleteDisabled: Bool?
  var isMoveDisabled: Bool?
  var isSelectionDisabled: Bool?
}

/// The properties of rows that the modifiers around them set.
@MainActor final class RowTraits {
  /// The properties of one modifier.
  fileprivate(set) var own: RowTrait
  private let outer: RowTraits?

  fileprivate init(_ own: RowTrait, outer: RowTraits?) {
    self.own = own
    self.outer = outer
  }

  /// Returns the value of the innermost modifier that sets it, or nil.
  private func first<Value>(_ value: (RowTrait) -> Value?) -> Value? {
    value(own) ?? outer?.first(value)
  }

  /// The inline style of the row.
  var style: InlineStyle {
    let insets = first { $0.insets } ?? nil
    return (insets?.padding() ?? InlineStyle()).with(.borderBottomStyle, first(\.line))
  }

  /// The view behind the row, or nil.
  var background: AnyView? { first { $0.background } ?? nil }
  var isDeleteDisabled: Bool { first(\.isDeleteDisabled) ?? false }
  var isMoveDisabled: Bool { first(\.isMoveDisabled) ?? false }
  var isSelectionDisabled: Bool { first(\.isSelectionDisabled) ?? false }
}

/// A view whose elements have these properties if they are rows of a list.
///
/// The rows of a section inherit them.
private struct RowTraitView<Content: View> {
  let content: Content
  let trait: RowTrait
}

extension RowTraitView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    guard scope.isOfRows else { return Tree.mount(content, parent: parent, scope: scope) }
    let traits = RowTraits(trait, outer: scope.values.rowTraits)
    let node = ObjectNode(traits, parent: parent, scope: scope)
    node.child = Tree.mount(
      content, parent: node, scope: Scope(in: scope) { $0.rowTraits = traits })
    return node
  }

  func update(_ node: Node) {
    guard let node = node as? ObjectNode<RowTraits> else {
      return Tree.update(node, with: content)
    }
    node.object.own = trait
    if let child = node.child { Tree.update(child, with: content) }
    node.updateRows()
  }
}

extension Node {
  /// Updates all rows below this node, also those of sections.
  fileprivate func updateRows() {
    for child in childNodes {
      let row = child as? RowNode
      row?.showTraits()
      if row?.isGroup ?? true { child.updateRows() }
    }
  }
}

extension RowNode {
  /// Applies the properties that modifiers set.
  ///
  /// A row around a section has none.
  func showTraits() {
    guard let traits = scope.values.rowTraits else { return }
    set(.style, isGroup ? nil : traits.style.text)
    let background = isGroup ? nil : traits.background
    show(background: background.map { view in ElementView(.div, class: "mv-g mv-under") { view } })
    selectabilityChanged()
    showMenu()
  }
}

extension EnvironmentValues {
  /// The properties of the rows, or nil if no modifier sets any.
  var rowTraits: RowTraits? {
    get { self[own: RowTraits.self] }
    set { self[own: RowTraits.self] = newValue }
  }
}

extension View {
  /// Shows or hides the lines at the edges of list rows.
  ///
  /// On a page a row has one line, below it; a modifier for the top edge only has no effect.
  nonisolated public func listRowSeparator(
    _ visibility: Visibility, edges: VerticalEdge.Set = .all
  ) -> some View {
    let line =
      switch visibility {
      case .hidden: "none"
      case .visible: "solid"
      case .automatic: String?.none
      }
    return RowTraitView(
      content: self, trait: RowTrait(line: edges.contains(.bottom) ? line : nil))
  }

  /// Puts a view behind list rows.
  ///
  /// It fills the row. `nil` uses the background of the list.
  nonisolated public func listRowBackground<V: View>(_ view: V?) -> some View {
    RowTraitView(content: self, trait: RowTrait(background: .some(view.map { AnyView($0) })))
  }

  /// Sets the space between the edges of list rows and their content.
  ///
  /// `nil` uses the space of the list style.
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View {
    RowTraitView(content: self, trait: RowTrait(insets: .some(insets)))
  }

  /// Prevents the user from deleting list rows.
  ///
  /// The row has no generated item that deletes it; see
  /// ``DynamicViewContent/onDelete(perform:)``.
  nonisolated public func deleteDisabled(_ isDisabled: Bool) -> some View {
    RowTraitView(content: self, trait: RowTrait(isDeleteDisabled: isDisabled))
  }

  /// Prevents the user from moving list rows.
  ///
  /// Other rows can still be moved before or after the row; see
  /// ``DynamicViewContent/onMove(perform:)``.
  nonisolated public func moveDisabled(_ isDisabled: Bool) -> some View {
    RowTraitView(content: self, trait: RowTrait(isMoveDisabled: isDisabled))
  }

  /// Prevents the user from selecting list rows.
  ///
  /// It does not apply to the options of a picker.
  nonisolated public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
    RowTraitView(content: self, trait: RowTrait(isSelectionDisabled: isDisabled))
  }
}
