// SPDX-License-Identifier: Apache-2.0

/// How a part that may be missing is found in what holds it: an optional, a case, an element.
@usableFromInline
struct Lookup<Container, Key: Hashable & Sendable, Part>: Sendable {
  /// Lets a function change the part, in place where possible; false if there is none.
  @usableFromInline let change: @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool
  /// The part with a key, or nil.
  @usableFromInline let find: @Sendable (Container, Key) -> Part?
  /// The keys under which there are parts.
  @usableFromInline let keys: @Sendable (Container) -> [Key]
  /// Makes the key of a part that tells it from others in the same place; nil: there are none.
  @usableFromInline let identify: (@Sendable (Part) -> Key)?

  @inlinable
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
  @usableFromInline
  func part(_ container: Container, _ key: Key) -> Part? {
    guard let part = find(container, key) else { return nil }
    return identify.map { $0(part) == key } ?? true ? part : nil
  }

  /// Lets a function change the part.
  ///
  /// - Throws: What `body` throws; what it has changed by then stays changed.
  /// - Returns: Whether there is a part.
  @inlinable
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

extension Lookup where Container == Part?, Key == OnlyChild {
  /// What an optional holds; changed in place.
  @inlinable
  static var wrapped: Lookup {
    Lookup(
      find: { container, _ in container }, keys: { _ in [OnlyChild()] },
      identify: OnlyChild.identify(Part.self)
    ) { container, _, body in
      guard container != nil else { return false }
      body(&container!)
      return true
    }
  }
}

extension Lookup where Key == OnlyChild {
  /// The value of a case; it is taken out and put back, so that a collection in it is copied when
  /// it changes.
  @inlinable
  static func path(_ path: CasePath<Container, Part>) -> Lookup {
    Lookup(
      find: { container, _ in path.extract(from: container) }, keys: { _ in [OnlyChild()] },
      identify: OnlyChild.identify(Part.self)
    ) { container, _, body in
      guard var part = path.extract(from: container) else { return false }
      body(&part)
      container = path.embed(part)
      return true
    }
  }
}

extension Lookup
where
  Container: KeyedElements & SendableMetatype, Key == Container.ElementKey,
  Part == Container.KeyedElement, Key: Hashable & Sendable
{
  /// An element of a collection; changed in place.
  @inlinable
  static var element: Lookup {
    Lookup(
      find: { container, key in container.element(for: key) },
      keys: { container in container.elementKeys }
    ) { container, key, body in
      container.changeElement(for: key, body)
    }
  }
}
