// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The errors of `@CasePathable`: the problem, the reason and the remedy.
  enum CasePathableMessage: DiagnosticMessage {
    case notAnEnum(name: String, kind: String)
    case overloaded(String)
    case hasCaseIndex
    case hidden(String)
    case keyword(String)
    case noncopyable(String)
    case reserved(String)

    static func notAnEnum(_ declaration: some DeclGroupSyntax) -> CasePathableMessage {
      let kind = declaration.introducer.text
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "this"
      return .notAnEnum(name: name, kind: kind)
    }

    var message: String {
      switch self {
      case .notAnEnum(let name, let kind):
        """
        @CasePathable creates paths to the cases of an enum, but '\(name)' is \
        \(kind == "actor" ? "an" : "a") \(kind). Remove the attribute; the properties of a \(kind) \
        have key paths.
        """
      case .overloaded(let name):
        """
        There is more than one case '\(name)', but each path needs a name of its own. Rename one \
        of the cases.
        """
      case .hasCaseIndex:
        """
        @CasePathable creates a function 'caseIndex(of:)', but the enum already has one. Remove \
        your function: the numbers of the macro stay correct when cases are added or removed.
        """
      case .hidden(let name):
        """
        @CasePathable creates an extension at file level, where '\(name)' is not visible, because \
        it is private inside another type. Make it fileprivate, or write ': CasePathable' after \
        the name of the enum.
        """
      case .keyword(let name):
        """
        A case cannot be called '\(name)' here: its path has the same name, and '.\(name)' means \
        something else in Swift. Rename the case.
        """
      case .noncopyable(let name):
        """
        The paths of @CasePathable copy the values of '\(name)', which is not copyable. Remove \
        '~Copyable' or @CasePathable.
        """
      case .reserved(let name):
        """
        A case cannot be called '\(name)' here: @CasePathable uses this name itself. Rename the \
        case.
        """
      }
    }

    var diagnosticID: MessageID {
      let id =
        switch self {
        case .notAnEnum: "notAnEnum"
        case .overloaded: "overloaded"
        case .hasCaseIndex: "hasCaseIndex"
        case .hidden: "hidden"
        case .keyword: "keyword"
        case .noncopyable: "noncopyable"
        case .reserved: "reserved"
        }
      return MessageID(domain: "CasePathable", id: id)
    }

    var severity: DiagnosticSeverity { .error }
  }

  extension MacroExpansionContext {
    func diagnose(_ message: CasePathableMessage, at node: some SyntaxProtocol) {
      diagnose(Diagnostic(node: Syntax(node), message: message))
    }
  }
#endif
