// SPDX-License-Identifier: Apache-2.0

/// A path to one case of an enum: it extracts the case's value, and it creates the enum from a
/// value.
///
/// A case path corresponds to a key path, but for an enum. It identifies the part of a larger
/// action that a feature handles:
///
/// ```swift
/// let counter = CasePath(case: AppAction.counter) {
///   if case .counter(let action) = $0 { action } else { nil }
/// }
/// counter.extract(from: .counter(.increment))   // .increment
/// counter(.increment)                           // AppAction.counter(.increment)
/// ```
///
/// `@CasePathable` of `MillraceMacros` generates case paths. A path can lead through several
/// levels: `AppAction.casePaths.settings.sound`, or ``appending(path:)``.
///
/// The two functions of a path must agree: `path.extract(from: path(value))` is `value`.
///
/// Complexity: that of the closures; each level of an appended path adds a call.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let extractValue: @Sendable (Root) -> Value?
  @usableFromInline let embedValue: @Sendable (Value) -> Root
  /// The test for the case of a root.
  ///
  /// It is nil if the path does not begin with a case of a ``CasePathable`` enum.
  @usableFromInline let caseTest: CaseTest<Root>?
  /// The name of the case, for messages, or nil.
  ///
  /// A path that `@CasePathable` generates has the name of the case, and any other path the name
  /// that was passed to its initializer. An appended path has the names of both paths, separated by
  /// a dot, or nil if one of them has no name.
  public let caseName: String?

  @_alwaysEmitIntoClient
  init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?,
    caseTest: CaseTest<Root>?, caseName: String? = nil
  ) {
    embedValue = embed
    extractValue = extract
    self.caseTest = caseTest
    self.caseName = caseName
  }

  /// Creates a path to one case of an enum.
  ///
  /// If the enum is ``CasePathable`` and numbers its cases, combined features use such paths to
  /// find the features for an action without trying each of them; see <doc:Modules>. For that,
  /// `extract` must depend on the case alone: it returns a value for every value of this case and
  /// nil for all other cases. Debug builds report an `extract` that depends on associated values.
  ///
  /// - Parameters:
  ///   - embed: The case itself, as in `AppAction.counter`.
  ///   - name: The name of the case, for messages.
  ///   - extract: Returns the value if the root is this case, or nil.
  @_alwaysEmitIntoClient
  public init(
    case embed: @escaping @Sendable (Value) -> Root, name: String? = nil,
    extract: @escaping @Sendable (Root) -> Value?
  ) where Root: CasePathable & SendableMetatype {
    self.init(
      embed: embed, extract: extract, caseTest: CaseTest { extract($0) != nil }, caseName: name)
  }

  /// Creates a path to one case of an enum that is not ``CasePathable``.
  ///
  /// For a feature that is lifted with such a path, `extract` is called for every action.
  ///
  /// - Parameters:
  ///   - embed: The case itself, as in `AppAction.counter`.
  ///   - name: The name of the case, for messages.
  ///   - extract: Returns the value if the root is this case, or nil.
  @_alwaysEmitIntoClient
  public init(
    case embed: @escaping @Sendable (Value) -> Root, name: String? = nil,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: embed, extract: extract, caseTest: nil, caseName: name)
  }

  /// Creates a path to any value that can be extracted and embedded: several levels at once, part
  /// of a case, a wrapper.
  ///
  /// For a feature that is lifted with such a path, `extract` is called for every action.
  ///
  /// - Parameters:
  ///   - embed: Makes the larger value.
  ///   - extract: Returns the value if the root contains it, or nil.
  @_alwaysEmitIntoClient
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: embed, extract: extract, caseTest: nil)
  }

  /// Returns the value, or nil if the root is another case.
  @_alwaysEmitIntoClient
  public func extract(from root: Root) -> Value? { extractValue(root) }

  /// Returns the root that contains a value.
  @_alwaysEmitIntoClient
  public func embed(_ value: Value) -> Root { embedValue(value) }

  /// Returns the root that contains a value: `path(value)`.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ value: Value) -> Root { embedValue(value) }

  /// Returns a path that consists of this path followed by another path.
  ///
  /// Complexity: O(1) to create; to use, one call more than the two paths.
  @_alwaysEmitIntoClient
  public func appending<Part>(path: CasePath<Value, Part>) -> CasePath<Root, Part> {
    CasePath<Root, Part>(
      embed: { [embedValue] in embedValue(path.embedValue($0)) },
      extract: { [extractValue] in extractValue($0).flatMap(path.extractValue) },
      caseTest: caseTest,
      caseName: caseName.flatMap { name in path.caseName.map { "\(name).\($0)" } })
  }
}

