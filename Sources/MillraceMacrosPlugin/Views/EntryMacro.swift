// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Writes the key of a value of the environment, and the accessors that use it.
  public enum EntryMacro: AccessorMacro, PeerMacro {
    /// Writes the accessors, or says what is wrong with the property.
    public static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      let entry = try Entry(declaration)
      return [
        "get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }",
      ]
    }

    /// Writes the key.
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      // The expansion of the accessors reports the error, once.
      guard let entry = try? Entry(declaration) else { return [] }
      return [
        """
        private struct \(raw: entry.key): EnvironmentKey {
          \(raw: entry.defaultValue)
        }
        """
      ]
    }
  }

  /// The parts of a property that is an entry.
  private struct Entry {
    let key: String
    let defaultValue: String

    init(_ declaration: some DeclSyntaxProtocol) throws {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.var), variable.bindings.count == 1,
        let binding = variable.bindings.first, binding.accessorBlock == nil,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      else {
        throw MacroExpansionErrorMessage(
          "@Entry belongs to one stored 'var' in an extension of EnvironmentValues.")
      }
      // A keyword, and a name of several words, stand in backticks, and so does their key.
      let plain = name.filter { $0 != "`" }
      key = plain == name ? "__Key_\(name)" : "`__Key_\(plain)`"
      let type = binding.typeAnnotation?.type.trimmed
      let isOptional = type.map { $0.is(OptionalTypeSyntax.self) } ?? false
      guard let value = binding.initializer?.value.trimmed.description ?? (isOptional ? "nil" : nil)
      else {
        throw MacroExpansionErrorMessage(
          "'\(name)' needs a value for where no view sets one. Write '= …' behind it.")
      }
      // Computed where the type is written: a stored default would have to be Sendable.
      defaultValue =
        type.map { "static var defaultValue: \($0) { \(value) }" }
        ?? "static let defaultValue = \(value)"
    }
  }
#endif
