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
              @CasePathable makes paths to the cases of an enum, but 'AppState' is \(article) \
              \(kind). Remove it; the parts of a \(kind) are reached by key paths.
              """, line: 1, column: 1)
        ])
    }
  }
#endif
