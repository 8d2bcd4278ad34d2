// SPDX-License-Identifier: Apache-2.0

/// A way into one case of an enum, and back: takes the case's value out, puts one in.
///
/// A case path is to an enum what a key path is to a struct. It names the part of a larger action
/// that a feature handles:
///
/// ```swift
/// let counter = CasePath(case: AppAction.counter) {
///   if case .counter(let action) = $0 { action } else { nil }
/// }
/// counter.extract(from: .counter(.increment))   // .increment
/// counter(.increment)                           // AppAction.counter(.increment)
/// ```
///
/// `@CasePathable` of `MillraceMacros` writes them for you. Paths lead through several levels:
/// `AppAction.casePaths.settings.sound`, or ``appending(path:)``.
///
/// What is put in comes out again: `path.extract(from: path(value))` is `value`.
///
/// Complexity: that of the closures; each level of an appended path adds a call.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let extractValue: @Sendable (Root) -> Value?
  @usableFromInline let embedValue: @Sendable (Value) -> Root
  /// Tells the case of a root; nil where the root's cases have no numbers, or where the case alone
  /// does not tell whether the path leads anywhere.
  @usableFromInline let caseTest: CaseTest<Root>?
  /// The name of the case, for messages; of several levels with dots between them.
  ///
  /// Paths that `@CasePathable` writes have one. It is nil where the maker of the path gave none.
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

  /// A path to one case of an enum.
  ///
  /// If the enum is ``CasePathable`` and numbers its cases, combined reducers find their way by
  /// such paths without trying one after the other; see <doc:Modules>. For that, `extract` must go
  /// by the case alone: it takes every value of this case and no value of another. Debug builds say
  /// so if it does not.
  ///
  /// - Parameters:
  ///   - embed: The case itself, as in `AppAction.counter`.
  ///   - name: The name of the case, for messages.
  ///   - extract: Takes the value out if it is this case.
  @_alwaysEmitIntoClient
  public init(
    case embed: @escaping @Sendable (Value) -> Root, name: String? = nil,
    extract: @escaping @Sendable (Root) -> Value?
  ) where Root: CasePathable & SendableMetatype {
    self.init(
      embed: embed, extract: extract, caseTest: CaseTest { extract($0) != nil }, caseName: name)
  }

  /// A path to one case of an enum that does not number its cases.
  ///
  /// A reducer lifted along such a path is asked for every action.
  ///
  /// - Parameters:
  ///   - embed: The case itself, as in `AppAction.counter`.
  ///   - name: The name of the case, for messages.
  ///   - extract: Takes the value out if it is this case.
  @_alwaysEmitIntoClient
  public init(
    case embed: @escaping @Sendable (Value) -> Root, name: String? = nil,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: embed, extract: extract, caseTest: nil, caseName: name)
  }

  /// A path to anything that can be taken out and put in: several levels at once, part of a case,
  /// a wrapper.
  ///
  /// A reducer lifted along such a path is asked for every action.
  ///
  /// - Parameters:
  ///   - embed: Makes the larger value.
  ///   - extract: Takes the value out if it is there.
  @_alwaysEmitIntoClient
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: embed, extract: extract, caseTest: nil)
  }

  /// The value, or nil if the root is another case.
  @_alwaysEmitIntoClient
  public func extract(from root: Root) -> Value? { extractValue(root) }

  /// The root that holds a value.
  @_alwaysEmitIntoClient
  public func embed(_ value: Value) -> Root { embedValue(value) }

  /// The root that holds a value: `path(value)`.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ value: Value) -> Root { embedValue(value) }

  /// A path that goes on from where this one ends.
  ///
  /// Complexity: O(1) to make; to use, one call more than the two paths.
  @_alwaysEmitIntoClient
  public func appending<Part>(path: CasePath<Value, Part>) -> CasePath<Root, Part> {
    CasePath<Root, Part>(
      embed: { [embedValue] in embedValue(path.embedValue($0)) },
      extract: { [extractValue] in extractValue($0).flatMap(path.extractValue) },
      caseTest: caseTest,
      caseName: caseName.flatMap { name in path.caseName.map { "\(name).\($0)" } })
  }
}

/// What stands for a case path: the path itself.
///
/// `lift(action:state:)` and its like take a case path as `any CasePathType`. So a key path to a
/// case is compared with nothing else, and the compiler names the case in it that does not exist.
public protocol CasePathType<Root, Value>: Sendable {
  /// The larger value.
  associatedtype Root
  /// What is taken out of it.
  associatedtype Value

