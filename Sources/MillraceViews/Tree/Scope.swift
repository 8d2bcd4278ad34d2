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
  /// Objects that are supplied no longer, for code that began while they were.
  private(set) var departed: [ObjectIdentifier: AnyObject] = [:]
  /// What `inside` has made, as long as a node is in it.
  fileprivate weak var knownInside: Scope?

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
    let before = values.objects
    values = parent.values
    change?(&values)
    for (type, object) in before where values.objects[type] == nil { departed[type] = object }
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
    guard node.scope !== self || !node.isReader else { return }
    if node.scope === self { node.isReader = true }
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
  /// Each one in boxes, the outermost first; what is inside the last one is in a plain slot.
  ///
  /// The tag is the value that the element stands for in a list with a selection.
  case wrapped([any Wrapping], tag: TagPlace?)
  /// As an option of a picker.
  case option(PickerOptions, tag: TagPlace?)
  /// As one of several tabs.
  case tab(tag: TagPlace?)
}

/// Which value the elements in a place stand for; it may become another one.
@MainActor final class TagPlace {
  var tag: AnyHashable {
    didSet {
      guard tag != oldValue else { return }
      for reader in readers { reader.node?.tagChanged(to: tag) }
    }
  }
  private var readers: [WeakReader] = []

  init(_ tag: AnyHashable) {
    self.tag = tag
  }

  /// Tells an element from now on.
  func tell(_ reader: any TagReader) {
    readers.removeAll { $0.node == nil }
    readers.append(WeakReader(node: reader))
  }

  private struct WeakReader { weak var node: (any TagReader)? }
}

/// What stands for a value.
@MainActor protocol TagReader: AnyObject {
  func tagChanged(to tag: AnyHashable)
}

/// Puts a box around each element of a scope.
@MainActor protocol Wrapping: AnyObject {
  /// Makes the box, without what it is put around.
  func makeWrapper(parent: Node, scope: Scope) -> BoxNode
}

extension Scope {
  /// A scope in which one more box is put around each element, inside of those there are.
  ///
  /// Options of a picker have no boxes.
  func wrapped(by wrapping: any Wrapping) -> Scope {
    switch slot {
    case .plain: Scope(in: self, slot: .wrapped([wrapping], tag: nil))
    case .wrapped(let all, let tag): Scope(in: self, slot: .wrapped(all + [wrapping], tag: tag))
    case .option, .tab: self
    }
  }

  /// The scope of what is inside the outermost box.
  var inside: Scope {
    guard case .wrapped(let all, _) = slot else { return self }
    if let known = knownInside { return known }
    let rest = Array(all.dropFirst())
    let scope = Scope(in: self, slot: rest.isEmpty ? .plain : .wrapped(rest, tag: nil))
    knownInside = scope
    return scope
  }

  /// The scope of an element that stands for a value, where that matters.
  func tagged(_ tag: TagPlace) -> Scope {
    switch slot {
    case .plain: self
    case .wrapped(let all, _): Scope(in: self, slot: .wrapped(all, tag: tag))
    case .option(let options, _): Scope(in: self, slot: .option(options, tag: tag))
    case .tab: Scope(in: self, slot: .tab(tag: tag))
    }
  }

  /// The scope of an element in boxes that stands for no value.
  var untagged: Scope {
    guard case .wrapped(let all, _?) = slot else { return self }
    return Scope(in: self, slot: .wrapped(all, tag: nil))
  }

  /// Whether an element of this scope needs to know which value it stands for.
  var needsTags: Bool {
    switch slot {
    case .plain: false
    case .wrapped(let all, _): all.first is ListRows
    case .option, .tab: true
    }
  }
}
