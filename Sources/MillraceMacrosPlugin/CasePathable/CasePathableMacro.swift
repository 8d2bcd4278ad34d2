// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Writes the extension that `@CasePathable` stands for.
  public struct CasePathableMacro: ExtensionMacro {
    /// Writes the extension, or says why there is none.
    public static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
        context.diagnose(CasePathableMessage.notAnEnum(declaration), at: node)
        return []
      }
      let cases = enumeration.memberBlock.members
      guard !CasePathableConflicts.report(in: enumeration, to: context) else { return [] }
      let access = enumeration.accessOfMembers
      let name = type.trimmedDescription
      let conformance = protocols.isEmpty ? "" : ": Millrace.CasePathable"
      let paths = cases.generate { $0.path(root: name, access: access) }
      let properties = cases.generate { $0.property(access: access) }
      return [
        try ExtensionDeclSyntax(
          """
          extension \(type.trimmed)\(raw: conformance) {
            \(raw: access)struct CasePaths: Sendable {
              \(raw: paths)
            }
            \(raw: access)static var casePaths: CasePaths { CasePaths() }
            \(raw: properties)
          }
          """)
      ]
    }
  }

  extension EnumDeclSyntax {
    /// What members need to be as public as the enum.
    var accessOfMembers: String {
      let keywords = modifiers.map(\.name.tokenKind)
      if keywords.contains(.keyword(.public)) { return "public " }
      return keywords.contains(.keyword(.package)) ? "package " : ""
    }
  }

  extension MemberBlockItemListSyntax {
    /// Text for each case, inside the same `#if` as the case.
    func generate(_ text: (EnumCaseElementSyntax) -> String) -> String {
      var lines: [String] = []
      for member in self {
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          lines += declaration.elements.map(text)
        } else if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
          for clause in conditional.clauses {
            let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
            lines.append(clause.poundKeyword.text + condition)
            if case .decls(let members)? = clause.elements { lines.append(members.generate(text)) }
          }
          lines.append("#endif")
        }
      }
      return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }
#endif
