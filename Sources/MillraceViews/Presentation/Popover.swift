// SPDX-License-Identifier: Apache-2.0

/// The position at which a popover is attached.
///
/// A page ignores it: a popover is always below its view.
public enum PopoverAttachmentAnchor: Sendable {
  /// A rectangle of the view.
  case rect(Source)
  /// A point of the view.
  case point(UnitPoint)

  /// A rectangle of a view.
  public enum Source: Sendable {
    /// The whole view.
    case bounds
  }
}

extension View {
  /// Shows content in a frame below this view while a binding is true.
  ///
  /// The Escape key and a press outside the frame set the binding to false. The anchor and the edge
  /// have no effect.
  nonisolated public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-anchor"),
      layer: PopoverView(isPresented: isPresented, content: onMain { AnyView(content()) }),
      place: .after)
  }

  /// Shows content in a frame below this view while a binding is not nil.
  ///
  /// The Escape key and a press outside the frame set the binding to nil. The anchor and the edge
  /// have no effect.
  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    popover(isPresented: item.isPresent) {
      item.wrappedValue.map { shown in
        // The content for this item can store the action, which must not close the popover of
        // another item.
        ClosableView(content: content(shown)) {
          if item.wrappedValue?.id == shown.id { item.wrappedValue = nil }
        }
        .id(shown.id)
      }
    }
  }
}

/// The content of a popover, with the action that closes it.
private struct ClosableView<Content: View> {
  let content: Content
  let close: @MainActor () -> Void
}

extension ClosableView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = ClosableNode(parent: parent, scope: scope)
    let box = node.box
    box.action = close
    node.child = Tree.mount(
      content, parent: node, scope: Scope(in: scope) { $0.dismiss = DismissAction(box: box) })
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: ClosableNode.self)
    node.box.action = close
    if let child = node.child { Tree.update(child, with: content) }
  }
}

final class ClosableNode: HookNode {
  /// The action.
  ///
  /// The box stays the same, so the bodies that read it do not run with each run of the view around
  /// the popover.
  let box = ActionBox {}

  /// Code of this popover can store the action, which must not close a later popover of the view.
  override func didUnmount() { box.action = {} }
}

private struct PopoverView {
  let isPresented: Binding<Bool>
  let content: @MainActor () -> AnyView
}

extension PopoverView: View {
  var body: some View {
    if isPresented.wrappedValue {
      ElementView(.div, box) {
        ClosableView(content: content(), close: dismiss)
      }
    }
  }

  private var box: Box {
    Box(name: "mv-popover", label: "Details").with(.role, "dialog")
      .handling(.dismiss) { dismiss() }
  }

  @MainActor private func dismiss() { isPresented.wrappedValue = false }
}