/// A protocol for the parameters that take a case path; ``CasePath`` conforms to it.
///
/// `lift(action:state:)` and similar functions take a case path as `any CasePathType`. Therefore
/// the compiler does not consider these overloads for `\.counter`, and if there is no such case,
/// its error message names it.
public protocol CasePathType<Root, Value>: Sendable {
  /// The larger value.
  associatedtype Root
  /// The value that is extracted from the root.
  associatedtype Value

  /// This value as a case path.
  var casePath: CasePath<Root, Value> { get }
}

extension CasePath: CasePathType {
  /// This path itself.
  @_alwaysEmitIntoClient public var casePath: CasePath { self }
}

extension CasePath where Root == Value {
  /// The path from a value to itself.
  @_alwaysEmitIntoClient
  public static var identity: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Root == Value? {
  /// The path to the wrapped value of an optional, for a path that continues after an optional.
  @_alwaysEmitIntoClient
  public static var some: CasePath { CasePath(case: { $0 }, extract: { $0 }) }
}

extension CasePath {
  /// Returns a path to the action of one element: `\.row[7]`.
  ///
  /// For a case with the key and the action of an element, as `forEach(action:state:)` takes it.
  @_alwaysEmitIntoClient
  public subscript<Key: Equatable & Sendable, Part>(_ key: Key) -> CasePath<Root, Part>
  where Value == (Key, Part) {
    appending(
      path: CasePath<Value, Part>(embed: { (key, $0) }, extract: { $0.0 == key ? $0.1 : nil }))
  }

  /// Returns a path to the action of one element: `\.row[7]`.
  ///
  /// For a case with the key and the action of an element, as `forEach(action:state:)` takes it.
  @_alwaysEmitIntoClient
  public subscript<Key: Equatable & Sendable, Part>(_ key: Key) -> CasePath<Root, Part>
  where Value == (id: Key, action: Part) {
    appending(
      path: CasePath<Value, Part>(
        embed: { (key, $0) }, extract: { $0.id == key ? $0.action : nil }))
  }
}

extension CasePath where Value: CasePathable {
  /// Returns a path that continues to a case of the value: `casePaths.settings.sound`.
  @_alwaysEmitIntoClient
  public subscript<Part>(
    dynamicMember path: KeyPath<Value.CasePaths, CasePath<Value, Part>>
  ) -> CasePath<Root, Part> {
    appending(path: Value.casePaths[keyPath: path])
  }
}

/// An enum that has a case path for each of its cases, so that `\.counter` identifies a case.
///
/// `@CasePathable` of `MillraceMacros` generates the conformance. Written by hand:
///
/// ```swift
/// enum AppAction: CasePathable {
///   case counter(CounterAction), settings(SettingsAction)
///
///   struct CasePaths: Sendable {
///     let counter = CasePath(case: AppAction.counter) {
///       if case .counter(let action) = $0 { action } else { nil }
///     }
///     // and `settings` in the same way
///   }
///   static let casePaths = CasePaths()
///
///   static func caseIndex(of action: AppAction) -> Int {
///     switch action {
///     case .counter: 0
///     case .settings: 1
///     }
///   }
/// }
/// ```
///
/// A case is then read like an optional property: `action.counter` is a `CounterAction?`.
///
/// The idea of key paths that lead to case paths comes from the case paths of Point-Free.
@dynamicMemberLookup
public protocol CasePathable {
  /// A type with a case path for each case, in a property with the name of the case.
  associatedtype CasePaths: Sendable

  /// The case paths.
  static var casePaths: CasePaths { get }

  /// Returns the number of a value's case.
  ///
  /// Combined features and composed middlewares use the number to find the parts that handle an
  /// action. Write a `switch` with one number for each case; the number must not depend on the
  /// associated values. A negative number means that the case has none. All parts get the action if
  /// there is no such function, if the number is negative, or if the combination has already stored
  /// the parts for 4,096 other numbers.
  ///
  /// The numbers are used in memory only, so they can change from build to build. If two cases have
  /// the same number by mistake, and ``areCaseIndicesDistinct`` is false, no action is lost, but
  /// the actions of at least one of them are passed to all parts. Debug builds report this if the
  /// two cases have different parts.
  ///
  /// Complexity: it must be O(1). Each routed combination calls it once for an action, and composed
  /// middlewares call it again if the action is rejected.
  static func caseIndex(of value: Self) -> Int

