// SPDX-License-Identifier: Apache-2.0

#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      CasePathableMacro.self, EntryMacro.self, PreviewMacro.self,
    ]
  }
#else
  // Without the trait `Macros` there is no plugin. The target is still built as a program, which
  // needs a `main`.
  @main
  struct Plugin {
    static func main() {}
  }
#endif
