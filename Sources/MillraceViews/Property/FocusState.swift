// SPDX-License-Identifier: Apache-2.0

/// Which control of a view has the keyboard's focus.
///
/// ```swift
/// @FocusState private var isFocused: Bool
/// // ...
/// TextField("Name", text: $name).focused($isFocused)
/// ```
///
/// While no control that is tied to the state has the focus, its value is nil or false: also when
/// the control with the focus has gone.
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  private let initial: Value
  private var storage: StateStorage<Value>?

  /// Creates a state that says whether one control has the focus.
  public init() where Value == Bool {
    initial = false
  }

  /// Creates a state that says which of several controls has the focus.
  public init<T>() where Value == T?, T: Hashable {
    initial = nil
  }

  /// Which control has the focus; a new value moves it.
  @MainActor public var wrappedValue: Value {
    get { storage?.value ?? initial }
    nonmutating set { storage?.value = newValue }
  }

  /// Ties controls to the state.
  @MainActor public var projectedValue: Binding {
    Binding(
      value: storage.map { MillraceViews.Binding(StateLocation(storage: $0)) }
        ?? .constant(initial), none: initial)
  }

  /// Ties controls to a state of the focus.
  @propertyWrapper public struct Binding {
    fileprivate let value: MillraceViews.Binding<Value>
    /// The value while no control has the focus.
    fileprivate let none: Value

    /// Which control has the focus.
    @MainActor public var wrappedValue: Value {
      get { value.wrappedValue }
      nonmutating set { value.wrappedValue = newValue }
    }

    /// The binding itself.
    public var projectedValue: Binding { self }
  }
}

extension FocusState: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    let initial = initial
    storage = installer.next { StateStorage(initial) }
  }
}

extension FocusState: ComparableProperty {
  func isSameInput(as other: FocusState<Value>) -> Bool { initial == other.initial }
}

extension View {
  /// Ties the focus of this view to a state: it has the focus while the state has this value.
  ///
  /// It is the focus of the first control in the view. In a view without one it is that of what
  /// ``View/focusable(_:)`` or a selectable row is around.
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(content: self, binding: binding, value: value)
  }

  /// Ties the focus of this view to a state.
  nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    FocusedView(content: self, binding: condition, value: true)
  }
}

private struct FocusedView<Content: View, Value: Hashable> {
  let content: Content
  let binding: FocusState<Value>.Binding
  let value: Value
}

extension FocusedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = FocusNode(binding, value, parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope)
    node.refresh()
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: FocusNode<Value>.self)
    node.binding = binding
    node.value = value
    if let child = node.child { Tree.update(child, with: content) }
    node.refresh()
  }
}

/// Makes the first control in it report its focus, and gives the focus to it.
private final class FocusNode<Value: Hashable>: TrackedNode, FocusTarget {
  var binding: FocusState<Value>.Binding
  var value: Value
  var child: Node?
  private weak var control: ElementNode?
  /// Whether the control has the focus, or is to get it.
  private var hasFocus = false

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(
    _ binding: FocusState<Value>.Binding, _ value: Value, parent: Node, scope: Scope
  ) {
    self.binding = binding
    self.value = value
    super.init(parent: parent, scope: scope)
  }

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    let inside = elements[start...]
    let found =
      ElementNode.first(in: inside) { $0.isControl } ?? ElementNode.first(in: inside) { $0.isStop }
    guard found !== control else { return }
    control = found
    found?.reportFocus(to: self)
    refresh()
  }

  override func refresh() {
    hasFocus = track { binding.wrappedValue == value }
    control?.set(.autofocus, hasFocus ? "" : nil)
  }

  func focusChanged(_ hasFocus: Bool) {
    self.hasFocus = hasFocus
    control?.note(.autofocus, hasFocus ? "" : nil)
    if hasFocus {
      binding.wrappedValue = value
    } else {
      reset()
    }
  }

  /// Another control may have the focus by now: what the state says of that one stays.
  private func reset() {
    if binding.wrappedValue == value { binding.wrappedValue = binding.none }
  }

  /// A control that is gone has no focus, and does not get it when it comes again.
  private func giveUp() {
    guard hasFocus else { return }
    hasFocus = false
    reset()
  }

  override func didLeavePage() {
    giveUp()
    control?.set(.autofocus, nil)
  }

  override func didUnmount() {
    super.didUnmount()
    giveUp()
  }
}

/// Hears of the focus of a control.
@MainActor protocol FocusTarget: AnyObject {
  func focusChanged(_ hasFocus: Bool)
}

extension ElementNode {
  /// Whether the keyboard's focus may be on the element by its nature.
  fileprivate var isControl: Bool {
    switch tag {
    case .button, .input, .select, .summary, .textarea: true
    case .a: value(.href) != nil
    default: false
    }
  }

  /// Whether the keyboard's focus may be on the element although it is no control: a row that is
  /// selected, or what `focusable` is around.
  fileprivate var isStop: Bool { value(.tabindex) == "0" }

  /// The first one of some elements, and of those in them, that meets a condition.
  fileprivate static func first(
    in elements: some Sequence<ElementNode>, where matches: (ElementNode) -> Bool
  ) -> ElementNode? {
    for element in elements {
      if matches(element) { return element }
      var inside: [ElementNode] = []
      if let row = element as? RowNode {
        row.inner?.collect(into: &inside)  // the menu of a row is none of its controls
      } else {
        inside = element.elementsInside
      }
      if let found = first(in: inside, where: matches) { return found }
    }
    return nil
  }
}
