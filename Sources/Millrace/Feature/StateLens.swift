// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Access to the state of a part within the state of the whole.
///
/// The part always exists; ``ChildAccessor`` is for a part that can be missing. Lifted features use
/// these two types to find their state.
@usableFromInline
struct StateLens<Whole, Part>: Sendable {
  /// The key path from the whole to the part.
  @usableFromInline let keyPath: WritableKeyPath<Whole, Part> & Sendable
  /// Reads the part, and has the offset with which `modify` changes it.
  ///
  /// A stored property without observers is accessed by its offset, which saves the cost of the key
  /// path. `MemoryLayout.offset(of:)` guarantees that both accesses are equivalent.
  @usableFromInline let place: PartInState<Whole, Part>

  @_alwaysEmitIntoClient
  init(_ keyPath: WritableKeyPath<Whole, Part> & Sendable) {
    self.keyPath = keyPath
    place = PartInState(keyPath)
  }

  /// Returns the part.
  @Sendable
  @_alwaysEmitIntoClient
  func part(of whole: Whole) -> Part {
    withUnsafePointer(to: whole) { place.borrow($0) { copy $0 } }
  }

  /// Calls a function that changes the part, in place where possible.
  ///
  /// - Throws: The error that `body` throws; the changes that it made before are not undone.
  @_alwaysEmitIntoClient
  func modify<Failure: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(Failure) -> Void
  ) throws(Failure) {
    guard let offset = place.offset else { return try body(&whole[keyPath: keyPath]) }
    // Typed: at this offset is a property of type `Part`, and `whole` is not accessed during the
    // call.
    try withUnsafeMutablePointer(to: &whole) { whole throws(Failure) in
      try body(
        &UnsafeMutableRawPointer(whole).advanced(by: offset)
          .assumingMemoryBound(to: Part.self).pointee)
    }
  }
}

/// Access to a part that can be missing in its container: the value of an optional or of a case, or
/// an element of a collection.
@usableFromInline
struct ChildAccessor<Container, Key: Hashable & Sendable, Part>: Sendable {
  /// Calls a function that changes the part, in place where possible; returns false if the part
  /// does not exist.
  @usableFromInline let change: @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool
  /// Returns the part with a key, or nil; an optional or a case returns its one part for any key.
  @usableFromInline let find: @Sendable (Container, Key) -> Part?
  /// Returns the keys of the parts that can exist; `find` returns nil for those that do not exist.
  @usableFromInline let keys: @Sendable (Container) -> [Key]
  /// Makes the key that identifies a part, so that a part which replaces another part is a
  /// different part; nil if such parts cannot be distinguished.
  @usableFromInline let identify: (@Sendable (Part) -> Key)?

  @_alwaysEmitIntoClient
  init(
    find: @escaping @Sendable (Container, Key) -> Part?,
    keys: @escaping @Sendable (Container) -> [Key],
    identify: (@Sendable (Part) -> Key)? = nil,
    change: @escaping @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool
  ) {
    self.change = change
    self.find = find
    self.keys = keys
    self.identify = identify
  }

  /// Returns the part with a key, or nil if it does not exist or another part has replaced it.
  func part(_ container: Container, _ key: Key) -> Part? {
    guard let part = find(container, key) else { return nil }
    return identify.map { $0(part) == key } ?? true ? part : nil
  }

  /// Calls `change` with a function that can throw.
  ///
  /// It does not check whether another part has replaced the part.
  ///
  /// - Throws: The error that `body` throws; the changes that it made before are not undone.
  /// - Returns: True if the part exists.
  @_alwaysEmitIntoClient
  func modify<Failure: Error>(
    _ container: inout Container, _ key: Key, _ body: (inout Part) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var failure: Failure?
    let isFound = change(&container, key) { part in
      do throws(Failure) { try body(&part) } catch { failure = error }
    }
    if let failure { throw failure }
    return isFound
  }
}

