// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Expands a preview to nothing: no tool on these platforms shows previews.
  public enum PreviewMacro: DeclarationMacro {
    /// Writes nothing.
    public static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] { [] }
  }
#endif
