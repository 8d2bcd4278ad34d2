// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A height of a sheet.
public struct PresentationDetent: Hashable, Sendable {
  private enum Height: Hashable {
    case fraction(CGFloat)
    case points(CGFloat)
  }

  private let height: Height

  /// Half of the height of the window.
  public static let medium = PresentationDetent(height: .fraction(0.5))
  /// Almost the whole height of the window.
  public static let large = PresentationDetent(height: .fraction(1))

  /// Returns a fraction of the height of the window.
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
    PresentationDetent(height: .fraction(fraction))
  }

  /// Returns a height in points.
  public static func height(_ height: CGFloat) -> PresentationDetent {
    PresentationDetent(height: .points(height))
  }

  /// The height as CSS, at most 90% of the height of the window.
  fileprivate var css: String {
    switch height {
    case .fraction(let part): "\(InlineStyle.number(min(max(part, 0), 0.9) * 100))vh"
    case .points(let length): "min(\(InlineStyle.length(max(length, 0))), 90vh)"
    }
  }
}

/// The properties of a sheet that a view in it has set.
struct SheetTrait: Equatable {
  /// The heights of the sheet, or nil.
  var detents: Set<PresentationDetent>?
  /// The present height of the sheet, or nil.
  var selection: PresentationDetent?
  /// Whether the user cannot close the sheet with the Escape key.
  var isDismissDisabled: Bool?

  /// The style of the sheet, or nil: the present or only height, or the least and greatest height.
  var style: InlineStyle? {
    if let selection { return InlineStyle().with(.height, selection.css) }
    guard let detents, !detents.isEmpty else { return nil }
    let all = detents.map(\.css).sorted()
    guard all.count > 1 else { return InlineStyle().with(.height, all[0]) }
    let list = all.joined(separator: ", ")
    return InlineStyle().with(.minHeight, "min(\(list))").with(.maxHeight, "max(\(list))")
  }
}

/// A view that sets properties of the sheet around it.
private struct SheetTraitView<Content: View> {
  let content: Content
  let trait: SheetTrait
}

extension SheetTraitView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> SheetTraitNode {
    let node = SheetTraitNode(parent: parent, scope: scope)
    updateHook(node)
    return node
  }

  func updateHook(_ node: SheetTraitNode) {
    node.scope.values.sheet?.set(trait, of: node)
  }
}

private final class SheetTraitNode: HookNode {
  override func didUnmount() {
    scope.values.sheet?.set(nil, of: self)
  }
}

/// A view that reads the present height of the sheet around it from a binding.
private struct DetentSelection<Content: View> {
  let content: Content
  let detents: Set<PresentationDetent>
  let selection: Binding<PresentationDetent>
}

extension DetentSelection: View {
  var body: some View {
    SheetTraitView(
      content: content, trait: SheetTrait(detents: detents, selection: selection.wrappedValue))
  }
}

/// The sheet around a view.
@MainActor final class SheetPlace {
  weak var element: SheetElement?
  private var traits: [(owner: ObjectIdentifier, trait: SheetTrait)] = []

  /// Sets or removes the properties of a view.
  fileprivate func set(_ trait: SheetTrait?, of owner: Node) {
    let id = ObjectIdentifier(owner)
    let index = traits.firstIndex { $0.owner == id }
    switch (index, trait) {
    case (let index?, let trait?):
      guard traits[index].trait != trait else { return }
      traits[index].trait = trait
    case (let index?, nil): traits.remove(at: index)
    case (nil, let trait?): traits.append((id, trait))
    case (nil, nil): return
    }
    element?.show(
      heights: traits.lazy.compactMap { $0.trait.style }.last ?? InlineStyle(),
      isDismissDisabled: traits.contains { $0.trait.isDismissDisabled == true })
  }
}

extension EnvironmentValues {
  /// The sheet around the view, or nil.
  var sheet: SheetPlace? {
    get { self[own: SheetPlace.self] }
    set { self[own: SheetPlace.self] = newValue }
  }
}

extension View {
  /// Prevents the user from closing the sheet around this view with the Escape key.
  ///
  /// `dismiss` and the binding of the sheet still close it, so the sheet needs a button for it.
  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    SheetTraitView(content: self, trait: SheetTrait(isDismissDisabled: isDisabled))
  }

  /// Sets the heights of the sheet around this view.
  ///
  /// The user of a page cannot change the height of a sheet. With one height, the sheet has that
  /// height. With several heights, it is as high as its content, but not lower or higher than these
  /// heights. A height is at most 90% of the window. A sheet scrolls its content.
  nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    SheetTraitView(content: self, trait: SheetTrait(detents: detents))
  }

  /// Sets the heights of the sheet around this view, and its present height.
  ///
  /// The user of a page cannot change the height of a sheet. It always has the height in the
  /// binding.
  nonisolated public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> some View {
    DetentSelection(content: self, detents: detents, selection: selection)
  }

  /// Shows or hides the indicator for dragging a sheet.
  ///
  /// It has no effect: the sheets of a page cannot be dragged.
  nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
}
