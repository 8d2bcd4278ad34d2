// SPDX-License-Identifier: Apache-2.0

#if Macros
  /// Declares a value of the environment as a property of `EnvironmentValues`.
  ///
  /// ```swift
  /// extension EnvironmentValues {
  ///   @Entry var unit = "kg"
  /// }
  /// ```
  ///
  /// It needs the package trait `Macros`, which is off by default. ``EnvironmentKey`` does not need
  /// the trait.
  ///
  /// Without a type annotation, the default value is computed once, and must be `Sendable`. With a
  /// type annotation, it is computed at each read for which no view has set a value.
  @attached(accessor) @attached(peer, names: prefixed(__Key_))
  public macro Entry() = #externalMacro(module: "MillraceMacrosPlugin", type: "EntryMacro")

  /// Expands to nothing, so that shared code with a preview for Xcode compiles.
  ///
  /// It needs the package trait `Macros`, which is off by default.
  @freestanding(declaration)
  public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
  ) = #externalMacro(module: "MillraceMacrosPlugin", type: "PreviewMacro")
#endif