extension ChildAccessor where Container == Part?, Key == SingleChildKey {
  /// Access to the wrapped value of an optional; it is changed in place.
  @_alwaysEmitIntoClient
  static var wrapped: ChildAccessor {
    ChildAccessor(
      find: { container, _ in container }, keys: { _ in [SingleChildKey()] },
      identify: SingleChildKey.identify(Part.self)
    ) { container, _, body in
      guard container != nil else { return false }
      body(&container!)
      return true
    }
  }
}

extension ChildAccessor where Key == SingleChildKey {
  /// Access to the value of a case.
  ///
  /// The value is extracted and embedded again. Therefore a collection in it can be copied when it
  /// changes; in release builds the optimizer may remove the copy.
  @_alwaysEmitIntoClient
  static func path(_ path: CasePath<Container, Part>) -> ChildAccessor {
    ChildAccessor(
      find: { container, _ in path.extract(from: container) }, keys: { _ in [SingleChildKey()] },
      identify: SingleChildKey.identify(Part.self)
    ) { container, _, body in
      guard var part = path.extract(from: container) else { return false }
      body(&part)
      container = path.embed(part)
      return true
    }
  }
}

extension ChildAccessor
where
  Container: KeyedElements, Key == Container.ElementKey, Part == Container.KeyedElement,
  Key: Sendable
{
  /// Access to an element of a collection; it is changed in place.
  @_alwaysEmitIntoClient
  static var element: ChildAccessor {
    ChildAccessor(
      find: { container, key in container.element(for: key) },
      keys: { container in container.elementKeys }
    ) { container, key, body in
      container.changeElement(for: key, body)
    }
  }
}

/// A collection that finds an element by a key and changes it in place.
///
/// Arrays (by position), dictionaries (by key) and entity tables (by id) are such collections. Your
/// own collection can conform by implementing these three members. `forEach` can then lift a
/// feature to its elements, if the key is `Sendable`.
public protocol KeyedElements<ElementKey, KeyedElement>: SendableMetatype {
  /// The key of an element; its `==` and `hash` must not use a store.
  associatedtype ElementKey: Hashable
  /// An element of the collection.
  associatedtype KeyedElement

  /// The keys of all elements, in the order of the collection if it has one.
  var elementKeys: [ElementKey] { get }

  /// Returns the element with a key, or nil.
  func element(for key: ElementKey) -> KeyedElement?

  /// Changes the element with a key in place.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - change: Called once if the element exists, otherwise not called.
  /// - Returns: True if the element exists.
  mutating func changeElement(
    for key: ElementKey, _ change: (inout KeyedElement) -> Void
  ) -> Bool
}

extension Array: KeyedElements {
  /// The positions.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient public var elementKeys: [Int] { Array<Int>(indices) }

  /// Returns the element at a position, or nil if the position is out of bounds.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func element(for key: Int) -> Element? { indices.contains(key) ? self[key] : nil }

  /// Changes the element at a position in place; returns false if the position is out of bounds.
  ///
  /// Complexity: O(1); O(n) if a copy shares the storage of the array.
  @_alwaysEmitIntoClient
  public mutating func changeElement(for key: Int, _ change: (inout Element) -> Void) -> Bool {
    guard indices.contains(key) else { return false }
    change(&self[key])
    return true
  }
}

/// A collection whose elements have no defined order.
protocol UnorderedElements {}

extension Dictionary: UnorderedElements {}

extension Dictionary: KeyedElements {
  /// The keys, in no defined order.
  ///
  /// If several elements are added in one commit, their state-driven effects start in the order of
  /// the keys' debug descriptions.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient public var elementKeys: [Key] { Array(keys) }

  /// Returns the value of a key, or nil.
  ///
  /// Complexity: O(1) on average.
  @_alwaysEmitIntoClient
  public func element(for key: Key) -> Value? { self[key] }

  /// Changes the value of a key in place; returns false if there is no such key.
  ///
  /// Complexity: O(1) on average; O(n) if a copy shares the storage of the dictionary.
  @_alwaysEmitIntoClient
  public mutating func changeElement(for key: Key, _ change: (inout Value) -> Void) -> Bool {
    guard let index = index(forKey: key) else { return false }
    change(&values[index])
    return true
  }
}

