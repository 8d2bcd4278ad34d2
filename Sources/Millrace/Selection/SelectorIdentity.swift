// SPDX-License-Identifier: Apache-2.0

/// The identity of a selector.
///
/// Two selectors are the same if they are copies of one value, or the members of one family for
/// equal keys. Two selectors with the default comparison are also the same if they read equal key
/// paths, or the same row, field of a row, or property of one table. An identity has no other
/// meaning. Use it as an identifier or as a key of a dictionary.
public struct SelectorIdentity: Hashable, @unchecked Sendable {
  // Sound: key paths and parts are immutable; marks and the types of the keys are `Sendable`.
  private let form: Form

  private enum Form {
    case keyPath(AnyKeyPath)
    case mark(SelectorMark)
    case parts(Parts)
  }

  private final class Parts {
    let list: [Part]
    /// Computed once, because hashing a key path is slow.
    let hash: Int

    init(_ list: [Part]) {
      self.list = list
      hash = list.hashValue
    }
  }

  private enum Part: Hashable {
    case keyPath(AnyKeyPath)
    case mark(SelectorIdentity)
    /// A name from this library, such as "rows".
    case name(String)
    case key(AnyHashable)
  }

  private init(_ form: Form) {
    self.form = form
  }

  private init(parts: [Part]) {
    if parts.count == 1, case .keyPath(let keyPath) = parts[0] {
      self.init(.keyPath(keyPath))
    } else {
      self.init(.parts(Parts(parts)))
    }
  }

  /// The address of the object in `form`.
  ///
  /// Two identities with the same address are equal, as long as one of them is in memory.
  @usableFromInline
  var address: UnsafeRawPointer {
    switch form {
    case .keyPath(let keyPath): UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
    case .mark(let mark): UnsafeRawPointer(Unmanaged.passUnretained(mark).toOpaque())
    case .parts(let parts): UnsafeRawPointer(Unmanaged.passUnretained(parts).toOpaque())
    }
  }

  private var parts: [Part] {
    switch form {
    case .keyPath(let keyPath): [.keyPath(keyPath)]
    case .mark: [.mark(self)]
    case .parts(let parts): parts.list
    }
  }

  /// True if both are the identity of the same selector.
  ///
  /// Complexity: O(1) for copies of one value and for key-path literals.
  public static func == (lhs: SelectorIdentity, rhs: SelectorIdentity) -> Bool {
    switch (lhs.form, rhs.form) {
    case (.keyPath(let one), .keyPath(let two)): one === two || one == two
    case (.mark(let one), .mark(let two)): one === two
    case (.parts(let one), .parts(let two)):
      one === two || one.hash == two.hash && one.list == two.list
    default: false
    }
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch form {
    case .keyPath(let keyPath): hasher.combine(keyPath)
    case .mark(let mark): hasher.combine(ObjectIdentifier(mark))
    case .parts(let parts): hasher.combine(parts.hash)
    }
  }
}

extension SelectorIdentity {
  @usableFromInline
  init(_ keyPath: AnyKeyPath) {
    self.init(.keyPath(keyPath))
  }

  /// Creates an identity that is equal only for the same object.
  @usableFromInline
  init(_ mark: SelectorMark) {
    self.init(.mark(mark))
  }

  /// Returns an identity that is equal only to its copies.
  @usableFromInline
  static func unique() -> SelectorIdentity { SelectorIdentity(SelectorMark()) }

  /// A description from the key path, names and keys, or nil if the identity has none of them.
  var words: String? {
    if case .mark = form { return nil }
    let words = parts.compactMap { part -> String? in
      switch part {
      case .keyPath(let keyPath): "\(keyPath)"
      case .mark: nil
      case .name(let name): name
      case .key(let key): "\(key)"
      }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The key paths in the identity.
  var keyPaths: [AnyKeyPath] {
    parts.compactMap { if case .keyPath(let keyPath) = $0 { keyPath } else { nil } }
  }

  /// True if only copies of the selector have this identity, because it has no key path, key or id.
  ///
  /// It is false for a selector that a projection with a closure has translated.
  public var isUnique: Bool {
    if case .mark = form { true } else { false }
  }

  /// The identity of a read of the whole state.
  static let everything = SelectorIdentity.unique()

  /// This identity followed by a name from this library.
  @usableFromInline
  func named(_ name: String) -> SelectorIdentity {
    SelectorIdentity(parts: parts + [.name(name)])
  }

  /// The identity of the member of a family with that key, or of the row with that id.
  @usableFromInline
  func keyed(_ key: some Hashable) -> SelectorIdentity {
    SelectorIdentity(parts: parts + [.key(AnyHashable(key))])
  }

  /// The identity of the node that serves selectors with custom comparisons.
  @usableFromInline
  var customComparison: SelectorIdentity { named("(custom comparison)") }

  /// The identity of all rows of a table.
  @usableFromInline
  static func rows(of table: AnyKeyPath) -> SelectorIdentity {
    SelectorIdentity(table).named("rows")
  }

  /// The identity of this selector when it is read from a part of a larger state.
  ///
  /// Key paths are joined, so that `\.user` followed by `\.name` is the same as `\.user.name`.
  @usableFromInline
  func appended(to outer: SelectorIdentity) -> SelectorIdentity {
    let (head, tail) = (outer.parts, parts)
    if case .keyPath(let first)? = head.last, case .keyPath(let second)? = tail.first,
      let joined = first.appending(path: second)
    {
      return SelectorIdentity(parts: head.dropLast() + [.keyPath(joined)] + tail.dropFirst())
    }
    return SelectorIdentity(parts: head + tail)
  }
}

/// An object that is equal only to itself.
@usableFromInline
class SelectorMark: @unchecked Sendable {
  // Sound: the class has no stored properties. A subclass documents why its own ones are safe.
  @_alwaysEmitIntoClient
  init() {}
}
