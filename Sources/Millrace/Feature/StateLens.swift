// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where the state of a part is in the state of the whole.
///
/// The part is always there; ``ChildAccessor`` is for one that may be missing. Lifted
/// reducers find their states by these two.
@usableFromInline
struct StateLens<Whole, Part>: Sendable {
  /// The key path that leads there.
  @usableFromInline let keyPath: WritableKeyPath<Whole, Part> & Sendable
  /// How it is read.
  ///
  /// A stored property without observers is reached by its offset, which saves the cost of the key
  /// path; `MemoryLayout.offset(of:)` promises that this is the same.
  @usableFromInline let place: PartInState<Whole, Part>

  @_alwaysEmitIntoClient
  init(_ keyPath: WritableKeyPath<Whole, Part> & Sendable) {
    self.keyPath = keyPath
    place = PartInState(keyPath)
  }

  /// How selectors of the part find it.
  var getter: StateGetter<Whole, Part> { PropertyGetter(keyPath) }

  /// The part.
  @Sendable
  @_alwaysEmitIntoClient
  func part(of whole: Whole) -> Part {
    withUnsafePointer(to: whole) { place.borrow($0) { copy $0 } }
  }

  /// Lets a function change the part in place.
  ///
  /// - Throws: What `body` throws; what it has changed by then stays changed.
  @_alwaysEmitIntoClient
  func modify<Failure: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(Failure) -> Void
  ) throws(Failure) {
    guard let offset = place.offset else { return try body(&whole[keyPath: keyPath]) }
    // Typed: at this offset is a property of type `Part`; `whole` is not used meanwhile.
    try withUnsafeMutablePointer(to: &whole) { whole throws(Failure) in
      try body(
        &UnsafeMutableRawPointer(whole).advanced(by: offset)
          .assumingMemoryBound(to: Part.self).pointee)
    }
  }
}

/// How a part that may be missing is found in what holds it: an optional, a case, an element.
@usableFromInline
struct ChildAccessor<Container, Key: Hashable & Sendable, Part>: Sendable {
  /// Lets a function change the part, in place where possible; false if there is none.
  @usableFromInline let change: @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool
  /// The part with a key, or nil.
  @usableFromInline let find: @Sendable (Container, Key) -> Part?
  /// The keys under which there may be parts; `find` tells whether there is one.
  @usableFromInline let keys: @Sendable (Container) -> [Key]
  /// Makes the key by which a part differs from another one that replaced it in the same place; nil
  /// if such parts cannot be told apart.
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

  /// The part with a key, unless another one has taken its place.
  func part(_ container: Container, _ key: Key) -> Part? {
    guard let part = find(container, key) else { return nil }
    return identify.map { $0(part) == key } ?? true ? part : nil
  }

  /// Lets a function change the part.
  ///
  /// - Throws: What `body` throws; what it has changed by then stays changed.
  /// - Returns: Whether there is a part.
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
  /// What an optional holds; changed in place.
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
  /// The value of a case; it is taken out and put back, so that a collection in it is copied when
  /// it changes.
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
  /// An element of a collection; changed in place.
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
/// Arrays (by position), dictionaries (by key) and entity tables (by id) are such collections. A
/// collection of your own becomes one, and can then be lifted to with `forEach`, by these three
/// members.
public protocol KeyedElements<ElementKey, KeyedElement>: SendableMetatype {
  /// What finds an element; its `==` and `hash` must not use a store.
  associatedtype ElementKey: Hashable
  /// What is found.
  associatedtype KeyedElement

  /// The keys of all elements, in their order if they have one.
  var elementKeys: [ElementKey] { get }

  /// The element with a key, or nil.
  func element(for key: ElementKey) -> KeyedElement?

  /// Changes the element with a key in place.
  ///
  /// - Parameters:
  ///   - key: The key; one that is not there is no error.
  ///   - change: Called once if there is such an element, otherwise not at all.
  /// - Returns: Whether there is such an element.
  mutating func changeElement(
    for key: ElementKey, _ change: (inout KeyedElement) -> Void
  ) -> Bool
}

extension Array: KeyedElements {
  /// The positions.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient public var elementKeys: [Int] { Array<Int>(indices) }

