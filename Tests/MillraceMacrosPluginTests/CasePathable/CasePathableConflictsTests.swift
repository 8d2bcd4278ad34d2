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
              There is more than one case 'move', and a path is found by the name of its case. \
              Rename one of them.
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
              There is more than one case 'other', and a path is found by the name of its case. \
              Rename one of them.
              """, line: 7, column: 20)
        ])
    }

    @Test func aPropertyOfTheSameNameIsTold() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case counter(Int), other
            static var other: Int { 1 }
            var counter: Int? { nil }
          }
          """,
        """
        enum AppAction {
          case counter(Int), other
          static var other: Int { 1 }
          var counter: Int? { nil }
        }
        """,
        saying: [
          .init(
            message: """
              @CasePathable makes a property 'counter' that reads the case 'counter', but there is \
              one already. Remove the property, or rename it or the case.
              """, line: 3, column: 8)
        ])
    }

    @Test func aMethodOfTheSameNameIsTold() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case reset, add(Int)
            func reset() {}
            func add(_ amount: Int) {}
          }
          """,
        """
        enum AppAction {
          case reset, add(Int)
          func reset() {}
          func add(_ amount: Int) {}
        }
        """,
        saying: [
          .init(
            message: """
              @CasePathable makes a property 'reset' that reads the case 'reset', but there is a \
              method 'reset()'. Rename the method or the case.
              """, line: 3, column: 8)
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
              @CasePathable writes an extension at the level of the file, where '\(name)' cannot \
              be seen, because it is private and inside of another type. Make it fileprivate, or \
              write ': CasePathable' behind the name of the enum.
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
              A case cannot be called 'casePaths' here: @CasePathable needs that name. Rename the \
              case.
              """, line: 3, column: 8),
          .init(
            message: """
              A case cannot be called '`is`' here: @CasePathable needs that name. Rename the case.
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
              A case cannot be called '`\(name)`' here: it is found by its name, and '.`\(name)`' \
              means something else in Swift. Rename the case.
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
              @CasePathable makes paths that take a value out of 'AppAction' and put one in, which \
              copies it. Remove '~Copyable' or @CasePathable.
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
              @CasePathable numbers the cases by a function 'caseIndex(of:)', but there is one \
              already. Remove it: the numbers that the macro writes are right whenever cases come \
              and go.
              """, line: 5, column: 15)
        ])
    }
  }
#endif
