// SPDX-License-Identifier: Apache-2.0

/// Checks the laws of reducers, middleware and selectors with your own types.
///
/// ```swift
/// @MainActor @Test func theLawsHold() {
///   LawTests.check(
///     reducers: ["cart": Reducer.cart, "user": Reducer.user], states: [Shop.empty, .full],
///     actions: [ShopAction.add(.book), .logOut])
/// }
/// ```
///
/// Each law is checked with every combination of the given values. The first combination that
/// breaks a law fails the test: the message has the law, the combination and the difference. Values
/// are compared by `==` if they are `Equatable`, else by their printed parts.
@MainActor
public enum LawTests {}

extension Failure {
  /// A list of values is empty, so that no law would be checked.
  static func nothingToCheck(_ what: String) -> Failure {
    Failure(
      headline: "Expected \(what) to check, but one of the lists is empty.",
      cause: "a computed list is empty.",
      remedy: "pass at least one of each.")
  }
}

/// A case in which a law does not hold.
struct Violation {
  /// The law, as a sentence.
  let law: String
  /// The values with which the law was checked, with their names.
  let given: [(name: String, value: String)]
  let difference: String
  let cause: String
  let remedy: String

  func report(at site: CallSite) {
    let given = given.map { name, value in
      value.contains("\n") ? "\(name):\n\(value.indented)" : "\(name): \(value)"
    }
    Failure(
      headline: "Expected this law to hold: \(law).",
      detail: (given + ["", difference]).joined(separator: "\n"), cause: cause, remedy: remedy
    ).report(at: site)
  }

  /// The difference between two values, or nil if they are equal.
  static func difference<Value>(_ expected: Value, _ actual: Value) -> String? {
    guard !Failure.areEqual(expected, actual) else { return nil }
    return Failure.difference(expected: expected, actual: actual)
      ?? "The two values are not equal by `==`, but they look the same."
  }
}
