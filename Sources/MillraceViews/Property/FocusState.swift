// SPDX-License-Identifier: Apache-2.0

/// Which control of a view has the keyboard's focus.
///
/// ```swift
/// @FocusState private var isFocused: Bool
/// // ...
/// TextField("Name", text: $name).focused($isFocused)
/// ```
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
    let found = elements[start...].lazy.compactMap(\.firstControl).first
    guard found !== control else { return }
    control = found
    found?.reportFocus(to: self)
    refresh()
  }

  override func refresh() {
    let hasFocus = track { binding.wrappedValue == value }
    control?.set(.autofocus, hasFocus ? "" : nil)
  }

  func focusChanged(_ hasFocus: Bool) {
    control?.note(.autofocus, hasFocus ? "" : nil)
    if hasFocus {
      binding.wrappedValue = value
    } else if binding.wrappedValue == value {
      binding.wrappedValue = binding.none
    }
  }
}

/// Hears of the focus of a control.
@MainActor protocol FocusTarget: AnyObject {
  func focusChanged(_ hasFocus: Bool)
}

extension ElementNode {
  /// This element or the first one in it that a person uses.
  fileprivate var firstControl: ElementNode? {
    if !events.isEmpty { return self }
    return elementsInside.lazy.compactMap(\.firstControl).first
  }
}