  /// True if different cases certainly have different numbers; by default false.
  ///
  /// `@CasePathable` numbers the cases and returns true. If the property is false, a combination
  /// checks each action: one of the parts that it found by the action's number tests whether the
  /// action is of its case. If not, or if none of them has a test, the action is passed to all
  /// parts. If the property is true, release builds check nothing: actions of cases with equal
  /// numbers can miss their parts.
  static var areCaseIndicesDistinct: Bool { get }

  /// The names of all cases, or nil if they are not known; by default nil.
  ///
  /// `@CasePathable` lists them. Tools use them to show which actions of a program do not occur in
  /// a recorded run.
  static var caseNames: [String]? { get }
}

extension CasePathable {
  /// Returns -1: the case has no number, and each part gets the action.
  @_alwaysEmitIntoClient
  public static func caseIndex(of value: Self) -> Int { -1 }

  /// False: it is not known whether the numbers are distinct.
  @_alwaysEmitIntoClient
  public static var areCaseIndicesDistinct: Bool { false }

  /// Nil: the names are not known.
  @_alwaysEmitIntoClient
  public static var caseNames: [String]? { nil }
}

extension CasePathable {
  /// Returns true if this value is of a case: `action.is(\.counter)`.
  @_alwaysEmitIntoClient
  public func `is`<Value>(_ path: KeyPath<CasePaths, CasePath<Self, Value>>) -> Bool {
    self[case: path] != nil
  }

  /// The value of a case, or nil if this is another case: `action[case: \.counter]`.
  @_alwaysEmitIntoClient
  public subscript<Value>(
    case path: KeyPath<CasePaths, CasePath<Self, Value>>
  ) -> Value? {
    Self.casePaths[keyPath: path].extract(from: self)
  }

  /// Changes the value of a case; returns false, without a call of `change`, if this is another
  /// case.
  ///
  /// ```swift
  /// screen.modify(\.player) { $0.isPlaying = true }
  /// ```
  ///
  /// The value is extracted and embedded again. Therefore the change of a collection in the value
  /// copies that collection.
  ///
  /// - Parameters:
  ///   - path: The path to the case.
  ///   - change: Changes the value.
  /// - Returns: True if this is the case.
  /// - Throws: The error that `change` throws; then nothing has changed.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func modify<Value, Failure: Error>(
    _ path: KeyPath<CasePaths, CasePath<Self, Value>>,
    _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let path = Self.casePaths[keyPath: path]
    guard var value = path.extract(from: self) else { return false }
    try change(&value)
    self = path.embed(value)
    return true
  }

  /// The value of a case, or nil if this is another case: `action.counter`.
  @_alwaysEmitIntoClient
  public subscript<Value>(
    dynamicMember path: KeyPath<CasePaths, CasePath<Self, Value>>
  ) -> Value? {
    self[case: path]
  }
}

/// Tests whether a value is of one case of its enum, and returns the number of the value's case.
///
/// Paths to the cases of a ``CasePathable`` enum have such a test. A combination finds the parts
/// that were lifted with such a path by the number of the action's case; see
/// ``CasePathable/caseIndex(of:)``.
@usableFromInline
struct CaseTest<Root>: Sendable {
  /// Returns true if a value is of this case.
  ///
  /// The result is the same for all values of one case.
  @usableFromInline let accepts: @Sendable (Root) -> Bool
  /// Returns the number of a value's case; negative if it has none.
  @usableFromInline let index: @Sendable (Root) -> Int
  /// True if different cases certainly have different numbers.
  @usableFromInline let areIndicesDistinct: Bool

  @_alwaysEmitIntoClient
  init(
    accepts: @escaping @Sendable (Root) -> Bool, index: @escaping @Sendable (Root) -> Int,
    areIndicesDistinct: Bool
  ) {
    self.accepts = accepts
    self.index = index
    self.areIndicesDistinct = areIndicesDistinct
  }
}

extension CaseTest where Root: CasePathable & SendableMetatype {
  @_alwaysEmitIntoClient
  init(accepts: @escaping @Sendable (Root) -> Bool) {
    self.init(
      accepts: accepts, index: { Root.caseIndex(of: $0) },
      areIndicesDistinct: Root.areCaseIndicesDistinct)
  }
}
