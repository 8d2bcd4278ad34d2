// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds what would keep the generated code from compiling, so that a message says why.
  enum CasePathableConflicts {
    typealias Conflict = (message: CasePathableMessage, node: Syntax)

    /// All conflicts.
    static func all(in enumeration: EnumDeclSyntax) -> [Conflict] {
      let members = enumeration.memberBlock.members
      let properties = members.propertyNames
      let methods = members.methodNames
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
          } else if properties.contains(name) {
            .hasProperty(name)
          } else if methods.contains(name) {
            .hasMethod(name)
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
    /// Names that mean something else after a point, even in backticks.
    private static let keywords: Set = ["`self`", "`Type`", "`Protocol`"]
  }

  extension EnumDeclSyntax {
    /// The `~Copyable` of the enum, if it has one.
    var suppressedCopyable: SuppressedTypeSyntax? {
      inheritanceClause?.inheritedTypes.lazy.compactMap { $0.type.as(SuppressedTypeSyntax.self) }
        .first { $0.type.trimmedDescription == "Copyable" }
    }

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
    /// The cases that are not unavailable, with those in all clauses of each `#if`.
    var usableElements: [EnumCaseElementSyntax] {
      var (seen, elements): (Set<String>, [EnumCaseElementSyntax]) = ([], [])
      visitUsableElements(after: &seen) { element, _ in elements.append(element) }
      return elements
    }

    /// Visits the cases that are not unavailable, and tells whether there is another one of the
    /// name before it.
    ///
    /// The clauses of one `#if` exclude each other: a case in one of them is none before a case in
    /// the next.
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

    /// The names of the instance properties.
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

    /// The names of the instance methods without parameters.
    var methodNames: Set<String> {
      Set(
        compactMap { $0.decl.as(FunctionDeclSyntax.self) }
          .filter { $0.signature.parameterClause.parameters.isEmpty }
          .filter { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } }
          .map(\.name.text))
    }
  }
#endif
