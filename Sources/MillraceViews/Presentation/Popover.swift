// SPDX-License-Identifier: Apache-2.0

/// Where the content of a popover is attached; a page attaches it below the view.
public enum PopoverAttachmentAnchor: Sendable {
  /// At a part of the view.
  case rect(Source)
  /// At a point of the view.
  case point(UnitPoint)

  /// A part of a view.
  public enum Source: Sendable {
    /// All of it.
    case bounds
  }
}

extension View {
  /// Shows content in a frame below this view while a binding is true.
  ///
  /// Escape and a press elsewhere close it.
  nonisolated public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-anchor"),
      layer: PopoverView(isPresented: isPresented, content: { AnyView(content()) }),
      place: .after)
  }

  /// Shows content in a frame below this view while a binding holds a value.
  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    popover(isPresented: item.isThere) {
      item.wrappedValue.map { shown in
        // It is kept by what is shown now, and must not close what is shown for another item.
        let close = ActionBox {
          if item.wrappedValue?.id == shown.id { item.wrappedValue = nil }
        }
        return content(shown).id(shown.id).environment(\.dismiss, DismissAction(box: close))
      }
    }
  }
}

private struct PopoverView {
  let isPresented: Binding<Bool>
  let content: @MainActor () -> AnyView
}

extension PopoverView: View {
  var body: some View {
    if isPresented.wrappedValue {
      ElementView(.div, box) {
        content().environment(\.dismiss, DismissAction(box: ActionBox(dismiss)))
      }
    }
  }

  private var box: Box {
    var box = Box(name: "mv-popover", label: "Details").with(.role, "dialog")
    box.events = .dismiss
    box.handler = { _ in
      dismiss()
      return true
    }
    return box
  }

  @MainActor private func dismiss() { isPresented.wrappedValue = false }
}
