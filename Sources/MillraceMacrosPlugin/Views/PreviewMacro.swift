// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Expands a preview to no code, because no tool on these platforms shows previews.
  public enum PreviewMacro: DeclarationMacro {
    /// Returns no declarations.
    public static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] { [] }
  }
#endif
