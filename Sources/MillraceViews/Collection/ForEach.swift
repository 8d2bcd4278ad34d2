// SPDX-License-Identifier: Apache-2.0

/// A view for each element of a collection.
///
/// The state of each row belongs to the id of its element, so the row keeps its state when rows are
/// inserted, removed or moved. When a value that the closure of a row has read changes, only that
/// row runs again.
///
/// ```swift
/// ForEach(books) { book in
///   Text(book.title)
/// }
/// ```
///
/// If several rows on the page have the same id, all of them are shown and the host reports
/// ``ViewFault/duplicateID(id:view:)``.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  /// The elements for which views are created.
  public var data: Data
  let id: (Data.Element) -> ID
  /// The type of the elements in messages.
  private var element: Any.Type = Data.Element.self
  /// Returns the view of an element.
  public var content: (Data.Element) -> Content

  /// Creates views from elements and their ids.
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates views from identifiable elements.
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.id = { $0.id }
    self.content = content
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// Creates views from a range of numbers.
  nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.data = data
    self.id = { $0 }
    self.content = content
  }
}

extension ForEach {
  /// Creates views from bindings to identifiable elements.
  ///
  /// Each binding refers to the position of its element. A binding that is stored, for example in a
  /// task, reads and writes whatever element is at that position later. If there is none, it reads
  /// the old element and ignores writes.
  ///
  /// ```swift
  /// ForEach($books) { $book in TextField("Title", text: $book.title) }
  /// ```
  @MainActor public init<C>(
    _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID, C: MutableCollection,
    C: RandomAccessCollection, C.Element: Identifiable, C.Index: Hashable
  {
    self.init(data, id: \.id, content: content)
  }

  /// Creates views from bindings to elements and their ids.
  @MainActor public init<C>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection,
    C: RandomAccessCollection, C.Index: Hashable
  {
    let elements = data.wrappedValue
    self.data = elements.indices.lazy.map { ($0, elements[$0][keyPath: id]) }
    self.id = { $0.1 }
    element = C.Element.self
    self.content = { content(data.element(at: $0.0, fallback: elements[$0.0])) }
  }
}

extension ForEach: View, PrimitiveView, DynamicViewContent {
  func mount(parent: Node, scope: Scope) -> Node {
    ForEachNode(data, of: element, id: id, content: content, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ForEachNode<Data, ID, Content>.self)
      .show(data, id: id, content: content)
  }
}