extension EntityTable: KeyedElements {
  /// The ids, in the order of the table.
  ///
  /// Complexity: that of ``ids``.
  @_alwaysEmitIntoClient public var elementKeys: [Entity.ID] { ids }

  /// Returns the entity with an id, or nil.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func element(for key: Entity.ID) -> Entity? { self[id: key] }

  /// Changes the entity with an id in place and logs the change; returns false if there is none.
  ///
  /// Complexity: that of ``updateOne(_:_:)``.
  @_alwaysEmitIntoClient
  public mutating func changeElement(
    for key: Entity.ID, _ change: (inout Entity) -> Void
  ) -> Bool {
    updateOne(key) { change(&$0) }
  }
}

/// One lift to children that can be missing: its identity, and its reports.
///
/// It reports that an action was dispatched for a child that does not exist, and that a child was
/// read after it had disappeared. Each is reported once per lift, or each time if there is a
/// handler of warnings.
@usableFromInline
final class ChildLift: LiftID, @unchecked Sendable {
  // Sound: all properties are constant or atomic.
  let fileID: StaticString
  let line: UInt
  /// The name of the function that lifted.
  let name: StaticString
  private let wasReported = Atomic(false)
  private let wasLateReadReported = Atomic(false)

  /// Creates the identity of a lift; nothing is reported yet.
  ///
  /// - Parameters:
  ///   - name: The name of the function that lifted.
  ///   - fileID: The file in which it was called.
  ///   - line: The line on which it was called.
  @usableFromInline
  init(_ name: StaticString, fileID: StaticString, line: UInt) {
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  /// Reports an action whose child was not found; does nothing in release builds.
  ///
  /// The step of the lift calls it, or the first middleware if the feature has no step.
  @usableFromInline
  func report<Container, Key, Action>(in: Container.Type, key: Key, action: Action) {
    Diagnostics.report(
      message(in: Container.self, key: key, action: action),
      ifFirst: !wasReported.exchange(true, ordering: .relaxed))
  }

  /// Reports, in every build, that a child was read after it had disappeared.
  func reportLateRead<Child>(_ child: Child.Type) {
    let isDue = Diagnostics.isDue(
      ifFirst: !wasLateReadReported.exchange(true, ordering: .relaxed))
    guard isDue else { return }
    let message = lateReadMessage(of: Child.self, "the read returned its last known state")
    StoreWarnings.report("\(message)\(Diagnostics.once(" per lift"))")
  }

  /// Returns the message about a read of a child that has disappeared.
  ///
  /// - Parameters:
  ///   - child: The type of the child.
  ///   - end: The end of the first sentence, which states the result of the read.
  /// - Returns: The message.
  func lateReadMessage<Child>(of child: Child.Type, _ end: String) -> String {
    """
    Millrace: \(site): \(Child.self) was read after the child had disappeared, and \(end). \
    Probably a task or a callback stores a StateReader. Call a StateReader directly only in \
    `handle`, or at the start of the effect that `handle` returns. In an effect that runs longer, \
    read with `send.read { }`, which throws after the child has disappeared. In other code that \
    runs later, store the values that it needs, or read `ifPresent` of the reader.
    """
  }

  /// The source location and the name of the lift.
  private var site: String { "\(fileID):\(line) \(name)" }

  /// Returns the message about an action for a child that does not exist.
  func message<Container, Key, Action>(
    in: Container.Type, key: Key, action: Action
  ) -> String {
    let element =
      Key.self == SingleChildKey.self
      ? "no value" : "no element \(Diagnostics.oneLine("\(key)"))"
    return """
      Millrace: \(site): there is \(element) in \(Container.self) for \
      \(Diagnostics.line(of: action)). The feature did not run. Probably the \
      child was removed while a view or an effect still used it, or the feature that removes it \
      runs before this one. Combine the child's feature before its \
      parent's.\(Diagnostics.once(" per lift"))
      """
  }
}
