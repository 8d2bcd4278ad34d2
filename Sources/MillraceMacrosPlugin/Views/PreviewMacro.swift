// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Expands a preview to no code: no tool shows previews on systems without SwiftUI.
  public enum PreviewMacro: DeclarationMacro {
    /// Returns no declarations.
    public static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] { [] }
  }
#endif
