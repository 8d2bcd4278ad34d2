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
          scope: Scope(in: scope, slot: .option(options, tag: TagPlace(OptionHeader()))))
      } else {
        Tree.mount(
          ElementView(.div, class: "mv-header") { section.header }, parent: parts,
          scope: Scope(in: scope, slot: .plain))
      }
    parts.children = [header, Tree.mount(section.content, parent: parts, scope: scope)]
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
  }
}

/// The tag of the headers of sections in a picker that opens a menu.
///
/// With a tag, no option has the same string as a header: a browser would show the header as the
/// selected option.
struct OptionHeader: Hashable {}