  /// The element at a position, or nil if it is out of bounds.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func element(for key: Int) -> Element? { indices.contains(key) ? self[key] : nil }

  /// Changes the element at a position in place, unless it is out of bounds.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public mutating func changeElement(for key: Int, _ change: (inout Element) -> Void) -> Bool {
    guard indices.contains(key) else { return false }
    change(&self[key])
    return true
  }
}

/// A collection without an order of its own.
protocol UnorderedElements {}

extension Dictionary: UnorderedElements {}

extension Dictionary: KeyedElements {
  /// The keys, in no order.
  ///
  /// Where the order is seen, as when several elements come at once and each starts its
  /// state-driven effects, it is that of the keys' descriptions.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient public var elementKeys: [Key] { Array(keys) }

  /// The value of a key.
  ///
  /// Complexity: O(1) on average.
  @_alwaysEmitIntoClient
  public func element(for key: Key) -> Value? { self[key] }

  /// Changes the value of a key in place.
  ///
  /// Complexity: O(1) on average.
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

  /// The entity with an id.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func element(for key: Entity.ID) -> Entity? { self[id: key] }

  /// Changes the entity with an id in place; the table notes it.
  ///
  /// Complexity: that of ``updateOne(_:_:)``.
  @_alwaysEmitIntoClient
  public mutating func changeElement(
    for key: Entity.ID, _ change: (inout Entity) -> Void
  ) -> Bool {
    updateOne(key) { change(&$0) }
  }
}

/// Says once that an action was meant for a child that is not there.
///
/// Each lift to such children makes one; `report` prints in debug builds only.
@usableFromInline
final class MissingPart: Sendable {
  let fileID: StaticString
  let line: UInt
  let lift: StaticString
  private let wasReported = Atomic(false)
  private let wasGoneReported = Atomic(false)

  /// Creates a report that has not been made yet.
  ///
  /// - Parameters:
  ///   - lift: The function that lifted.
  ///   - fileID: Where it was called.
  ///   - line: Where it was called.
  @usableFromInline
  init(_ lift: StaticString, fileID: StaticString, line: UInt) {
    self.lift = lift
    self.fileID = fileID
    self.line = line
  }

  /// Reports the first time, and only in debug builds.
  @usableFromInline
  func report<Container, Key, Action>(in: Container.Type, key: Key, action: Action) {
    Diagnostics.report(
      message(in: Container.self, key: key, action: action), once: wasReported)
  }

  /// Reports, in every build and once, that the state of a child was read after the child had gone.
  func reportGone<Child>(_ child: Child.Type) {
    guard Diagnostics.isDue(wasGoneReported) else { return }
    Diagnostics.fault(goneMessage(of: Child.self, "returns its last known state"))
  }

  /// The message about a read of a child that has gone; `end` tells what the read does.
  func goneMessage<Child>(of child: Child.Type, _ end: String) -> String {
    """
    Millrace: \(place): a read of \(Child.self) came after the child had disappeared, and \(end). \
    Probably a task or a callback holds a StateReader, which reads at once in `handle` and the \
    effect that it returns. An effect reads with `send.read { }`, which ends with the child; \
    other code that runs later keeps what it needs, or asks the reader for `ifPresent`. This is \
    reported once per lift.
    """
  }

  /// Where the lift is.
  private var place: String { "\(fileID):\(line) \(lift)" }

  func message<Container, Key, Action>(
    in: Container.Type, key: Key, action: Action
  ) -> String {
    let element = Key.self == SingleChildKey.self ? "no value" : "no element \(key)"
    return """
      Millrace: \(place): there is \(element) in \(Container.self) for \
      \(action). The feature did not run. Probably the child was removed while a view or an \
      effect still knew it, or the feature that removes it comes before this one. Combine the \
      child's feature before its parent's. This is reported once per lift.
      """
  }
}
