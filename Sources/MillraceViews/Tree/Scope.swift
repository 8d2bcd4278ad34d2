// SPDX-License-Identifier: Apache-2.0

/// The context that a part of the tree inherits: environment values, and the slot of its elements.
///
/// The nodes below the view that created a scope share it, except those inside a further scope.
@MainActor final class Scope {
  private(set) weak var host: ViewHost?
  let slot: Slot
  private(set) var values: EnvironmentValues
  private let parent: Scope?
  private var change: ((inout EnvironmentValues) -> Void)?
  private var inner: [ObjectIdentifier: WeakScope] = [:]
  private var readers: [ObjectIdentifier: WeakReader] = [:]
  /// Environment objects that are no longer supplied.
  ///
  /// Views that are updated together with their removal still find them here. The host releases
  /// them when the update has ended.
  private(set) var removedObjects: [ObjectIdentifier: AnyObject] = [:]
  /// The scope that `inside` has created, as long as a node uses it.
  fileprivate weak var knownInside: Scope?

  /// Creates the outermost scope of a host.
  init(host: ViewHost, values: EnvironmentValues) {
    self.host = host
    self.values = values
    slot = .plain
    parent = nil
  }

  /// Creates a scope inside another one.
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

  // The assignment is in a separate function, because the compiler crashes on an assignment in an
  // isolated deinit when it measures coverage.
  isolated deinit {
    leaveParent()
  }

  private func leaveParent() {
    parent?.inner[ObjectIdentifier(self)] = nil
  }

  /// Replaces the function that changes the parent's values.
  func setChange(_ change: @escaping (inout EnvironmentValues) -> Void) {
    self.change = change
    refresh()
  }

  private func refresh() {
    guard let parent else { return }
    let before = values.objects
    values = parent.values
    change?(&values)
    for (type, object) in before where values.objects[type] == nil {
      if removedObjects.isEmpty { host?.scopesWithRemovals.append(self) }
      removedObjects[type] = object
    }
    for reader in Array(readers.values) { reader.node?.environmentChanged(values, of: self) }
    for scope in Array(inner.values) { scope.scope?.refresh() }
  }

  /// Releases the environment objects that are no longer supplied.
  func releaseRemovedObjects() {
    removedObjects = [:]
  }

  /// Reads an environment value.
  ///
  /// The node that is being refreshed runs again when the value changes.
  func read<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>) -> Value {
    let value = values[keyPath: keyPath]
    note(EnvironmentReadOf(path: keyPath, value: value))
    return value
  }

  /// Reads an environment object.
  ///
  /// The node that is being refreshed runs again when another object is supplied.
  func read(_ type: EnvironmentObjectType) -> AnyObject? {
    let object = values.objects[type.id]
    note(EnvironmentReadOfObject(type: type.id, object: object.map(ObjectIdentifier.init)))
    return object
  }

  private func note(_ read: some EnvironmentRead) {
    guard let node = Tracker.current else { return }
    node.noteRead(read, in: self)
    guard node.scope !== self || !node.isReader else { return }
    if node.scope === self { node.isReader = true }
    readers[ObjectIdentifier(node)] = WeakReader(node: node)
  }

  /// Removes a node from the readers.
  func forget(_ node: TrackedNode) {
    readers[ObjectIdentifier(node)] = nil
  }

  private struct WeakScope { weak var scope: Scope? }
  private struct WeakReader { weak var node: TrackedNode? }
}

/// How the elements of a scope are placed in the enclosing element.
enum Slot {
  /// Directly.
  case plain
  /// Each element in wrapper elements, the outermost wrapper first. The content of the innermost
  /// wrapper is in a plain slot.
  ///
  /// The tag is the value of the element in a list with a selection.
  case wrapped([any Wrapping], tag: TagPlace?)
  /// Each `Text` as an option of a picker. Other elements are left out and reported.
  case option(PickerOptions, tag: TagPlace?)
  /// Each element as a tab of a tab view, with the wrappers of its content.
  case tab([any Wrapping], tag: TagPlace?)
}

/// The tag of the elements in a scope.
///
/// It can change, and then notifies its readers.
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

  /// Adds a reader, which is notified of later changes.
  func addReader(_ reader: any TagReader) {
    readers.removeAll { $0.node == nil }
    readers.append(WeakReader(node: reader))
  }

  private struct WeakReader { weak var node: (any TagReader)? }
}

/// An object that uses a tag.
@MainActor protocol TagReader: AnyObject {
  func tagChanged(to tag: AnyHashable)
}

/// An object that puts a wrapper element around each element of a scope.
@MainActor protocol Wrapping: AnyObject {
  /// Whether the wrappers use the tags of their elements.
  var needsTags: Bool { get }
  /// Creates a wrapper element, without its content.
  func makeWrapper(parent: Node, scope: Scope) -> BoxNode
}

extension Wrapping {
  var needsTags: Bool { false }
}

extension Scope {
  /// Returns a scope in which each element is in one more wrapper, inside the wrappers of this
  /// scope.
  ///
  /// Options of a picker get no wrappers. The wrappers of a tab are around its content.
  func wrapped(by wrapping: any Wrapping) -> Scope {
    switch slot {
    case .plain: Scope(in: self, slot: .wrapped([wrapping], tag: nil))
    case .wrapped(let all, let tag): Scope(in: self, slot: .wrapped(all + [wrapping], tag: tag))
    case .tab(let all, let tag): Scope(in: self, slot: .tab(all + [wrapping], tag: tag))
    case .option: self
    }
  }

  /// This scope without the wrappers of modifiers; the elements are still rows of their list.
  var unboxed: Scope {
    guard case .wrapped(let all, let tag) = slot else { return self }
    let rows = all.filter { $0 is ListRows }
    return Scope(in: self, slot: rows.isEmpty ? .plain : .wrapped(rows, tag: tag))
  }

  /// The scope for the content of the outermost wrapper.
  var inside: Scope {
    guard case .wrapped(let all, _) = slot else { return self }
    if let known = knownInside { return known }
    let rest = Array(all.dropFirst())
    let scope = Scope(in: self, slot: rest.isEmpty ? .plain : .wrapped(rest, tag: nil))
    knownInside = scope
    return scope
  }

  /// Returns a scope with a tag, if the elements of this scope can have a tag.
  func tagged(_ tag: TagPlace) -> Scope {
    switch slot {
    case .plain: self
    case .wrapped(let all, _): Scope(in: self, slot: .wrapped(all, tag: tag))
    case .option(let options, _): Scope(in: self, slot: .option(options, tag: tag))
    case .tab(let all, _): Scope(in: self, slot: .tab(all, tag: tag))
    }
  }

  /// This scope without the tag of elements in wrappers.
  var untagged: Scope {
    guard case .wrapped(let all, _?) = slot else { return self }
    return Scope(in: self, slot: .wrapped(all, tag: nil))
  }

  /// Whether the elements of this scope are rows of a list.
  var isOfRows: Bool {
    if case .wrapped(let all, _) = slot { all.first is ListRows } else { false }
  }

  /// Whether the elements of this scope are options of a picker.
  var isOfOptions: Bool {
    switch slot {
    case .plain, .tab: false
    case .wrapped(let all, _): all.first is Choices
    case .option: true
    }
  }

  /// Whether the elements of this scope use a tag.
  var needsTags: Bool {
    switch slot {
    case .plain: false
    case .wrapped(let all, _): all.first?.needsTags ?? false
    case .option, .tab: true
    }
  }
}
