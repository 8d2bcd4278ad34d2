// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes that the user can make to the data of a list.
public struct EditActions<Data>: OptionSet, Sendable {
  /// The set as bits, one for each change.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension EditActions where Data: MutableCollection {
  /// The user can move elements.
  public static var move: EditActions<Data> { EditActions(rawValue: 1) }
}

extension EditActions where Data: RangeReplaceableCollection {
  /// The user can delete elements.
  public static var delete: EditActions<Data> { EditActions(rawValue: 2) }
}

extension EditActions where Data: MutableCollection, Data: RangeReplaceableCollection {
  /// The user can move and delete elements.
  public static var all: EditActions<Data> { [.move, .delete] }
}

/// The view of a row whose element the user can move or delete.
public struct EditableCollectionContent<Content: View, Data> {
  let content: Content
  let data: Binding<Data>
  let actions: EditActions<Data>
}

extension EditableCollectionContent: View, PrimitiveView
where Data: MutableCollection, Data: RandomAccessCollection {
  func mount(parent: Node, scope: Scope) -> Node {
    let row = Self.row(around: parent)
    // `onDelete` and `onMove` of the same `ForEach` add what `editActions` does not include.
    let around = scope.values.rowEdits
    let edits = RowEdits(outer: row.flatMap { around?.apply(to: $0) == true ? around : nil })
    fill(edits)
    if let forEach = row?.parent { edits.take(for: forEach) }
    let node = ObjectNode(edits, parent: parent, scope: scope)
    node.child = Tree.mount(
      content, parent: node, scope: Scope(in: scope) { $0.rowEdits = edits })
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ObjectNode<RowEdits>.self).update(with: content) { fill($0) }
  }

  @MainActor private static func row(around parent: Node) -> ForEachPlace? {
    var node: Node? = parent
    while let current = node {
      if let row = current as? ForEachPlace { return row }
      node = current.parent
    }
    return nil
  }

  @MainActor private func fill(_ edits: RowEdits) {
    let data = data
    let delete: @MainActor (IndexSet) -> Void = { data.removeElements(at: $0) }
    let move: @MainActor (IndexSet, Int) -> Void = { source, destination in
      data.wrappedValue.move(fromOffsets: source, toOffset: destination)
    }
    edits.fill(
      delete: actions.rawValue & 2 == 0 ? nil : delete,
      move: actions.rawValue & 1 == 0 ? nil : move, count: data.wrappedValue.count)
  }
}

extension Binding {
  /// Removes elements, if elements of the collection can be removed.
  ///
  /// Only such a collection has the action `delete`.
  @MainActor fileprivate func removeElements(at offsets: IndexSet) {
    func open<C: RangeReplaceableCollection & MutableCollection>(_ all: C) -> Value? {
      var rest = all
      rest.remove(atOffsets: offsets)
      return rest as? Value
    }
    guard let all = wrappedValue as? any (RangeReplaceableCollection & MutableCollection),
      let rest = open(all)
    else { return }
    wrappedValue = rest
  }
}

extension ForEach {
  /// Creates views from bindings to identifiable elements, which the user can move or delete.
  ///
  /// In a list, the menu of a row has the items for that, as with
  /// ``DynamicViewContent/onDelete(perform:)`` and ``DynamicViewContent/onMove(perform:)``.
  @MainActor public init<C, R: View>(
    _ data: Binding<C>, editActions: EditActions<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> R
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID,
    Content == EditableCollectionContent<R, C>, C: MutableCollection, C: RandomAccessCollection,
    C.Element: Identifiable, C.Index: Hashable
  {
    self.init(data, id: \.id, editActions: editActions, content: content)
  }

  /// Creates views from bindings to elements and their ids, which the user can move or delete.
  @MainActor public init<C, R: View>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> R
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>,
    Content == EditableCollectionContent<R, C>, C: MutableCollection, C: RandomAccessCollection,
    C.Index: Hashable
  {
    self.init(data, id: id) {
      EditableCollectionContent(content: content($0), data: data, actions: editActions)
    }
  }
}

extension List {
  /// Creates a list with a row for a binding to each element, which the user can move or delete,
  /// and with at most one selected row.
  @MainActor public init<Data, RowContent: View>(
    _ data: Binding<Data>, editActions: EditActions<Data>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, Data.Element: Identifiable,
    Data.Index: Hashable
  {
    self.init(selection: selection) {
      ForEach(data, editActions: editActions, content: rowContent)
    }
  }

  /// Creates a list with a row for a binding to each element, which the user can move or delete,
  /// and with any number of selected rows.
  @MainActor public init<Data, RowContent: View>(
    _ data: Binding<Data>, editActions: EditActions<Data>,
    selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, Data.Element: Identifiable,
    Data.Index: Hashable
  {
    self.init(selection: selection) {
      ForEach(data, editActions: editActions, content: rowContent)
    }
  }
}

extension List where SelectionValue == Never {
  /// Creates a list with a row for a binding to each element, which the user can move or delete.
  ///
  /// ```swift
  /// List($tasks, editActions: [.move, .delete]) { $task in TextField("Task", text: $task.title) }
  /// ```
  @MainActor public init<Data, RowContent: View>(
    _ data: Binding<Data>, editActions: EditActions<Data>,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, Data.Element: Identifiable,
    Data.Index: Hashable
  {
    self.init { ForEach(data, editActions: editActions, content: rowContent) }
  }
}
