// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct CasePathableMessageTests {
    @Test(arguments: [("struct", "a"), ("class", "a"), ("actor", "an")])
    func onlyAnEnumHasCases(kind: String, article: String) {
      expectExpansion(
        of: """
          @CasePathable
          \(kind) AppState {
            var count = 0
          }
          """,
        """
        \(kind) AppState {
          var count = 0
        }
        """,
        saying: [
          .init(
            message: """
              @CasePathable creates paths to the cases of an enum, but 'AppState' is \(article) \
              \(kind). Remove the attribute; the properties of a \(kind) have key paths.
              """, line: 1, column: 1)
        ])
    }
  }
#endif
