// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds the reasons why the generated code would not compile, to report them as messages.
  enum CasePathableConflicts {
    typealias Conflict = (message: CasePathableMessage, node: Syntax)

    /// All conflicts.
    static func all(in enumeration: EnumDeclSyntax) -> [Conflict] {
      let members = enumeration.memberBlock.members
      var seen: Set<String> = []
      var conflicts: [Conflict] = []
      if let suppressed = enumeration.suppressedCopyable {
        conflicts.append((.noncopyable(enumeration.name.text), Syntax(suppressed)))
      }
      if let function = members.caseIndexFunction {
        conflicts.append((.hasCaseIndex, Syntax(function.name)))
      }
      members.visitUsableElements(after: &seen) { element, isOverloaded in
        let name = element.name.text
        let message: CasePathableMessage? =
          if reserved.contains(name) {
            .reserved(name)
          } else if keywords.contains(name) {
            .keyword(name)
          } else if isOverloaded {
            .overloaded(name)
          } else {
            nil
          }
        if let message { conflicts.append((message, Syntax(element))) }
      }
      return conflicts
    }

    private static let reserved: Set = [
      "CasePaths", "casePaths", "caseIndex", "areCaseIndicesDistinct", "caseNames", "is",
      "`is`",
    ]
    /// Names that have another meaning after a dot, even in backticks.
    private static let keywords: Set = ["`self`", "`Type`", "`Protocol`"]
  }

  extension EnumDeclSyntax {
    /// The `~Copyable` of the enum, if it has one.
    var suppressedCopyable: SuppressedTypeSyntax? {
      inheritanceClause?.inheritedTypes.lazy.compactMap { $0.type.as(SuppressedTypeSyntax.self) }
        .first { $0.type.trimmedDescription == "Copyable" }
    }

    /// The name of the enum or of an enclosing type that is private inside another type, or nil.
    ///
    /// Such a type is not visible at file level, where the extension is generated.
    func hiding(in surroundings: [Syntax]) -> String? {
      let around = surroundings.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
      guard !around.isEmpty else { return nil }
      return ([self as any DeclGroupSyntax] + around.dropLast())
        .first { $0.modifiers.accessLevel == "private" }?
        .asProtocol((any NamedDeclSyntax).self)?.name.text
    }
  }

  extension MemberBlockItemListSyntax {
    /// The available cases, including the cases in all clauses of each `#if`.
    var usableElements: [EnumCaseElementSyntax] {
      var (seen, elements): (Set<String>, [EnumCaseElementSyntax]) = ([], [])
      visitUsableElements(after: &seen) { element, _ in elements.append(element) }
      return elements
    }

    /// Visits the available cases, with true if an earlier case has the same name.
    ///
    /// The clauses of one `#if` exclude each other. Therefore a case in one clause does not count
    /// as an earlier case for the other clauses.
    func visitUsableElements(
      after seen: inout Set<String>,
      _ visit: (_ element: EnumCaseElementSyntax, _ isOverloaded: Bool) -> Void
    ) {
      for member in self {
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          if declaration.attributes.isUnavailable { continue }
          for element in declaration.elements {
            visit(element, !seen.insert(element.name.text).inserted)
          }
        } else if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
          let before = seen
          for clause in conditional.clauses {
            guard case .decls(let members)? = clause.elements else { continue }
            var seenHere = before
            members.visitUsableElements(after: &seenHere, visit)
            seen.formUnion(seenHere)
          }
        }
      }
    }

    /// The function `caseIndex(of:)` of the enum, or nil.
    var caseIndexFunction: FunctionDeclSyntax? {
      compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first {
        $0.name.text == "caseIndex"
          && $0.signature.parameterClause.parameters.map(\.firstName.text) == ["of"]
          && $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
      }
    }
  }
#endif
