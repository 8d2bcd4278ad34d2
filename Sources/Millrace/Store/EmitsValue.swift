// SPDX-License-Identifier: Apache-2.0

/// When a store tells its observers of a commit.
///
/// The rule gates notifications only: every action is committed, whatever the rule says, and
/// middleware, effects and ``Store/transitions(bufferingPolicy:)`` see it. While the gate is
/// closed observers hear nothing; the next commit that opens it tells them of all that changed.
///
/// Any rule but ``always`` compares with the state that was emitted last and so keeps it. A kept
/// state is a second reference: the next write to one of its collections copies that collection,
/// once per emitted state. ``always``, the default, keeps nothing and costs nothing.
///
/// ```swift
/// Store(initialState: App(), reducer: app, middleware: api, emitsValue: .whenDifferent)
/// ```
///
/// The idea comes from SwiftRex, whose store drops the mutation too; here it stays.
public struct EmitsValue<State>: Sendable {
  let rule: (@Sendable (State, State) -> Bool)?

  /// After every commit.
  public static var always: EmitsValue { EmitsValue(rule: nil) }

  /// When a rule says so.
  ///
  /// - Parameter rule: Gets the state that was emitted last and the new one.
  /// - Returns: A rule that asks a function.
  public static func when(_ rule: @escaping @Sendable (State, State) -> Bool) -> EmitsValue {
    EmitsValue(rule: rule)
  }
}

extension EmitsValue where State: Equatable & SendableMetatype {
  /// When the state differs from the one that was emitted last.
  ///
  /// Complexity: one comparison of whole states per commit.
  public static var whenDifferent: EmitsValue { .when { differs($0, $1) } }
}

/// Remembers the state that was emitted last and asks the rule.
@MainActor
@usableFromInline
final class EmissionGate<State> {
  private let rule: @Sendable (State, State) -> Bool
  private var last: State

  init?(_ emitsValue: EmitsValue<State>, state: State) {
    guard let rule = emitsValue.rule else { return nil }
    self.rule = rule
    last = state
  }

  /// Whether a state is to be emitted; then it counts as emitted.
  @usableFromInline
  func opens(for state: State) -> Bool {
    guard rule(last, state) else { return false }
    last = state
    return true
  }
}
