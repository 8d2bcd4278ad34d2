// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct CasePathableConflictsTests {
    @Test func casesOfOneNameAreTold() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case move(x: Int)
            case move(y: Int)
          }
          """,
        """
        enum AppAction {
          case move(x: Int)
          case move(y: Int)
        }
        """,
        saying: [
          .init(
            message: """
              There is more than one case 'move', but each path needs a name of its own. Rename \
              one of the cases.
              """, line: 4, column: 8)
        ])
    }

    /// The clauses of an `#if` exclude each other, and each of them has conflicts of its own.
    @Test func eachClauseOfAConditionIsLookedAt() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            #if A
            case move(x: Int)
            #else
            case move(y: Int)
            case other(Int), other(String)
            #endif
          }
          """,
        """
        enum AppAction {
          #if A
          case move(x: Int)
          #else
          case move(y: Int)
          case other(Int), other(String)
          #endif
        }
        """,
        saying: [
          .init(
            message: """
              There is more than one case 'other', but each path needs a name of its own. Rename \
              one of the cases.
              """, line: 7, column: 20)
        ])
    }

    @Test(arguments: [("private", ""), ("", "private ")])
    func whatTheFileCannotSeeIsTold(inner: String, around: String) {
      let name = inner.isEmpty ? "Part" : "AppAction"
      let members = """
              nonisolated struct CasePaths: Sendable {

              }

              nonisolated static var casePaths: CasePaths {
                CasePaths()
              }

              nonisolated static var caseNames: [String]? {
                []
              }
        """
      expectExpansion(
        of: """
          struct App {
            \(around)struct Part {
              @CasePathable
              \(inner) enum AppAction {
              }
            }
          }
          """,
        """
        struct App {
          \(around)struct Part {
            \(inner) enum AppAction {

        \(members)
            }
          }
        }
        """,
        saying: [
          .init(
            message: """
              @CasePathable creates an extension at file level, where '\(name)' is not visible, \
              because it is private inside another type. Make it fileprivate, or write ': \
              CasePathable' after the name of the enum.
              """, line: 4, column: inner.isEmpty ? 11 : 18)
        ])
    }

    @Test func namesThatAreNeededAreTold() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case casePaths
            case fine
            case `is`(Int)
          }
          """,
        """
        enum AppAction {
          case casePaths
          case fine
          case `is`(Int)
        }
        """,
        saying: [
          .init(
            message: """
              A case cannot be called 'casePaths' here: @CasePathable uses this name itself. \
              Rename the case.
              """, line: 3, column: 8),
          .init(
            message: """
              A case cannot be called '`is`' here: @CasePathable uses this name itself. Rename the \
              case.
              """, line: 5, column: 8),
        ])
    }

    @Test(arguments: ["self", "Type", "Protocol"])
    func namesThatMeanSomethingElseAreTold(name: String) {
      let enumeration = """
        enum AppAction {
          case fine, `\(name)`(Int)
        }
        """
      expectExpansion(
        of: "@CasePathable\n" + enumeration, enumeration,
        saying: [
          .init(
            message: """
              A case cannot be called '`\(name)`' here: its path has the same name, and \
              '.`\(name)`' means something else in Swift. Rename the case.
              """, line: 3, column: 14)
        ])
    }

    @Test func anEnumThatIsNotCopiedIsTold() {
      let enumeration = """
        enum AppAction: Sendable, ~Copyable {
          case fine
        }
        """
      expectExpansion(
        of: "@CasePathable\n" + enumeration, enumeration,
        saying: [
          .init(
            message: """
              The paths of @CasePathable copy the values of 'AppAction', which is not copyable. \
              Remove '~Copyable' or @CasePathable.
              """, line: 2, column: 27)
        ])
    }

    @Test func numbersThatAreThereAlreadyAreTold() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case reset
            func caseIndex(of other: Int) {}
            static func caseIndex(of action: AppAction) -> Int { 0 }
          }
          """,
        """
        enum AppAction {
          case reset
          func caseIndex(of other: Int) {}
          static func caseIndex(of action: AppAction) -> Int { 0 }
        }
        """,
        saying: [
          .init(
            message: """
              @CasePathable creates a function 'caseIndex(of:)', but the enum already has one. \
              Remove your function: the numbers of the macro stay correct when cases are added or \
              removed.
              """, line: 5, column: 15)
        ])
    }
  }
#endif
