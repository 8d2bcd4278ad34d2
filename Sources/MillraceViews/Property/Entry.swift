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
  /// the trait. A value without a type annotation must be `Sendable`.
  @attached(accessor) @attached(peer, names: prefixed(__Key_))
  public macro Entry() = #externalMacro(module: "MillraceMacrosPlugin", type: "EntryMacro")

  /// Declares views for the preview of a development tool. Outside Xcode no tool shows them.
  ///
  /// It needs the package trait `Macros`.
  @freestanding(declaration)
  public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
  ) = #externalMacro(module: "MillraceMacrosPlugin", type: "PreviewMacro")
#endif
