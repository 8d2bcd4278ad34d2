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
  private var storage: FocusStorage<Value>?

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
    get { storage?.state.value ?? initial }
    nonmutating set { storage?.state.value = newValue }
  }

  /// Ties controls to the state.
  @MainActor public var projectedValue: Binding { Binding(storage: storage, none: initial) }

  /// Ties controls to a state of the focus.
  @propertyWrapper public struct Binding {
    fileprivate let storage: FocusStorage<Value>?
    /// The value while no control has the focus.
    fileprivate let none: Value

    /// Which control has the focus.
    @MainActor public var wrappedValue: Value {
      get { storage?.state.value ?? none }
      nonmutating set { storage?.state.value = newValue }
    }

    /// The binding itself.
    public var projectedValue: Binding { self }
  }
}

extension FocusState: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    let initial = initial
    storage = installer.next { FocusStorage(initial) }
  }
}

extension FocusState: ComparableProperty {
  func isSameInput(as other: FocusState<Value>) -> Bool { initial == other.initial }
}

/// The value of a `FocusState`, and whose focus it tells of.
@MainActor private final class FocusStorage<Value: Hashable>: HeldState {
  let state: StateStorage<Value>
  /// The one that has the focus, or is to get it: several may have the value of the state.
  weak var holder: FocusNode<Value>?

  init(_ initial: Value) {
    state = StateStorage(initial)
  }

  var isHeld: Bool { state.isHeld }
}

extension View {
  /// Ties the focus of this view to a state: it has the focus while the state has this value.
  ///
  /// It is the focus of the first control in the view, or of the first part of it that is made
  /// ``View/focusable(_:)``, whichever comes first; a selectable row or a scroll view has it only
  /// if there is neither. Where several views have one value, the state tells whether one of them
  /// has the focus, and the first one gets it when the state is given the value.
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
    node.tie(to: binding, value)
    if let child = node.child { Tree.update(child, with: content) }
    node.refresh()
  }
}

/// Makes the first control in it report its focus, and gives the focus to it.
private final class FocusNode<Value: Hashable>: TrackedNode, FocusTarget {
  private var binding: FocusState<Value>.Binding
  private var value: Value
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

  /// Whether the control has the focus, or is to get it.
  private var isHolder: Bool { binding.storage?.holder === self }

  /// What it was the holder of may be the focus of another one now.
  func tie(to binding: FocusState<Value>.Binding, _ value: Value) {
    if isHolder, binding.storage !== self.binding.storage || value != self.value {
      self.binding.storage?.holder = nil
      self.binding.storage?.state.invalidateReaders()
    }
    self.binding = binding
    self.value = value
  }

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    let inside = elements[start...]
    let found =
      ElementNode.first(in: inside) { $0.isControl || $0.isFocusable }
      ?? ElementNode.first(in: inside) { $0.isStop }
    guard let found else {
      control = nil
      return giveUp()
    }
    guard found !== control else { return }
    control = found
    found.reportFocus(to: self)
    refresh()
  }

  override func refresh() {
    let isWanted = track { binding.wrappedValue == value }
    if let storage = binding.storage {
      let hasOther = storage.holder.map { $0.value == value } ?? false
      if isWanted, control != nil, !hasOther {
        storage.holder = self
      } else if !isWanted, isHolder {
        storage.holder = nil
      }
    }
    control?.set(.autofocus, isHolder ? "" : nil)
  }

  func focusChanged(_ hasFocus: Bool) {
    control?.note(.autofocus, hasFocus ? "" : nil)
    guard hasFocus else { return giveUp() }
    binding.storage?.holder = self
    binding.wrappedValue = value
  }

  /// A control that is gone has no focus, and does not get it when it comes again.
  ///
  /// Another control may have the focus by now: what the state says of that one stays.
  private func giveUp() {
    guard isHolder else { return }
    binding.storage?.holder = nil
    if binding.wrappedValue == value { binding.wrappedValue = binding.none }
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

  /// Whether `focusable` has made the element: the other boxes of modifiers are no stops.
  fileprivate var isFocusable: Bool { isStop && self is WrapperNode }

  /// Whether the keyboard stops at the element although it is no control: also at a row that can
  /// be selected, and at what scrolls.
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
