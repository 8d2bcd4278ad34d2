// SPDX-License-Identifier: Apache-2.0

/// What a part of the tree inherits: environment values, and how its elements are placed.
///
/// One scope is shared by every node below the modifier that made it.
@MainActor final class Scope {
  private(set) weak var host: ViewHost?
  let slot: Slot
  private(set) var values: EnvironmentValues
  private let parent: Scope?
  private var change: ((inout EnvironmentValues) -> Void)?
  private var inner: [ObjectIdentifier: WeakScope] = [:]
  private var readers: [ObjectIdentifier: WeakReader] = [:]

  /// Makes the outermost scope of a host.
  init(host: ViewHost, values: EnvironmentValues) {
    self.host = host
    self.values = values
    slot = .plain
    parent = nil
  }

  /// Makes a scope inside another one.
  init(
    in parent: Scope, slot: Slot? = nil, change: ((inout EnvironmentValues) -> Void)? = nil
  ) {
    host = parent.host
    self.slot = slot ?? parent.slot
    self.parent = parent
    self.change = change
    values = parent.values
    change?(&values)
    parent.inner[ObjectIdentifier(self)] = WeakScope(scope: self)
  }

  // In a function of its own: the compiler crashes on an assignment in an isolated deinit when it
  // measures coverage.
  isolated deinit {
    leaveParent()
  }

  private func leaveParent() {
    parent?.inner[ObjectIdentifier(self)] = nil
  }

  /// Replaces what this scope changes in its parent's values.
  func setChange(_ change: @escaping (inout EnvironmentValues) -> Void) {
    self.change = change
    refresh()
  }

  private func refresh() {
    guard let parent else { return }
    values = parent.values
    change?(&values)
    for reader in Array(readers.values) { reader.node?.environmentChanged(values) }
    for scope in Array(inner.values) { scope.scope?.refresh() }
  }

  /// Reads a value; the node whose body runs now runs again when the value changes.
  func read<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>) -> Value {
    let value = values[keyPath: keyPath]
    note(EnvironmentReadOf(path: keyPath, value: value))
    return value
  }

  /// Reads an object; the node whose body runs now runs again when another one is supplied.
  func read(_ type: EnvironmentObjectType) -> AnyObject? {
    let object = values.objects[type.id]
    note(EnvironmentReadOfObject(type: type.id, object: object.map(ObjectIdentifier.init)))
    return object
  }

  private func note(_ read: some EnvironmentRead) {
    guard let node = Tracker.current else { return }
    node.noteRead(read)
    readers[ObjectIdentifier(node)] = WeakReader(node: node)
  }

  /// Forgets a node that has left the tree.
  func forget(_ node: TrackedNode) {
    readers[ObjectIdentifier(node)] = nil
  }

  private struct WeakScope { weak var scope: Scope? }
  private struct WeakReader { weak var node: TrackedNode? }
}

/// How the elements of a scope are placed in the element around them.
enum Slot {
  /// As they are.
  case plain
  /// Each one in a list item; what is inside the item is in the given scope.
  case row(inside: Scope)
  /// As an option of a picker.
  case option(PickerOptions, tag: AnyHashable?)
}
