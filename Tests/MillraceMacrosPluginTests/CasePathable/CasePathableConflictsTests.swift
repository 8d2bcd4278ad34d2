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
  }
#endif
