// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Generates the members and the conformance for `@CasePathable`.
  ///
  /// The members are inside the enum. There, the names of types have the same meaning as in its
  /// cases, and the generated code is visible wherever the enum is visible.
  public struct CasePathableMacro: MemberMacro, ExtensionMacro {
    /// Generates the members, or reports errors.
    public static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
        context.diagnose(CasePathableMessage.notAnEnum(declaration), at: node)
        return []
      }
      let conflicts = CasePathableConflicts.all(in: enumeration)
      for conflict in conflicts { context.diagnose(conflict.message, at: conflict.node) }
      guard conflicts.isEmpty else { return [] }
      let cases = enumeration.memberBlock.members
      let access = enumeration.accessOfMembers(in: context.lexicalContext.first)
      let name = enumeration.name.text
      let paths = cases.generate { $1 + $0.path(root: name, access: access) }
      // The members are not isolated to an actor, even if the enum is.
      let member = access + "nonisolated "
      let members = MemberBlockItemListSyntax(
        """
        \(raw: member)struct CasePaths: Sendable {
          \(raw: paths)
        }
        \(raw: member)static var casePaths: CasePaths { CasePaths() }
        \(raw: cases.numbering(root: name, access: member))
        \(raw: cases.naming(access: member))
        """)
      return members.map(\.decl)
    }

    /// Generates the conformance, unless the enum declares it or has conflicts.
    ///
    /// The conflicts are reported by the expansion of the members.
    public static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard !protocols.isEmpty, let enumeration = declaration.as(EnumDeclSyntax.self),
        CasePathableConflicts.all(in: enumeration).isEmpty
      else { return [] }
      if let hidden = enumeration.hiding(in: context.lexicalContext) {
        context.diagnose(CasePathableMessage.hidden(hidden), at: enumeration.name)
        return []
      }
      return [
        try ExtensionDeclSyntax(
          """
          \(raw: enumeration.attributes.availability)nonisolated extension \(type.trimmed): \
          Millrace.CasePathable {}
          """)
      ]
    }
  }

  extension EnumDeclSyntax {
    /// The modifier that gives members the access level of the enum, which can come from the
    /// enclosing extension.
    func accessOfMembers(in surroundings: Syntax?) -> String {
      let outer = surroundings?.as(ExtensionDeclSyntax.self)?.modifiers
      let level = modifiers.accessLevel ?? outer?.accessLevel
      if attributes.contains(where: { $0.trimmedDescription == "@usableFromInline" }) {
        return "@usableFromInline "
      }
      return level == "public" || level == "package" ? "\(level!) " : ""
    }
  }

  extension DeclModifierListSyntax {
    /// The explicit access level, or nil.
    var accessLevel: String? {
      map(\.name.text).first {
        ["public", "package", "internal", "fileprivate", "private"].contains($0)
      }
    }
  }

  extension AttributeListSyntax {
    /// The `@available` attributes.
    var availability: String {
      compactMap { $0.as(AttributeSyntax.self) }
        .filter { $0.attributeName.trimmedDescription == "available" }
        .map { $0.trimmedDescription + " " }.joined()
    }

    /// True if one of the attributes is `@available(*, unavailable)`.
    var isUnavailable: Bool {
      contains {
        guard case .availability(let list)? = $0.as(AttributeSyntax.self)?.arguments else {
          return false
        }
        let words = list.map(\.argument.trimmedDescription)
        return words.first == "*" && words.contains("unavailable")
      }
    }
  }

  extension MemberBlockItemListSyntax {
    /// True if a case has an `@available`; with `insideConditions`, only cases in an `#if` count.
    private func hasLimitedCases(insideConditions: Bool = false) -> Bool {
      contains { member in
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          return !insideConditions && !declaration.attributes.availability.isEmpty
        }
        return member.decl.as(IfConfigDeclSyntax.self)?.clauses.contains { clause in
          guard case .decls(let members)? = clause.elements else { return false }
          return members.hasLimitedCases()
        } ?? false
      }
    }

    /// The text of `caseIndex(of:)` and `areCaseIndicesDistinct`; empty if there are no cases.
    ///
    /// A case with an `@available` may not be available in the function, and has no number.
    func numbering(root: String, access: String) -> String {
      if usableElements.isEmpty { return "" }
      // Where no limited case is compiled, the compiler would warn of a `default`.
      let isChain = hasLimitedCases(insideConditions: true)
      var count = 0
      let clauses = generate { element, availability in
        guard availability.isEmpty else { return "" }
        defer { count += 1 }
        let name = element.name.text
        return isChain
          ? "if case .\(name) = value { return \(count) }" : "case .\(name): return \(count)"
      }
      let rest = isChain ? "return -1" : hasLimitedCases() ? "default: return -1" : ""
      let body = [clauses, rest].filter { !$0.isEmpty }.joined(separator: "\n")
      return """
        \(access)static func caseIndex(of value: \(root)) -> Int {
        \(isChain ? body : "switch value {\n\(body)\n}")
        }
        \(access)static var areCaseIndicesDistinct: Bool { true }
        """
    }

    /// The text of the property `caseNames`.
    func naming(access: String) -> String {
      let property = "\(access)static var caseNames: [String]?"
      if !contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }) {
        return "\(property) { [\(usableElements.map(\.nameLiteral).joined(separator: ", "))] }"
      }
      return """
        \(property) {
        var names: [String] = []
        names.reserveCapacity(\(usableElements.count))
        \(generate { element, _ in "names.append(\(element.nameLiteral))" })
        return names
        }
        """
    }

    /// Returns text for each case, generated from the case and its `@available` attributes, inside
    /// the same `#if` as the case.
    ///
    /// Unavailable cases are omitted, because no code can create their values.
    func generate(_ text: (EnumCaseElementSyntax, String) -> String) -> String {
      var lines: [String] = []
      for member in self {
        if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          if declaration.attributes.isUnavailable { continue }
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
