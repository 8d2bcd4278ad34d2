// SPDX-License-Identifier: Apache-2.0

/// What makes two recipes the same: equal key paths, or being copies of one value.
///
/// It has no other meaning; use it as an id or as a key.
public struct SelectorIdentity: Hashable, @unchecked Sendable {
  // Key paths are immutable, and so are marks: sharing them between threads is safe.
  private let parts: [Part]

  private enum Part: Hashable {
    case keyPath(AnyKeyPath)
    case mark(Mark)
    case ruled
  }

  /// An object that is equal only to itself.
  private final class Mark: Hashable {
    static func == (lhs: Mark, rhs: Mark) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  @usableFromInline
  init(_ keyPath: AnyKeyPath) {
    self.init(parts: [.keyPath(keyPath)])
  }

  /// An identity like no other.
  @usableFromInline
  static func unique() -> SelectorIdentity { SelectorIdentity(parts: [.mark(Mark())]) }

  /// The identity of what is read here when somebody else than `==` says what counts as changed.
  @usableFromInline
  var ruled: SelectorIdentity { SelectorIdentity(parts: parts + [.ruled]) }

  /// The key path that this is, if it is one from `Root` to `Value`.
  func keyPath<Root, Value>(
    from root: Root.Type = Root.self, to value: Value.Type = Value.self
  ) -> KeyPath<Root, Value>? {
    guard parts.count == 1, case .keyPath(let keyPath) = parts[0] else { return nil }
    return keyPath as? KeyPath<Root, Value>
  }

  /// The identity of a recipe that is read from a part of a larger state.
  ///
  /// Key paths are joined, so that `\.user` followed by `\.name` is the same as `\.user.name`.
  func appended(to outer: SelectorIdentity) -> SelectorIdentity {
    if case .keyPath(let head)? = outer.parts.last, case .keyPath(let tail)? = parts.first,
      let joined = head.appending(path: tail)
    {
      return SelectorIdentity(
        parts: outer.parts.dropLast() + [.keyPath(joined)] + parts.dropFirst())
    }
    return SelectorIdentity(parts: outer.parts + parts)
  }
}

extension SelectorIdentity {
  /// The identity of reading the state as a whole.
  static let everything = SelectorIdentity.unique()
}
