// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Runs the laws that reducers, middleware and selectors keep on types of your own.
///
/// ```swift
/// @Test func theLawsHold() {
///   LawTests.check(
///     reducers: ["cart": .cart, "user": .user], states: [.empty, .full],
///     actions: [.add(.book), .logOut])
/// }
/// ```
///
/// A law is run on every combination of what is given. The first combination that breaks it fails
/// the test: it names the law and the combination and shows the difference. Values are compared by
/// `==` if they have one, else by all that can be seen of them.
@MainActor
public enum LawTests {}

extension Failure {
  /// There is nothing to run laws on: nothing would be checked.
  static func nothingToCheck(_ what: String) -> Failure {
    Failure(
      headline: "Expected \(what) to run the laws on, but there are none.",
      cause: "a list that is computed turned out empty.",
      remedy: "give at least one of each.")
  }
}

/// A case in which a law does not hold.
struct Violation {
  /// What the law says.
  let law: String
  /// With what it was run, in words, by names.
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

  /// How one value differs from another; nil if they are equal.
  static func difference<Value>(_ expected: Value, _ actual: Value) -> String? {
    guard !Failure.areEqual(expected, actual) else { return nil }
    return Failure.difference(expected: expected, actual: actual)
      ?? "The two are not equal by `==`, but look the same."
  }
}
