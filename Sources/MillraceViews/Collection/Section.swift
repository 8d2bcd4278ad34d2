// SPDX-License-Identifier: Apache-2.0

/// A group of views with a header and a footer.
public struct Section<Parent: View, Content: View, Footer: View> {
  let header: Parent
  let content: Content
  let footer: Footer

  /// Creates a section with any views as header and footer.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) {
    self.header = header()
    self.content = content()
    self.footer = footer()
  }
}

extension Section where Footer == EmptyView {
  /// Creates a section with any view as its header.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(content: content, header: header) { EmptyView() }
  }
}

extension Section where Parent == EmptyView {
  /// Creates a section with any view as its footer.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
  /// Creates a section without a header and a footer.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// Creates a section with a text as its header.
  nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
  }
}

extension Section: View, PrimitiveView {
  static var makesElement: Bool { true }
  static var holdsRows: Bool { true }

  /// Creates the element.
  ///
  /// A section in a list contains a list of its own rows.
  func mount(parent: Node, scope: Scope) -> Node {
    let section = ElementNode(tag: .section, class: "mv-section", parent: parent, scope: scope)
    section.hasWindows = section.enclosingElement?.hasWindows ?? false
    let parts = SequenceNode(parent: section, scope: scope)
    section.content = parts
    parts.children = [
      part(header, tag: .h2, name: "mv-header", parent: parts, scope: scope),
      rows(parent: parts, scope: scope, of: Self.rows(around: parent)),
      part(footer, tag: .div, name: "mv-footer", parent: parts, scope: scope),
    ]
    return section
  }

  func update(_ node: Node) {
    guard let parts = Tree.cast(node, to: ElementNode.self).content?.childNodes else { return }
    update(parts[0], with: header)
    if let rows = parts[1] as? ElementNode, rows.tag == .ul, let inside = rows.content {
      Tree.update(inside, with: content)
    } else {
      Tree.update(parts[1], with: content)
    }
    update(parts[2], with: footer)
  }

  @MainActor private func part<Part: View>(
    _ view: Part, tag: HTMLTag, name: String, parent: Node, scope: Scope
  ) -> Node {
    if Part.self == EmptyView.self { return Node(parent: parent, scope: scope) }
    let node = ElementNode(tag: tag, class: name, parent: parent, scope: scope)
    node.content = Tree.mount(view, parent: node, scope: scope)
    return node
  }

  @MainActor private func update<Part: View>(_ node: Node, with view: Part) {
    guard Part.self != EmptyView.self else { return }
    if let inside = Tree.cast(node, to: ElementNode.self).content {
      Tree.update(inside, with: view)
    }
  }

  /// The rows of the list of which the section is a row, also with wrappers of modifiers.
  @MainActor private static func rows(around parent: Node) -> ListRows? {
    var node = parent
    while let wrapper = node as? WrapperNode, let outer = wrapper.parent { node = outer }
    return (node as? RowNode)?.rows
  }

  @MainActor private func rows(parent: Node, scope: Scope, of rows: ListRows?) -> Node {
    guard let rows else { return Tree.mount(content, parent: parent, scope: scope) }
    let list = ElementNode(tag: .ul, class: "mv-list", parent: parent, scope: scope)
    list.hasWindows = true
    // Swipe actions of the section are not those of its rows.
    let inner = Scope(in: scope.wrapped(by: rows)) { $0.swipeActions = nil }
    list.content = Tree.mount(content, parent: list, scope: inner)
    return list
  }
}
