// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct EntryMacroTests {
    @Test func itWritesAKeyAndAccessors() {
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry public var unit: String = "kg"
          }
          """,
        """
        extension EnvironmentValues {
          public var unit: String {
            get {
              self[__Key_unit.self]
            }
            set {
              self[__Key_unit.self] = newValue
            }
          }

          private struct __Key_unit: EnvironmentKey {
            static var defaultValue: String {
              "kg"
            }
          }
        }
        """)
    }

    @Test(arguments: ["default", "of the page"])
    func aNameInBackticksHasAKeyInThem(name: String) {
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry var `\(name)`: Int = 0
          }
          """,
        """
        extension EnvironmentValues {
          var `\(name)`: Int {
            get {
              self[`__Key_\(name)`.self]
            }
            set {
              self[`__Key_\(name)`.self] = newValue
            }
          }

          private struct `__Key_\(name)`: EnvironmentKey {
            static var defaultValue: Int {
              0
            }
          }
        }
        """)
    }

    @Test func theTypeMayBeLeftOut() {
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry var count = 3
          }
          """,
        """
        extension EnvironmentValues {
          var count {
            get {
              self[__Key_count.self]
            }
            set {
              self[__Key_count.self] = newValue
            }
          }

          private struct __Key_count: EnvironmentKey {
            static let defaultValue = 3
          }
        }
        """)
    }

    @Test func anOptionalNeedsNoValue() {
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry var name: String?
          }
          """,
        """
        extension EnvironmentValues {
          var name: String? {
            get {
              self[__Key_name.self]
            }
            set {
              self[__Key_name.self] = newValue
            }
          }

          private struct __Key_name: EnvironmentKey {
            static var defaultValue: String? {
              nil
            }
          }
        }
        """)
    }

    @Test func whatIsMissingIsSaid() {
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry var unit: String
          }
          """,
        """
        extension EnvironmentValues {
          var unit: String
        }
        """,
        saying: [
          .init(
            message: "'unit' needs a default value. Write '= …' after it.",
            line: 2, column: 3)
        ])
      expectExpansion(
        of: """
          extension EnvironmentValues {
            @Entry let unit = 1
          }
          """,
        """
        extension EnvironmentValues {
          let unit = 1
        }
        """,
        saying: [
          .init(
            message: "Attach @Entry to a single stored 'var' in an extension of EnvironmentValues.",
            line: 2, column: 3)
        ])
    }
  }
#endif
