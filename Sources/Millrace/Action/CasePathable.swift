// SPDX-License-Identifier: Apache-2.0

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
}

extension CasePathable {
  /// No number: each part is asked.
  @inlinable
  public static func caseIndex(of value: Self) -> Int { -1 }

  /// Not known.
  @inlinable
  public static var areCaseIndicesDistinct: Bool { false }
}

extension CasePathable {
  /// Whether this value is of a case: `action.is(\.counter)`.
  @inlinable
  public func `is`<Value>(_ path: KeyPath<CasePaths, CasePath<Self, Value>>) -> Bool {
    self[case: path] != nil
  }

  /// The value of a case, or nil if this is another one: `action[case: \.counter]`.
  @inlinable
  public subscript<Value>(
    case path: KeyPath<CasePaths, CasePath<Self, Value>>
  ) -> Value? {
    Self.casePaths[keyPath: path].extract(from: self)
  }
}
