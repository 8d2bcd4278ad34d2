// SPDX-License-Identifier: Apache-2.0

/// A group of views with a header and a footer.
public struct Section<Parent: View, Content: View, Footer: View> {
  let header: Parent
  let content: Content
  let footer: Footer
  /// Whether the content is shown, or nil if the user cannot hide it.
  var isExpanded: Binding<Bool>?

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
  /// Creates a section without a header or a footer.
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

extension Section where Footer == EmptyView {
  /// Creates a section whose content the user shows and hides with its header.
  ///
  /// The content loses its state when it is hidden.
  nonisolated public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content,
    @ViewBuilder header: () -> Parent
  ) {
    self.init(content: content, header: header)
    self.isExpanded = isExpanded
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// Creates a section with a text as its header, with which the user shows and hides the content.
  nonisolated public init(
    _ title: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(title) }
  }
}

extension Section: View, PrimitiveView {
  static var makesElement: Bool { true }
  static var holdsRows: Bool { true }

  /// Creates the element.
  ///
  /// A section in a list contains a list of its own rows.
  /// In a picker it is a header and its content, without the footer.
  func mount(parent: Node, scope: Scope) -> Node {
    if scope.isOfOptions { return OptionSection(self).mount(parent: parent, scope: scope) }
    let row = Self.row(around: parent)
    let section = SectionNode(isInList: row != nil, parent: parent, scope: scope)
    section.hasWindows = section.enclosingElement?.hasWindows ?? false
    section.isFoldable = isExpanded != nil
    row?.becomeGroup()
    mountParts(in: section, rows: row?.rows)
    return section
  }

  @MainActor private func mountParts(in section: SectionNode, rows: ListRows?) {
    let parts = SequenceNode(parent: section, scope: section.scope)
    section.content = parts
    func mount(_ header: some View, _ content: some View) {
      parts.children = [
        part(header, tag: .h2, name: "mv-header", parent: parts),
        self.rows(content, parent: parts, of: rows),
        part(footer, tag: .div, name: "mv-footer", parent: parts),
      ]
    }
    if let isExpanded {
      mount(
        FoldButton(isExpanded: isExpanded, label: header),
        Fold(isExpanded: isExpanded, content: content))
    } else {
      mount(header, content)
    }
  }

  func update(_ node: Node) {
    if node.scope.isOfOptions { return OptionSection(self).update(node) }
    let section = Tree.cast(node, to: SectionNode.self)
    guard section.isFoldable == (isExpanded != nil) else {
      section.content?.unmount()
      section.isFoldable.toggle()
      mountParts(in: section, rows: Self.row(around: section.parent)?.rows)
      return section.childrenChanged()
    }
    guard let parts = section.content?.childNodes else { return }
    func update(_ header: some View, _ content: some View) {
      self.update(parts[0], with: header)
      let list = section.isInList ? parts[1] as? ElementNode : nil
      Tree.update(list?.content ?? parts[1], with: content)
      self.update(parts[2], with: footer)
    }
    if let isExpanded {
      update(
        FoldButton(isExpanded: isExpanded, label: header),
        Fold(isExpanded: isExpanded, content: content))
    } else {
      update(header, content)
    }
  }

  @MainActor private func part<Part: View>(
    _ view: Part, tag: HTMLTag, name: String, parent: Node
  ) -> Node {
    let scope = parent.scope
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

  /// The row of a list that contains the section, directly or in wrappers of modifiers.
  @MainActor private static func row(around parent: Node?) -> RowNode? {
    var node = parent
    while let wrapper = node as? WrapperNode { node = wrapper.parent }
    return node as? RowNode
  }

  @MainActor private func rows(
    _ content: some View, parent: Node, of rows: ListRows?
  ) -> Node {
    let scope = parent.scope
    guard let rows else { return Tree.mount(content, parent: parent, scope: scope) }
    let list = ElementNode(tag: .ul, class: "mv-list", parent: parent, scope: scope)
    list.hasWindows = true
    // Swipe actions of the section are not those of its rows.
    let inner = Scope(in: scope.wrapped(by: rows)) { $0.swipeActions = nil }
    list.content = Tree.mount(content, parent: list, scope: inner)
    return list
  }
}

/// The element of a section.
private final class SectionNode: ElementNode {
  let isInList: Bool
  /// Whether the user can hide the content.
  var isFoldable = false

  init(isInList: Bool, parent: Node, scope: Scope) {
    self.isInList = isInList
    super.init(tag: .section, class: "mv-section", parent: parent, scope: scope)
  }
}

/// The header with which the user shows and hides the content of a section.
private struct FoldButton<Label: View>: View {
  let isExpanded: Binding<Bool>
  let label: Label
  @Environment(\.isEnabled) private var isEnabled

  var body: some View {
    ElementView(.button, .fold(isExpanded, isEnabled: isEnabled)) { label }
  }
}

/// The content of a section that the user can hide.
private struct Fold<Content: View>: View {
  let isExpanded: Binding<Bool>
  let content: Content

  var body: some View {
    if isExpanded.wrappedValue { content }
  }
}
