// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Testing

  @Suite struct PreviewMacroTests {
    @Test func nothingIsLeft() {
      expectExpansion(
        of: """
          #Preview("Large") { Text("a") }
          struct A {}
          """, "struct A {}")
    }
  }
#endif
