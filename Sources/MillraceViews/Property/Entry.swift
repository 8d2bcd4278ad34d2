// SPDX-License-Identifier: Apache-2.0

#if Macros
  /// Makes a property of `EnvironmentValues` a value that views inherit.
  ///
  /// ```swift
  /// extension EnvironmentValues {
  ///   @Entry var unit = "kg"
  /// }
  /// ```
  ///
  /// It needs the package trait `Macros`, which is off unless you ask for it; ``EnvironmentKey``
  /// does without. A value without a type annotation must be `Sendable`.
  @attached(accessor) @attached(peer, names: prefixed(__Key_))
  public macro Entry() = #externalMacro(module: "MillraceMacrosPlugin", type: "EntryMacro")

  /// Views that a development tool shows beside the code; here nothing shows them.
  ///
  /// It needs the package trait `Macros`.
  @freestanding(declaration)
  public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
  ) = #externalMacro(module: "MillraceMacrosPlugin", type: "PreviewMacro")
#endif
