// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds what would make the generated code not compile, so that the reason is told instead.
  enum CasePathableConflicts {
    /// Reports every conflict.
    ///
    /// - Returns: Whether there was one.
    static func report(
      in enumeration: EnumDeclSyntax, to context: some MacroExpansionContext
    ) -> Bool {
      let members = enumeration.memberBlock.members
      let properties = members.propertyNames
      let methods = members.methodNames
      var seen: Set<String> = []
      var hasConflict = false
      if let hidden = enumeration.hiding(in: context.lexicalContext) {
        context.diagnose(CasePathableMessage.hidden(hidden), at: enumeration.name)
        hasConflict = true
      }
      if let function = members.caseIndexFunction {
        context.diagnose(CasePathableMessage.hasCaseIndex, at: function.name)
        hasConflict = true
      }
      for element in members.caseElements {
        let name = element.name.text
        let message: CasePathableMessage? =
          if reserved.contains(name) {
            .reserved(name)
          } else if !seen.insert(name).inserted {
            .overloaded(name)
          } else if properties.contains(name) {
            .hasProperty(name)
          } else if methods.contains(name) {
            .hasMethod(name)
          } else {
            nil
          }
        guard let message else { continue }
        context.diagnose(message, at: element)
        hasConflict = true
      }
      return hasConflict
    }

    private static let reserved: Set = [
      "CasePaths", "casePaths", "caseIndex", "areCaseIndicesDistinct", "caseNames", "is",
      "`is`",
    ]
  }

  extension EnumDeclSyntax {
    /// The name of the type that cannot be seen at the level of the file, where the extension is:
    /// this enum or one around it, if that is private and inside of another type.
    func hiding(in surroundings: [Syntax]) -> String? {
      let around = surroundings.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
      guard !around.isEmpty else { return nil }
      return ([self as any DeclGroupSyntax] + around.dropLast())
        .first { $0.modifiers.accessLevel == "private" }?
        .asProtocol((any NamedDeclSyntax).self)?.name.text
    }
  }

  extension MemberBlockItemListSyntax {
    /// The cases, those inside of `#if` without an `#else` included.
    var caseElements: [EnumCaseElementSyntax] {
      flatMap { member -> [EnumCaseElementSyntax] in
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          return Array(declaration.elements)
        }
        // The clauses of one `#if` exclude each other; the first stands for all.
        guard let conditional = member.decl.as(IfConfigDeclSyntax.self),
          case .decls(let members)? = conditional.clauses.first?.elements
        else { return [] }
        return members.caseElements
      }
    }

    /// The properties that belong to values.
    var propertyNames: Set<String> {
      Set(
        compactMap { $0.decl.as(VariableDeclSyntax.self) }
          .filter { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } }
          .flatMap { $0.bindings }
          .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text })
    }

    /// The function that numbers the cases.
    var caseIndexFunction: FunctionDeclSyntax? {
      compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first {
        $0.name.text == "caseIndex"
          && $0.signature.parameterClause.parameters.map(\.firstName.text) == ["of"]
          && $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
      }
    }

    /// The methods without parameters that belong to values.
    var methodNames: Set<String> {
      Set(
        compactMap { $0.decl.as(FunctionDeclSyntax.self) }
          .filter { $0.signature.parameterClause.parameters.isEmpty }
          .filter { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } }
          .map(\.name.text))
    }
  }
#endif
