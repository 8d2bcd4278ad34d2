// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// What `@CasePathable` has to say: what is wrong, why, and what to do.
  enum CasePathableMessage: DiagnosticMessage {
    case notAnEnum(name: String, kind: String)
    case overloaded(String)
    case hasProperty(String)
    case hasMethod(String)
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
        @CasePathable makes paths to the cases of an enum, but '\(name)' is \
        \(kind == "actor" ? "an" : "a") \(kind). Remove it; the parts of a \(kind) are reached by \
        key paths.
        """
      case .overloaded(let name):
        """
        There is more than one case '\(name)', and a path is found by the name of its case. \
        Rename one of them.
        """
      case .hasProperty(let name):
        """
        @CasePathable makes a property '\(name)' that reads the case '\(name)', but there is one \
        already. Remove the property, or rename it or the case.
        """
      case .hasMethod(let name):
        """
        @CasePathable makes a property '\(name)' that reads the case '\(name)', but there is a \
        method '\(name)()'. Rename the method or the case.
        """
      case .hasCaseIndex:
        """
        @CasePathable numbers the cases by a function 'caseIndex(of:)', but there is one already. \
        Remove it: the numbers that the macro writes are right whenever cases come and go.
        """
      case .hidden(let name):
        """
        @CasePathable writes an extension at the level of the file, where '\(name)' cannot be \
        seen, because it is private and inside of another type. Make it fileprivate, or write \
        ': CasePathable' behind the name of the enum.
        """
      case .keyword(let name):
        """
        A case cannot be called '\(name)' here: it is found by its name, and '.\(name)' means \
        something else in Swift. Rename the case.
        """
      case .noncopyable(let name):
        """
        @CasePathable makes paths that take a value out of '\(name)' and put one in, which copies \
        it. Remove '~Copyable' or @CasePathable.
        """
      case .reserved(let name):
        "A case cannot be called '\(name)' here: @CasePathable needs that name. Rename the case."
      }
    }

    var diagnosticID: MessageID {
      let id =
        switch self {
        case .notAnEnum: "notAnEnum"
        case .overloaded: "overloaded"
        case .hasProperty: "hasProperty"
        case .hasMethod: "hasMethod"
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
