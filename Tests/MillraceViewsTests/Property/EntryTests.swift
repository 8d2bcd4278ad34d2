// SPDX-License-Identifier: Apache-2.0

#if Macros
  import MillraceViews
  import Testing

  extension EnvironmentValues {
    @Entry fileprivate var unit: String = "kg"
    @Entry fileprivate var digits: Int = 2
    @Entry fileprivate var note: String?
  }

  @MainActor
  @Suite struct EntryTests {
    private struct Weight: View {
      @Environment(\.unit) private var unit
      @Environment(\.digits) private var digits
      @Environment(\.note) private var note

      var body: some View { Text("\(unit) \(digits) \(note ?? "no note")") }
    }

    @Test func aViewInheritsAnEntry() {
      #expect(ViewHost(Weight()).html().contains("kg 2 no note"))
      let set = Weight().environment(\.unit, "lb").environment(\.note, "n")
      #expect(ViewHost(set).html().contains("lb 2 n"))
    }
  }

  #Preview { Text("a") }
  #Preview("Two views") {
    Text("a")
    Text("b")
  }
#endif
