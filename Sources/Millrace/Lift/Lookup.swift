// SPDX-License-Identifier: Apache-2.0

/// How a part that may be missing is found in what holds it: an optional, a case, an element.
@usableFromInline
struct Lookup<Container, Key, Part>: Sendable {
  /// Lets a function change the part, in place where possible; false if there is none.
  @usableFromInline let change: @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool

  @inlinable
  init(_ change: @escaping @Sendable (inout Container, Key, (inout Part) -> Void) -> Bool) {
    self.change = change
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

extension Lookup where Container == Part?, Key == Void {
  /// What an optional holds; changed in place.
  @inlinable
  static var wrapped: Lookup {
    Lookup { container, _, body in
      guard container != nil else { return false }
      body(&container!)
      return true
    }
  }
}

extension Lookup where Key == Void {
  /// The value of a case; it is taken out and put back, so that a collection in it is copied when
  /// it changes.
  @inlinable
  static func path(_ path: CasePath<Container, Part>) -> Lookup {
    Lookup { container, _, body in
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
  Part == Container.KeyedElement
{
  /// An element of a collection; changed in place.
  @inlinable
  static var element: Lookup {
    Lookup { container, key, body in container.changeElement(for: key, body) }
  }
}
