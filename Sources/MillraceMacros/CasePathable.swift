// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Millrace

  /// Gives an enum a case path for each case, and a property to read it.
  ///
  /// ```swift
  /// @CasePathable
  /// enum AppAction {
  ///   case counter(CounterAction)
  ///   case row(id: Row.ID, action: RowAction)
  ///   case reset
  /// }
  ///
  /// let app: Feature<AppState, AppAction> = counter.lift(action: \.counter, state: \.counter)
  /// action.counter          // CounterAction?
  /// action.is(\.reset)      // Bool
  /// ```
  ///
  /// The enum conforms to `CasePathable`; its `CasePaths` hold a path under the name of each case.
  /// Each case has a number (`caseIndex(of:)`), by which an action is routed to the features of its
  /// case; a case that is marked `@available` has none. `caseNames` lists all cases for tools. A
  /// case that is `@available(*, unavailable)` has neither a path nor a name.
  ///
  /// Several associated values become a tuple, no values `Void`. What is generated is inside of
  /// the enum, as public as the enum and bound to no actor. The conformance is an extension, so an
  /// enum that is private and inside of another type has to state it itself: `: CasePathable`.
  /// Enums within enums are marked each: `\.settings.sound` leads through both. The parameters of a
  /// generic enum have to be `Sendable` where they are constrained.
  ///
  /// It needs the package trait `Macros`, which is off unless you ask for it.
  @attached(member, names: arbitrary)
  @attached(extension, conformances: CasePathable)
  public macro CasePathable() =
    #externalMacro(module: "MillraceMacrosPlugin", type: "CasePathableMacro")
#endif
