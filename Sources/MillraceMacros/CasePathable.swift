// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Millrace

  /// Generates a case path for each case of an enum.
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
  /// The enum conforms to `CasePathable`. Its `CasePaths` have a path with the name of each case.
  /// Each case has a number (`caseIndex(of:)`), with which an action is routed to the features of
  /// its case. A case with `@available` has no number. `caseNames` lists all cases for tools. A
  /// case with `@available(*, unavailable)` has neither a path nor a name.
  ///
  /// The value of a path is a tuple for several associated values, and `Void` for none. A property
  /// or method of the enum hides the case with the same name in `action.name`; read that case with
  /// `action[case: \.name]`. The generated members are inside the enum, have its access level, and
  /// are not isolated to an actor. The conformance is an extension at file level. There a private
  /// enum inside another type is not visible: such an enum has to declare the conformance itself,
  /// as `: CasePathable`. For nested enums, add the macro to each of them; the path
  /// `\.settings.sound` then leads through both. If a generic enum constrains a parameter to a
  /// protocol, the parameter must also be `Sendable`, because the closures of the paths capture its
  /// conformance.
  ///
  /// The macro needs the package trait `Macros`, which is off by default.
  // With `names: arbitrary` the compiler would ignore an `==` or `<` of the enum and derive another
  // one (swiftlang/swift#84691).
  @attached(
    member, names: named(CasePaths), named(casePaths), named(caseIndex(of:)),
    named(areCaseIndicesDistinct), named(caseNames))
  @attached(extension, conformances: CasePathable)
  public macro CasePathable() =
    #externalMacro(module: "MillraceMacrosPlugin", type: "CasePathableMacro")
#endif
