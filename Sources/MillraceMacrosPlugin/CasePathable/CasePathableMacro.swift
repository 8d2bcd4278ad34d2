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
      let access = enumeration.accessOfMembers(in: context.lexicalContext.first)
      let name = type.trimmedDescription
      let conformance = protocols.isEmpty ? "" : ": Millrace.CasePathable"
      let paths = cases.generate { $1 + $0.path(root: name, access: access) }
      let properties = cases.generate { $1 + $0.property(access: access) }
      return [
        try ExtensionDeclSyntax(
          """
          \(raw: enumeration.attributes.availability)nonisolated extension \
          \(type.trimmed)\(raw: conformance) {
            \(raw: access)struct CasePaths: Sendable {
              \(raw: paths)
            }
            \(raw: access)static var casePaths: CasePaths { CasePaths() }
            \(raw: cases.numbering(root: name, access: access))
            \(raw: cases.naming(access: access))
            \(raw: properties)
          }
          """)
      ]
    }
  }

  extension EnumDeclSyntax {
    /// What members need to be as public as the enum, which may be so because the extension around
    /// it is.
    func accessOfMembers(in surroundings: Syntax?) -> String {
      let outer = surroundings?.as(ExtensionDeclSyntax.self)?.modifiers
      let level = modifiers.accessLevel ?? outer?.accessLevel
      return level == "public" || level == "package" ? "\(level!) " : ""
    }
  }

  extension DeclModifierListSyntax {
    /// The access level that is written here.
    var accessLevel: String? {
      map(\.name.text).first {
        ["public", "package", "internal", "fileprivate", "private"].contains($0)
      }
    }
  }

  extension AttributeListSyntax {
    /// The attributes that say where and whether something may be used.
    var availability: String {
      compactMap { $0.as(AttributeSyntax.self) }
        .filter { $0.attributeName.trimmedDescription == "available" }
        .map { $0.trimmedDescription + " " }.joined()
    }
  }

  extension MemberBlockItemListSyntax {
    /// The function that numbers the cases, unless there are none.
    ///
    /// A case that may not be used everywhere cannot be named there, and has no number.
    func numbering(root: String, access: String) -> String {
      if caseElements.isEmpty { return "" }
      var count = 0
      var isEachNamed = true
      let clauses = generate { element, availability in
        guard availability.isEmpty else {
          isEachNamed = false
          return ""
        }
        defer { count += 1 }
        return "case .\(element.name.text): return \(count)"
      }
      let rest = isEachNamed ? "" : "default: return -1"
      return """
        \(access)static func caseIndex(of value: \(root)) -> Int {
        switch value {
        \([clauses, rest].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
        }
        \(access)static var areCaseIndicesDistinct: Bool { true }
        """
    }

    /// The property that lists the names of the cases.
    func naming(access: String) -> String {
      func name(_ element: EnumCaseElementSyntax) -> String {
        "\"\(element.name.text.filter { $0 != "`" })\""
      }
      let property = "\(access)static var caseNames: [String]?"
      if !contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }) {
        return "\(property) { [\(caseElements.map(name).joined(separator: ", "))] }"
      }
      return """
        \(property) {
        var names: [String] = []
        names.reserveCapacity(\(caseElements.count))
        \(generate { element, _ in "names.append(\(name(element)))" })
        return names
        }
        """
    }

    /// Text for each case and its attributes of availability, inside the same `#if` as the case.
    func generate(_ text: (EnumCaseElementSyntax, String) -> String) -> String {
      var lines: [String] = []
      for member in self {
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          let availability = declaration.attributes.availability
          lines += declaration.elements.map { text($0, availability) }
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
