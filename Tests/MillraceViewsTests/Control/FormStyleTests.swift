// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor private func classes(of style: some FormStyle) -> String {
  let html = render(Form { Text("a") }.formStyle(style))
  return String(html.dropFirst("<form class=\"mv-form mv-x ".count).prefix { $0 != "\"" })
}

@MainActor
struct AutomaticFormStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .automatic) == "mv-form-plain") }

  @Test func itIsInsideAnotherOne() {
    #expect(
      render(Form { Text("a") }.formStyle(.automatic).formStyle(.grouped))
        .hasPrefix("<form class=\"mv-form mv-x mv-form-plain\">"))
  }
}

@MainActor
struct GroupedFormStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .grouped) == "mv-form-grouped") }
}

@MainActor
struct ColumnsFormStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .columns) == "mv-form-columns") }
}

@MainActor private func picker() -> some View {
  DatePicker("d", selection: .constant(Date(timeIntervalSince1970: 0)))
}

@MainActor
struct DefaultDatePickerStyleTests {
  @Test func itChangesNothing() {
    #expect(render(picker().datePickerStyle(.automatic)) == render(picker()))
  }
}

@MainActor
struct CompactDatePickerStyleTests {
  @Test func itChangesNothing() {
    #expect(render(picker().datePickerStyle(.compact)) == render(picker()))
  }
}
