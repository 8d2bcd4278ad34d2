// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct CasePathableMacroTests {
    @Test func itWritesAnExtensionWithPathsAndProperties() {
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
        }

        nonisolated extension AppAction: Millrace.CasePathable {
          struct CasePaths: Sendable {
            var counter: Millrace.CasePath<AppAction, CounterAction> {
              Millrace.CasePath(case: AppAction.counter, extract: {
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
                }, extract: {
                  if case .reset = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }
          static var casePaths: CasePaths {
            CasePaths()
          }
          static func caseIndex(of value: AppAction) -> Int {
            switch value {
            case .counter:
              return 0
            case .reset:
              return 1
            }
          }
          static var areCaseIndicesDistinct: Bool {
            true
          }
          static var caseNames: [String]? {
            ["counter", "reset"]
          }
          var counter: CounterAction? {
            if case .counter(let value0) = self {
              value0
            } else {
              nil
            }
          }
          var reset: Void? {
            if case .reset = self {
              ()
            } else {
              nil
            }
          }
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
        }

        nonisolated extension AppAction: Millrace.CasePathable {
          public struct CasePaths: Sendable {
            public var reset: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.reset
                }, extract: {
                  if case .reset = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }
          public static var casePaths: CasePaths {
            CasePaths()
          }
          public static func caseIndex(of value: AppAction) -> Int {
            switch value {
            case .reset:
              return 0
            }
          }
          public static var areCaseIndicesDistinct: Bool {
            true
          }
          public static var caseNames: [String]? {
            ["reset"]
          }
          public var reset: Void? {
            if case .reset = self {
              ()
            } else {
              nil
            }
          }
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
        }

        nonisolated extension AppAction: Millrace.CasePathable {
          struct CasePaths: Sendable {
            #if DEBUG
            var one: Millrace.CasePath<AppAction, Int> {
              Millrace.CasePath(case: AppAction.one, extract: {
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
                }, extract: {
                  if case .two = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
            #endif
          }
          static var casePaths: CasePaths {
            CasePaths()
          }
          static func caseIndex(of value: AppAction) -> Int {
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
          static var areCaseIndicesDistinct: Bool {
            true
          }
          static var caseNames: [String]? {
            var names: [String] = []
            names.reserveCapacity(1)
            #if DEBUG
            names.append("one")
            #else
            names.append("two")
            #endif
            return names
          }
          #if DEBUG
          var one: Int? {
            if case .one(let value0) = self {
              value0
            } else {
              nil
            }
          }
          #else
          var two: Void? {
            if case .two = self {
              ()
            } else {
              nil
            }
          }
          #endif
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
        }

        nonisolated extension AppAction {
          struct CasePaths: Sendable {

          }
          static var casePaths: CasePaths {
            CasePaths()
          }

          static var caseNames: [String]? {
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
        }

        @available(macOS 16, *) nonisolated extension AppAction: Millrace.CasePathable {
          struct CasePaths: Sendable {
            @available(*, deprecated) var old: Millrace.CasePath<AppAction, Void> {
              Millrace.CasePath(case: {
                  AppAction.old
                }, extract: {
                  if case .old = $0 {
                    ()
                  } else {
                    nil
                  }
                })
            }
          }
          static var casePaths: CasePaths {
            CasePaths()
          }
          static func caseIndex(of value: AppAction) -> Int {
            switch value {
            default:
              return -1
            }
          }
          static var areCaseIndicesDistinct: Bool {
            true
          }
          static var caseNames: [String]? {
            ["old"]
          }
          @available(*, deprecated) var old: Void? {
            if case .old = self {
              ()
            } else {
              nil
            }
          }
        }
        """)
    }
  }
#endif
