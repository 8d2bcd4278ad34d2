// SPDX-License-Identifier: Apache-2.0

/// A property wrapper whose value identifies the control that has the keyboard focus.
///
/// ```swift
/// @FocusState private var isFocused: Bool
/// // ...
/// TextField("Name", text: $name).focused($isFocused)
/// ```
///
/// When the control with the focus loses it or is removed, and no other control that is bound to
/// the state gets it, the value becomes nil or false. A value that no control is bound to is kept,
/// and a control that is bound to it later gets the focus.
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  private let initial: Value
  private var storage: FocusStorage<Value>?

  /// Creates a state that is true while its control has the focus.
  public init() where Value == Bool {
    initial = false
  }

  /// Creates a state that identifies which one of several controls has the focus.
  public init<T>() where Value == T?, T: Hashable {
    initial = nil
  }

  /// The value for the control with the focus.
  ///
  /// A new value moves the focus.
  @MainActor public var wrappedValue: Value {
    get { storage?.state.value ?? initial }
    nonmutating set { storage?.state.value = newValue }
  }

  /// A binding to the state, for ``View/focused(_:equals:)``.
  @MainActor public var projectedValue: Binding { Binding(storage: storage, none: initial) }

  /// A binding to a focus state.
  @propertyWrapper public struct Binding {
    fileprivate let storage: FocusStorage<Value>?
    /// The value while no control has the focus.
    fileprivate let none: Value

    /// The value for the control with the focus.
    ///
    /// A new value moves the focus.
    @MainActor public var wrappedValue: Value {
      get { storage?.state.value ?? none }
      nonmutating set { storage?.state.value = newValue }
    }

    /// The binding itself.
    public var projectedValue: Binding { self }

    /// Sets the value, unless a control has the focus or will get it.
    @MainActor func setIfNone(_ value: Value) {
      if wrappedValue == none { wrappedValue = value }
    }
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

/// The value of a `FocusState`, and the node whose control has the focus.
@MainActor private final class FocusStorage<Value: Hashable>: HeldState {
  let state: StateStorage<Value>
  /// The node whose control has the focus, or will get it.
  ///
  /// Several nodes can have the same value.
  weak var holder: FocusNode<Value>?

  init(_ initial: Value) {
    state = StateStorage(initial)
  }

  var isHeld: Bool { state.isHeld }
}

extension View {
  /// Binds the focus of this view to a state.
  ///
  /// The view has the focus while the state has this value.
  ///
  /// The focus belongs to the first control in the view, or to the first view in it with the
  /// modifier ``View/focusable(_:)``, whichever comes first. If there is neither, it belongs to the
  /// first selectable row or scroll view. If several views have the same value, the state has this
  /// value while one of them has the focus. When the value is set, one of them gets the focus,
  /// usually the first. Of two of these modifiers around one control, only one has an effect.
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(content: self, binding: binding, value: value)
  }

  /// Binds the focus of this view to a state, which is true while the view has the focus.
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

/// A node that makes the first control in it report its focus, and that sets the focus of that
/// control.
private final class FocusNode<Value: Hashable>: TrackedNode, FocusTarget {
  private var binding: FocusState<Value>.Binding
  private var value: Value
  var child: Node?
  private weak var control: ElementNode?
  /// Whether the elements inside have changed since the last search for the control.
  private var mustSearch = false

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(
    _ binding: FocusState<Value>.Binding, _ value: Value, parent: Node, scope: Scope
  ) {
    self.binding = binding
    self.value = value
    super.init(parent: parent, scope: scope)
  }

  /// Whether the control has the focus, or will get it.
  private var isHolder: Bool { binding.storage?.holder === self }

  /// Sets another binding and value.
  ///
  /// If this node was the holder, the readers of the old state run again, and another node can
  /// become the holder.
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
    let before = control
    search(in: elements[start...]) { _ in true }
    if let control, control !== before { refresh() }
  }

  override func contentChanged() {
    mustSearch = true
    invalidate()
  }

  /// Searches for the first control, and ends the reports of the previous one.
  private func search(
    in elements: some Collection<ElementNode>, where canTake: (ElementNode) -> Bool
  ) {
    mustSearch = false
    let found =
      ElementNode.first(in: elements) { ($0.isControl || $0.isFocusable) && canTake($0) }
      ?? ElementNode.first(in: elements) { $0.isStop && canTake($0) }
    guard found !== control else {
      if found == nil { loseFocus() }
      return
    }
    control?.endFocusReports(to: self)
    control = found
    if let found { found.reportFocus(to: self) } else { loseFocus() }
  }

  /// Searches for the first control after a change inside an element.
  ///
  /// A control that has the focus stays the control until it loses it, or until it is removed: the
  /// rows before it in a long list come and go. A control that another node has found is left to
  /// that node.
  private func searchAgain() {
    if isHolder, binding.wrappedValue == value {
      if let control, control.isMounted, !control.isAway { return }
      loseFocus()
    }
    search(in: child?.outermostElements ?? []) {
      $0.focusTarget == nil || $0.focusTarget === self
    }
  }

  override func refresh() {
    if mustSearch { searchAgain() }
    let isWanted = track { binding.wrappedValue == value }
    if let storage = binding.storage {
      let hasOther = storage.holder.map { $0.value == value } ?? false
      if isWanted, control?.isMounted == true, !hasOther {
        storage.holder = self
      } else if !isWanted, isHolder {
        storage.holder = nil
      }
    }
    control?.set(.autofocus, isHolder ? "" : nil)
  }

  func focusChanged(_ hasFocus: Bool) {
    control?.note(.autofocus, hasFocus ? "" : nil)
    guard hasFocus else { return loseFocus() }
    binding.storage?.holder = self
    binding.wrappedValue = value
  }

  /// Called when the control has lost the focus or was removed.
  ///
  /// The control does not get the focus again when it returns to the page. If another control has
  /// the focus now, the value of the state for that control stays.
  private func loseFocus() {
    guard isHolder else { return }
    binding.storage?.holder = nil
    if binding.wrappedValue == value { binding.wrappedValue = binding.none }
  }

  override func didLeavePage() {
    loseFocus()
    control?.set(.autofocus, nil)
  }

  override func didUnmount() {
    super.didUnmount()
    loseFocus()
  }
}

/// An object that is notified of the focus of a control.
@MainActor protocol FocusTarget: AnyObject {
  func focusChanged(_ hasFocus: Bool)
}

extension ElementNode {
  /// Whether the browser allows the keyboard focus on the element by default.
  fileprivate var isControl: Bool {
    switch tag {
    case .button, .input, .select, .summary, .textarea: true
    case .a: value(.href) != nil
    default: false
    }
  }

  /// Whether the element is the wrapper of the modifier `focusable`, or of a tap gesture with a
  /// trait such as `isButton`.
  fileprivate var isFocusable: Bool { isStop && self is WrapperNode }

  /// Whether the element has a `tabindex`, so it can have the keyboard focus although it is not a
  /// control.
  ///
  /// Selectable rows and scroll views are such elements too.
  fileprivate var isStop: Bool { value(.tabindex) == "0" }

  /// Returns the first element, among some elements and their descendants, that meets a condition.
  fileprivate static func first(
    in elements: some Sequence<ElementNode>, where matches: (ElementNode) -> Bool
  ) -> ElementNode? {
    for element in elements {
      if matches(element) { return element }
      // The menu of a row is not one of its controls.
      let row = element as? RowNode
      let inside = row.map { $0.inner?.outermostElements ?? [] } ?? element.elementsInside
      if let found = first(in: inside, where: matches) { return found }
    }
    return nil
  }
}
