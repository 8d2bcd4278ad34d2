// SPDX-License-Identifier: Apache-2.0

#if Macros
  import MillraceMacrosPlugin
  import SwiftSyntax
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// Compares an expansion and its diagnostics with the expected ones.
  func expectExpansion(
    of source: String, _ expansion: String, saying diagnostics: [DiagnosticSpec] = [],
    conformances: [TypeSyntax] = ["CasePathable"],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expansion, diagnostics: diagnostics,
      macroSpecs: [
        "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: conformances),
        "Entry": MacroSpec(type: EntryMacro.self), "Preview": MacroSpec(type: PreviewMacro.self),
      ],
      indentationWidth: .spaces(2),
      failureHandler: { failure in
        Issue.record("\(failure.message)", sourceLocation: sourceLocation)
      })
  }
#endif
