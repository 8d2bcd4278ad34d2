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
/// }
/// ```
///
/// The shape, key paths that lead to case paths, is known from the case paths of Point-Free.
public protocol CasePathable {
  /// Holds a case path for each case, under the name of the case.
  associatedtype CasePaths: Sendable

  /// The case paths.
  static var casePaths: CasePaths { get }
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
