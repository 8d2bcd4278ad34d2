// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Leaves nothing of a preview: no tool here shows one.
  public enum PreviewMacro: DeclarationMacro {
    /// Writes nothing.
    public static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] { [] }
  }
#endif