  /// This value as a case path.
  var casePath: CasePath<Root, Value> { get }
}

extension CasePath: CasePathType {
  /// This path itself.
  @_alwaysEmitIntoClient public var casePath: CasePath { self }
}

extension CasePath where Root == Value {
  /// The path that leads nowhere else: the root is the value.
  @_alwaysEmitIntoClient
  public static var identity: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Root == Value? {
  /// The path to what an optional holds, to go on behind an optional value.
  @_alwaysEmitIntoClient
  public static var some: CasePath { CasePath(case: { $0 }, extract: { $0 }) }
}

extension CasePath where Value: CasePathable {
  /// A path that goes on to a case of the value: `casePaths.settings.sound`.
  @_alwaysEmitIntoClient
  public subscript<Part>(
    dynamicMember path: KeyPath<Value.CasePaths, CasePath<Value, Part>>
  ) -> CasePath<Root, Part> {
    appending(path: Value.casePaths[keyPath: path])
  }
}

/// An enum that offers a case path for each of its cases, so that `\.counter` names one.
///
/// `@CasePathable` of `MillraceMacros` writes the conformance. By hand:
///
/// ```swift
/// enum AppAction: CasePathable {
///   case counter(CounterAction), settings(SettingsAction)
///
///   struct CasePaths: Sendable {
///     let counter = CasePath(case: AppAction.counter) {
///       if case .counter(let action) = $0 { action } else { nil }
///     }
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
/// The shape, key paths that lead to case paths, is known from the case paths of Point-Free.
public protocol CasePathable {
  /// Holds a case path for each case, under the name of the case.
  associatedtype CasePaths: Sendable

  /// The case paths.
  static var casePaths: CasePaths { get }

  /// The number of a value's case, by which combined reducers and composed middlewares find the
  /// parts that an action concerns.
  ///
  /// A `switch` with one number for each case: it must not look at what the case holds. Numbers of
  /// 4,096 cases are remembered; a negative one means that there is none. Without this function,
  /// and for negative numbers, all parts are asked.
  ///
  /// Numbers are free to change from build to build: they never leave the process. If two cases
  /// share one by mistake, no action is lost, but one of the two costs a question per part; debug
  /// builds report it.
  ///
  /// Complexity: O(1); it is called once for each action and combination.
  static func caseIndex(of value: Self) -> Int

  /// Whether different cases are known to have different numbers; by default false.
  ///
  /// `@CasePathable` counts the cases and says true. With numbers that were written by hand a
  /// combination makes sure: it asks one of the parts that an action concerns, and an action that
  /// concerns none of them is shown to all.
  static var areCaseIndicesDistinct: Bool { get }

  /// The names of all cases; nil, as by default, where they are not known.
  ///
  /// `@CasePathable` lists them. Tools ask for them to tell which actions a program has that a
  /// recorded run has not.
  static var caseNames: [String]? { get }
}

extension CasePathable {
  /// No number: each part is asked.
  @_alwaysEmitIntoClient
  public static func caseIndex(of value: Self) -> Int { -1 }

  /// Not known.
  @_alwaysEmitIntoClient
  public static var areCaseIndicesDistinct: Bool { false }

  /// Not known.
  @_alwaysEmitIntoClient
  public static var caseNames: [String]? { nil }
}

extension CasePathable {
  /// Whether this value is of a case: `action.is(\.counter)`.
  @_alwaysEmitIntoClient
  public func `is`<Value>(_ path: KeyPath<CasePaths, CasePath<Self, Value>>) -> Bool {
    self[case: path] != nil
  }

  /// The value of a case, or nil if this is another one: `action[case: \.counter]`.
  @_alwaysEmitIntoClient
  public subscript<Value>(
    case path: KeyPath<CasePaths, CasePath<Self, Value>>
  ) -> Value? {
    Self.casePaths[keyPath: path].extract(from: self)
  }
}

/// Tells whether a value is of one case of its enum, and which case it is.
///
/// Paths to cases of enums that number their cases carry one; see ``CasePathable/caseIndex(of:)``.
/// What is lifted by such a path is found by the number when it is combined with others.
@usableFromInline
struct CaseTest<Root>: Sendable {
  /// Answers alike for all values of one case.
  @usableFromInline let accepts: @Sendable (Root) -> Bool
  /// The number of a value's case; negative if it has none.
  @usableFromInline let index: @Sendable (Root) -> Int
  /// Whether different cases are known to have different numbers.
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
