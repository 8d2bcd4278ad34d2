// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  extension EnumCaseElementSyntax {
    private var parameters: [EnumCaseParameterSyntax] {
      parameterClause.map { Array($0.parameters) } ?? []
    }

    /// The type of the associated values: `Void` for none, a tuple with labels for several.
    ///
    /// `Self` is replaced by the enum, because `Self` inside `CasePaths` means `CasePaths`.
    func valueType(self root: String) -> String {
      let types = parameters.map {
        SelfName(root).rewrite($0.type.trimmed).description
      }
      switch parameters.count {
      case 0: return "Void"
      case 1: return types[0]
      default:
        let parts = zip(parameters, types).map { ($0.label.map { "\($0): " } ?? "") + $1 }
        return "(" + parts.joined(separator: ", ") + ")"
      }
    }

    /// The name of the case as a string literal.
    ///
    /// A raw identifier can contain quotation marks.
    var nameLiteral: String {
      StringLiteralExprSyntax(content: name.text.filter { $0 != "`" }).description
    }

    /// The property of `CasePaths` with the path of this case.
    func path(root: String, access: String) -> String {
      """
      \(access)var \(name.text): Millrace.CasePath<\(root), \(valueType(self: root))> { \
      Millrace.CasePath(case: \(embed(root: root)), name: \(nameLiteral), \
      extract: { \(extract) }) }
      """
    }

    private func embed(root: String) -> String {
      let constructor = "\(root).\(name.text)"
      switch parameters.count {
      case 0: return "{ \(constructor) }"
      case 1:
        guard let label = parameters[0].argumentLabel else { return constructor }
        return "{ \(constructor)(\(label): $0) }"
      default:
        let arguments = parameters.enumerated().map { index, parameter in
          (parameter.argumentLabel.map { "\($0): " } ?? "") + "$0.\(index)"
        }
        return "{ \(constructor)(\(arguments.joined(separator: ", "))) }"
      }
    }

    private var extract: String {
      let names = parameters.indices.map { "value\($0)" }
      let pattern =
        names.isEmpty
        ? "" : "(" + names.map { "let \($0)" }.joined(separator: ", ") + ")"
      let result = names.count == 1 ? names[0] : "(" + names.joined(separator: ", ") + ")"
      return "if case .\(name.text)\(pattern) = $0 { \(result) } else { nil }"
    }
  }

  /// Replaces `Self` with the name of the enum.
  private final class SelfName: SyntaxRewriter {
    private let name: String

    init(_ name: String) {
      self.name = name
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
      token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, .identifier(name)) : token
    }
  }

  extension EnumCaseParameterSyntax {
    /// The argument label, or nil if there is none or if it is `_`.
    var label: String? {
      guard let firstName, firstName.tokenKind != .wildcard else { return nil }
      return firstName.text
    }

    /// The label as it is written in a call, without unnecessary backticks: Swift warns about them.
    ///
    /// A call needs them for `inout`, and for a raw identifier.
    var argumentLabel: String? {
      guard let label, label != "`inout`" else { return label }
      let plain = label.filter { $0 != "`" }
      let isPlain = plain.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
      return isPlain && !("0"..."9" ~= plain.first ?? "0") ? plain : label
    }
  }
#endif
