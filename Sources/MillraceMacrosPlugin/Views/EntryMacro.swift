// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Generates an environment key, and the accessors of the property that uses the key.
  public enum EntryMacro: AccessorMacro, PeerMacro {
    /// Generates the accessors, or throws an error about the property.
    public static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      let entry = try Entry(declaration)
      return [
        "get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }",
      ]
    }

    /// Generates the key.
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      // The expansion of the accessors reports the error, so it is not reported again here.
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

  /// The key and the default value for a property with `@Entry`.
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
          "Attach @Entry to a single stored 'var' in an extension of EnvironmentValues.")
      }
      // If the name is in backticks, such as a keyword or a raw identifier, so is the key.
      let plain = name.filter { $0 != "`" }
      key = plain == name ? "__Key_\(name)" : "`__Key_\(plain)`"
      let type = binding.typeAnnotation?.type.trimmed
      let isOptional = type.map { $0.is(OptionalTypeSyntax.self) } ?? false
      guard let value = binding.initializer?.value.trimmed.description ?? (isOptional ? "nil" : nil)
      else {
        throw MacroExpansionErrorMessage(
          "'\(name)' needs a default value. Write '= …' after it.")
      }
      // If the type is written, the default value is a computed property: the value of a stored
      // static property would have to be Sendable.
      defaultValue =
        type.map { "static var defaultValue: \($0) { \(value) }" }
        ?? "static let defaultValue = \(value)"
    }
  }
#endif
