// SPDX-License-Identifier: Apache-2.0

/// A button that opens a new level of a navigation stack.
///
/// Outside a stack, in a list with a selection (for example the sidebar of a
/// `NavigationSplitView`), it selects its value, and its row is shown as selected. Any other link
/// outside a stack does nothing.
///
/// Its label must not contain another button; see ``Button``.
public struct NavigationLink<Label: View, Destination: View> {
  fileprivate enum Target {
    case value(NavigationValue?)
    case view(@MainActor () -> Destination)
  }

  fileprivate let target: Target
  let label: Label

  /// Creates a link to a view, with any view as its label.
  nonisolated public init(
    @ViewBuilder destination: @escaping () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    target = .view(onMain(destination))
    self.label = label()
  }
}

extension NavigationLink {
  /// Creates a link to a view, with any view as its label.
  nonisolated public init(destination: Destination, @ViewBuilder label: () -> Label) {
    target = .view(onMain { destination })
    self.label = label()
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link to a view, with a text as its label.
  nonisolated public init(_ title: some StringProtocol, destination: Destination) {
    self.init(destination: destination) { Text(title) }
  }

  /// Creates a link to a view, with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol,
    @ViewBuilder destination: @escaping () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link to a value, with any view as its label.
  ///
  /// It is disabled if the value is nil. It does nothing if the path of the stack has elements of
  /// another type.
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    target = .value(value.map { NavigationValue($0) })
    self.label = label()
  }

  /// Creates a link to a value, with a text as its label.
  ///
  /// It is disabled if the value is nil.
  nonisolated public init<P: Hashable>(_ title: some StringProtocol, value: P?)
  where Label == Text {
    self.init(value: value) { Text(title) }
  }
}

extension NavigationLink: View {
  /// A button.
  public var body: some View {
    LinkButton(label: label, value: value, destination: destination, open: { open($0) })
      .disabled(isEmpty)
  }

  private var value: AnyHashable? {
    if case .value(let value) = target { value?.value } else { nil }
  }

  /// The view that the link opens, or nil if the link opens a value.
  @MainActor private var destination: (@MainActor () -> AnyView)? {
    guard case .view(let make) = target else { return nil }
    return { AnyView(make()) }
  }

  private var isEmpty: Bool {
    if case .value(nil) = target { true } else { false }
  }

  @MainActor private func open(_ node: TrackedNode) -> Bool {
    let context = node.scope.values.navigation
    switch target {
    case .value(let value?):
      if let context { return context.push(value) }
      return node.rowAround?.press(value.value) ?? false
    case .value(nil): return false
    case .view:
      guard let context, let destination else { return false }
      context.show(
        NavigationContext.Extra(owner: node, content: destination, onBack: {}))
      return true
    }
  }
}

private struct LinkButton<Label: View> {
  let label: Label
  /// The value that the link opens or selects.
  let value: AnyHashable?
  let destination: (@MainActor () -> AnyView)?
  let open: @MainActor (TrackedNode) -> Bool
}

extension LinkButton: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    LinkNode(self, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: LinkNode<Label>.self).update(with: self)
  }
}

private final class LinkNode<Label: View>: ControlNode {
  private var link: LinkButton<Label>
  /// The value that was last passed to the row, and whether the link was enabled then.
  private var claimInRow: LinkClaim?

  init(_ link: LinkButton<Label>, parent: Node, scope: Scope) {
    self.link = link
    super.init(parent: parent, scope: scope)
    let element = makeButton(class: "mv-push mv-x")
    element.content = Tree.mount(link.label, parent: element, scope: scope)
    element.listen(.tap, self)
    self.element = element
    refresh()
  }

  func update(with link: LinkButton<Label>) {
    self.link = link
    if let content = element?.content { Tree.update(content, with: link.label) }
    if let destination = link.destination {
      scope.values.navigation?.replaceContent(of: self, destination)
    }
    refresh()
  }

  override func refresh() {
    track { readEnabled(into: element) }
    updateRow()
  }

  /// Passes to the row around the link its value and whether it is enabled.
  private func updateRow() {
    let claim = LinkClaim(value: link.value, isEnabled: isEnabled)
    guard claim != claimInRow, claimInRow != nil || claim.value != nil else { return }
    claimInRow = claim
    rowToSelect?.setClaim(claim, of: self)
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool { link.open(self) }

  /// The row that uses the value of the link.
  ///
  /// It is nil in a stack, which opens the value instead. It is also nil in a dialog or popover,
  /// and in a section outside the section's rows.
  private var rowToSelect: RowNode? {
    scope.values.navigation == nil ? row { $0.tag == .section } : nil
  }

  override func didUnmount() {
    super.didUnmount()
    scope.values.navigation?.hide(self)
    if claimInRow != nil { rowToSelect?.forget(self) }
  }
}

extension Node {
  /// The innermost list row that contains this node, or nil.
  ///
  /// It is nil in a dialog or popover: the list is behind it.
  var rowAround: RowNode? { row { _ in false } }

