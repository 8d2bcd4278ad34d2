// SPDX-License-Identifier: Apache-2.0

#if Macros
  import MillraceMacrosPlugin
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import Testing

  @testable import MillraceMacrosPlugin

  @Suite struct EnumCaseGenerateTests {
    private func element(_ source: DeclSyntax) throws -> EnumCaseElementSyntax {
      try #require(source.as(EnumCaseDeclSyntax.self)?.elements.first)
    }

    @Test func theTypeOfTheValue() throws {
      #expect(try element("case a").valueType(self: "App") == "Void")
      #expect(try element("case a(Int)").valueType(self: "App") == "Int")
      #expect(try element("case a(id: Int)").valueType(self: "App") == "Int")
      #expect(try element("case a(Int, String)").valueType(self: "App") == "(Int, String)")
      #expect(
        try element("case a(id: Int, _ b: [String])").valueType(self: "App")
          == "(id: Int, [String])")
      #expect(try element("case a(x: Int = 3)").valueType(self: "App") == "Int")
    }

    @Test func thePath() throws {
      #expect(
        try element("case run(() -> Void)").path(root: "App", access: "public ") == """
          public var run: Millrace.CasePath<App, () -> Void> { \
          Millrace.CasePath(case: App.run, name: "run", \
          extract: { if case .run(let value0) = $0 { value0 } else { nil } }) }
          """)
      #expect(
        try element("case `default`").path(root: "App", access: "") == """
          var `default`: Millrace.CasePath<App, Void> { \
          Millrace.CasePath(case: { App.`default` }, name: "default", \
          extract: { if case .`default` = $0 { () } else { nil } }) }
          """)
      #expect(
        try element("case row(id: Int, Action)").path(root: "App", access: "public ") == """
          public var row: Millrace.CasePath<App, (id: Int, Action)> { \
          Millrace.CasePath(case: { App.row(id: $0.0, $0.1) }, name: "row", \
          extract: { \
          if case .row(let value0, let value1) = $0 { (value0, value1) } else { nil } }) }
          """)
      #expect(
        try element("case rename(to: String)").path(root: "App", access: "") == """
          var rename: Millrace.CasePath<App, String> { \
          Millrace.CasePath(case: { App.rename(to: $0) }, name: "rename", \
          extract: { \
          if case .rename(let value0) = $0 { value0 } else { nil } }) }
          """)
      #expect(
        try element("case take(`1st`: Int, `2 x`: Int, `in`: Int)").path(root: "A", access: "")
          .contains("{ A.take(`1st`: $0.0, `2 x`: $0.1, in: $0.2) }"))
    }

    @Test func selfIsTheEnumInPathsToo() throws {
      #expect(
        try element("case child(name: String, [Self])").path(root: "A.Tree", access: "") == """
          var child: Millrace.CasePath<A.Tree, (name: String, [A.Tree])> { \
          Millrace.CasePath(case: { A.Tree.child(name: $0.0, $0.1) }, name: "child", \
          extract: { \
          if case .child(let value0, let value1) = $0 { (value0, value1) } else { nil } }) }
          """)
    }

    /// The compiler would warn of a `default` where the case is not compiled.
    @Test func aLimitedCaseInAConditionIsNumberedWithoutADefault() throws {
      let declaration: DeclSyntax = """
        enum App {
          case one(Int), two
          #if os(iOS)
            @available(iOS 99, *) case three
          #endif
        }
        """
      let enumeration = try #require(declaration.as(EnumDeclSyntax.self))
      #expect(
        enumeration.memberBlock.members.numbering(root: "App", access: "") == """
          static func caseIndex(of value: App) -> Int {
          if case .one = value { return 0 }
          if case .two = value { return 1 }
          #if os(iOS)
          #endif
          return -1
          }
          static var areCaseIndicesDistinct: Bool { true }
          """)
    }
  }
#endif
