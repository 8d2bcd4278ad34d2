// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Page: View {
  let name: String
  @State private var count = 0
  @Binding var text: String
  @Environment(\.isEnabled) private var isEnabled
  var body: some View { EmptyView() }
}

@MainActor struct TypeLayoutTests {
  @Test func dynamicPropertiesAreFoundInOrder() {
    let fields = TypeLayout.of(Page.self).dynamicFields
    #expect(
      fields.map { ObjectIdentifier($0.type) } == [
        ObjectIdentifier(State<Int>.self), ObjectIdentifier(Binding<String>.self),
        ObjectIdentifier(Environment<Bool>.self),
      ])
    #expect(fields.map(\.offset) == fields.map(\.offset).sorted())
    #expect(fields[0].offset == MemoryLayout<String>.size)
  }

  @Test func aTypeIsLookedAtOnce() {
    #expect(TypeLayout.of(Page.self) === TypeLayout.of(Page.self))
    #expect(TypeLayout.of(Int.self).dynamicFields.isEmpty)
  }
}