  /// The innermost list row around this node, unless it is outside of a dialog, a popover or an
  /// element that meets a condition.
  fileprivate func row(endingAt isEnd: (ElementNode) -> Bool) -> RowNode? {
    var node = parent
    while let current = node {
      if let row = current as? RowNode { return row }
      // A sheet does not listen to `dismiss` while `interactiveDismissDisabled` applies.
      if let element = current as? ElementNode,
        element.tag == .dialog || element.events.contains(.dismiss) || isEnd(element)
      {
        return nil
      }
      node = current.parent
    }
    return nil
  }
}

// MARK: - Destinations

extension View {
  /// Sets the view that a navigation stack shows for values of a type, while this view is in the
  /// stack.
  ///
  /// If several views set a destination for one type, the view nearest to the root is used.
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    DestinationView(content: self) { context, owner in
      context.register(data, of: owner) { AnyView(destination($0)) }
    }
  }

  /// Shows a view on top of a navigation stack while a binding is true.
  ///
  /// The back button sets the binding to false. Outside a stack, nothing is shown.
  nonisolated public func navigationDestination<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> V
  ) -> some View {
    PresentedDestination(
      content: self, isPresented: isPresented, destination: onMain { AnyView(destination()) })
  }

  /// Shows a view on top of a navigation stack while a binding is not nil.
  ///
  /// The back button sets the binding to nil. Outside a stack, nothing is shown.
  public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    PresentedDestination(
      content: self, isPresented: item.isPresent,
      destination: { AnyView(item.wrappedValue.map { destination($0).id($0) }) })
  }
}

private struct DestinationView<Content: View> {
  let content: Content
  let register: @MainActor (NavigationContext, Node) -> Void
}

extension DestinationView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> DestinationNode {
    let node = DestinationNode(parent: parent, scope: scope)
    updateHook(node)
    return node
  }

  func updateHook(_ node: DestinationNode) {
    if let context = node.scope.values.navigation { register(context, node) }
  }
}

private final class DestinationNode: HookNode {
  override func didUnmount() {
    scope.values.navigation?.unregister(self)
  }
}

private struct PresentedDestination<Content: View> {
  let content: Content
  let isPresented: Binding<Bool>
  let destination: @MainActor () -> AnyView
}

extension PresentedDestination: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = PresentedNode(isPresented, destination, parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: PresentedNode.self)
    node.isPresented = isPresented
    node.destination = destination
    if let child = node.child { Tree.update(child, with: content) }
    node.refresh()
  }
}

private final class PresentedNode: TrackedNode {
  var isPresented: Binding<Bool>
  var destination: @MainActor () -> AnyView
  var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(
    _ isPresented: Binding<Bool>, _ destination: @escaping @MainActor () -> AnyView,
    parent: Node, scope: Scope
  ) {
    self.isPresented = isPresented
    self.destination = destination
    super.init(parent: parent, scope: scope)
    refresh()
  }

  override func refresh() {
    let isShown = track { isPresented.wrappedValue }
    guard let context = scope.values.navigation else { return }
    guard isShown else { return context.hide(self) }
    context.show(
      NavigationContext.Extra(owner: self, content: destination) { [weak self] in
        self?.isPresented.wrappedValue = false
      })
  }

  override func didUnmount() {
    super.didUnmount()
    scope.values.navigation?.hide(self)
  }
}

extension Binding where Value: OptionalValue {
  /// A binding that is true while the optional is not nil.
  ///
  /// Writing false sets the optional to nil.
  nonisolated var isPresent: Binding<Bool> {
    func derive(_ base: some BindingLocation<Value>) -> Binding<Bool> {
      Binding<Bool>(PresenceLocation(base: base), transaction)
    }
    return derive(location)
  }
}

/// An optional of any type.
protocol OptionalValue: ExpressibleByNilLiteral {
  var isPresent: Bool { get }
  /// The value, or nil.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  var isPresent: Bool { self != nil }
  var wrappedValue: Any? { map { $0 } }
}

private struct PresenceLocation<Base: BindingLocation> where Base.Value: OptionalValue {
  let base: Base
}

extension PresenceLocation: DerivedLocation {
  var value: Bool { base.value.isPresent }

  func write(_ value: Bool, _ transaction: Transaction) {
    if !value { base.write(nil, transaction) }
  }
}
