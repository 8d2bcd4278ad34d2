// SPDX-License-Identifier: Apache-2.0

/// Reads the state of a child, for the ``StateReader`` that is created for one action of the child.
///
/// While the child exists, it is read from the store's state. A reader is meant for the code that
/// handles the action and for the effect that this code returns. Code that stores the reader for
/// longer can read after the child has disappeared. Such a read returns the state that ``keep(_:)``
/// has stored, and is reported. This state is retained only as long as the reader is: without a
/// stored reader, the next action finds no second reference to the child's state.
@usableFromInline
final class ChildReading<Container, Key: Hashable & Sendable, Child>: @unchecked Sendable {
  // Sound: in a store, `key` and `last` are written and read on the main actor. If a feature is
  // called without a store, the call has returned before its effects read.
  private let lift: ChildLift
  private let lookup: ChildAccessor<Container, Key, Child>
  private let container: StateReader<Container>
  private var key: Key
  private var last: Child?

  /// Creates a reading of the child with a key in a container.
  ///
  /// A ``SingleChildKey`` in an action has no id. Therefore the first call of ``keep(_:)`` replaces
  /// the key by that of the child that is passed to it.
  @usableFromInline
  init(
    _ lift: ChildLift, _ lookup: ChildAccessor<Container, Key, Child>, _ key: Key,
    of container: StateReader<Container>
  ) {
    self.lift = lift
    self.lookup = lookup
    self.container = container
    self.key = key
  }

  /// Returns the child, or nil if it does not exist.
  @MainActor
  private func read() -> Child? { container.ifPresent.flatMap { lookup.part($0, key) } }

  /// Stores the child for reads after it has disappeared, unless a child is stored already.
  ///
  /// A second reference to the child's state makes the reducer copy the collections that it
  /// changes. Therefore, before the reducer, call this method only if nothing except a stored
  /// reader can retain this object while the reducer runs.
  @usableFromInline
  func keep(_ child: Child) {
    guard last == nil else { return }
    last = child
    if let key = lookup.identify?(child) { self.key = key }
  }

  /// Stores the child if it exists; returns false if it does not.
  @MainActor
  func keepIfPresent() -> Bool {
    guard let child = read() else { return false }
    keep(child)
    return true
  }

  /// A reader of the child.
  @usableFromInline
  func reader() -> StateReader<Child> {
    StateReader {
      self.state()
    } present: {
      self.read()
    }
  }

  @MainActor
  private func state() -> Child {
    if let child = read() { return child }
    guard let last else {
      // The reader was stored outside of the effect that `handle` returned, and that effect was
      // dropped, because its action was rejected or ended the child. No state of the child is left.
      fatalError(lift.lateReadMessage(of: Child.self, "no state of it is left"))
    }
    lift.reportLateRead(Child.self)
    return last
  }
}

/// The key of the child of an `ifLet` or an `ifCase`, which have at most one child.
///
/// If the child's state is `Identifiable`, its id is a part of the key: a state with another id is
/// another child. The key in an action has no id and matches the child that exists.
@usableFromInline
struct SingleChildKey: Hashable, Sendable {
  private let id: EffectID?

  @usableFromInline
  init() {
    id = nil
  }

  private init(_ id: AnyHashable) {
    self.id = EffectID(ofPart: id)
  }

  /// Returns a function that makes the key of a child from its id, or nil if the type has no id.
  ///
  /// The type is examined once, when the lift is created.
  @usableFromInline
  static func identify<State>(_ type: State.Type) -> (@Sendable (State) -> SingleChildKey)? {
    func identify<Child: Identifiable>(_: Child.Type) -> @Sendable (State) -> SingleChildKey {
      // Sound: the closure is a pure function and captures no value, but its type is not
      // `@Sendable`.
      nonisolated(unsafe) let id: (State) -> SingleChildKey = { SingleChildKey(($0 as? Child)?.id) }
      return { id($0) }
    }
    guard let child = type as? any Identifiable.Type else { return nil }
    return identify(child)
  }
}
