// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct CasePathableMacroTests {
    @Test func itWritesPathsAndTheConformance() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            case counter(CounterAction)
            case reset
          }
          """,
        """
        enum AppAction {
          case counter(CounterAction)
          case reset

          nonisolated struct CasePaths: Sendable {
            var counter: Millrace.CasePath<AppAction, CounterAction> {
              Millrace.CasePath(case: AppAction.counter, name: "counter", extract: {
                  if case .counter(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                })
            }
            var reset: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.reset
                }, name: "reset", extract: {
                  if case .reset = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }

          nonisolated static var casePaths: CasePaths {
            CasePaths()
          }

          nonisolated static func caseIndex(of value: AppAction) -> Int {
            switch value {
            case .counter:
              return 0
            case .reset:
              return 1
            }
          }

          nonisolated static var areCaseIndicesDistinct: Bool {
            true
          }

          nonisolated static var caseNames: [String]? {
            ["counter", "reset"]
          }
        }

        nonisolated extension AppAction: Millrace.CasePathable {
        }
        """)
    }

    @Test func whatItWritesIsAsPublicAsTheEnum() {
      expectExpansion(
        of: """
          @CasePathable
          public enum AppAction {
            case reset
          }
          """,
        """
        public enum AppAction {
          case reset

          public nonisolated struct CasePaths: Sendable {
            public var reset: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.reset
                }, name: "reset", extract: {
                  if case .reset = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }

          public nonisolated static var casePaths: CasePaths {
            CasePaths()
          }

          public nonisolated static func caseIndex(of value: AppAction) -> Int {
            switch value {
            case .reset:
              return 0
            }
          }

          public nonisolated static var areCaseIndicesDistinct: Bool {
            true
          }

          public nonisolated static var caseNames: [String]? {
            ["reset"]
          }
        }

        nonisolated extension AppAction: Millrace.CasePathable {
        }
        """)
    }

    @Test func casesStayInTheirConditions() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction {
            #if DEBUG
            case one(Int)
            #else
            case two
            #endif
          }
          """,
        """
        enum AppAction {
          #if DEBUG
          case one(Int)
          #else
          case two
          #endif

          nonisolated struct CasePaths: Sendable {
            #if DEBUG
            var one: Millrace.CasePath<AppAction, Int> {
              Millrace.CasePath(case: AppAction.one, name: "one", extract: {
                  if case .one(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                })
            }
            #else
            var two: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.two
                }, name: "two", extract: {
                  if case .two = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
            #endif
          }

          nonisolated static var casePaths: CasePaths {
            CasePaths()
          }

          nonisolated static func caseIndex(of value: AppAction) -> Int {
            switch value {
            #if DEBUG
            case .one:
              return 0
            #else
            case .two:
              return 1
            #endif
            }
          }

          nonisolated static var areCaseIndicesDistinct: Bool {
            true
          }

          nonisolated static var caseNames: [String]? {
            var names: [String] = []
            names.reserveCapacity(2)
            #if DEBUG
            names.append("one")
            #else
            names.append("two")
            #endif
            return names
          }
        }

        nonisolated extension AppAction: Millrace.CasePathable {
        }
        """)
    }

    @Test func aConformanceThatIsThereIsNotRepeated() {
      expectExpansion(
        of: """
          @CasePathable
          enum AppAction: CasePathable {
          }
          """,
        """
        enum AppAction: CasePathable {

          nonisolated struct CasePaths: Sendable {

          }

          nonisolated static var casePaths: CasePaths {
            CasePaths()
          }

          nonisolated static var caseNames: [String]? {
            []
          }
        }
        """, conformances: [])
    }

    @Test func whatMayBeUsedWhereIsRepeated() {
      expectExpansion(
        of: """
          @available(macOS 16, *)
          @CasePathable
          enum AppAction {
            @available(*, deprecated) case old
          }
          """,
        """
        @available(macOS 16, *)
        enum AppAction {
          @available(*, deprecated) case old

          nonisolated struct CasePaths: Sendable {
            @available(*, deprecated) var old: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.old
                }, name: "old", extract: {
                  if case .old = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }

          nonisolated static var casePaths: CasePaths {
            CasePaths()
          }

          nonisolated static func caseIndex(of value: AppAction) -> Int {
            switch value {
            default:
              return -1
            }
          }

          nonisolated static var areCaseIndicesDistinct: Bool {
            true
          }

          nonisolated static var caseNames: [String]? {
            ["old"]
          }
        }

        @available(macOS 16, *) nonisolated extension AppAction: Millrace.CasePathable {
        }
        """)
    }
  }
#endif
