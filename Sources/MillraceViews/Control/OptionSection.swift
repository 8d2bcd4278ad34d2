// SPDX-License-Identifier: Apache-2.0

/// The options of a section in a picker, below the header of the section.
///
/// In a picker that opens a menu, the header is an option that cannot be chosen.
struct OptionSection<Parent: View, Content: View, Footer: View> {
  let section: Section<Parent, Content, Footer>

  init(_ section: Section<Parent, Content, Footer>) {
    self.section = section
  }

  @MainActor func mount(parent: Node, scope: Scope) -> Node {
    if Parent.self == EmptyView.self {
      return Tree.mount(section.content, parent: parent, scope: scope)
    }
    let parts = SequenceNode(parent: parent, scope: scope)
    let header =
      if case .option(let options, _) = scope.slot {
        Tree.mount(
          section.header, parent: parts,
          scope: Scope(in: scope, slot: .option(options, tag: nil)))
      } else {
        Tree.mount(
          ElementView(.div, class: "mv-header") { section.header }, parent: parts,
          scope: Scope(in: scope, slot: .plain))
      }
    parts.children = [header, Tree.mount(section.content, parent: parts, scope: scope)]
    disableOptions(in: header)
    return parts
  }

  @MainActor func update(_ node: Node) {
    if Parent.self == EmptyView.self { return Tree.update(node, with: section.content) }
    let parts = node.childNodes
    if case .option = node.scope.slot {
      Tree.update(parts[0], with: section.header)
    } else {
      Tree.update(parts[0], with: ElementView(.div, class: "mv-header") { section.header })
    }
    Tree.update(parts[1], with: section.content)
    disableOptions(in: parts[0])
  }

  @MainActor private func disableOptions(in header: Node) {
    for element in header.outermostElements where element.tag == .option {
      element.set(.disabled, "")
    }
  }
}
