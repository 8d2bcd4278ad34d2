// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

@MainActor private var picker: some View {
  Picker("Size", selection: .constant(1)) { Text("Small").tag(1) }
}

@MainActor
struct DefaultPickerStyleTests {
  @Test func itOpensAList() { #expect(render(picker.pickerStyle(.automatic)) == render(picker)) }
}

@MainActor
struct MenuPickerStyleTests {
  @Test func itIsUsedInsideAnotherOne() {
    #expect(render(picker.pickerStyle(.menu).pickerStyle(.segmented)) == render(picker))
  }
}

@MainActor
struct SegmentedPickerStyleTests {
  @Test func theLabelIsForScreenReaders() {
    let html = render(VStack { picker }.pickerStyle(.segmented))
    #expect(html.contains("class=\"mv-choice-group mv-segments\""))
    #expect(html.contains("<span class=\"mv-unseen\""))
  }
}

@MainActor
struct InlinePickerStyleTests {
  @Test func theLabelIsVisible() {
    let html = render(picker.pickerStyle(.inline))
    #expect(html.contains("class=\"mv-choice-group mv-radios\""))
    #expect(html.contains("<span class=\"mv-caption\""))
  }
}

@MainActor
struct RadioGroupPickerStyleTests {
  @Test func itIsTheInlineOne() {
    #expect(render(picker.pickerStyle(.radioGroup)) == render(picker.pickerStyle(.inline)))
  }
}

@MainActor
struct ChangedPickerStyleTests {
  @Observable final class Model { var isMenu = false }

  private struct Content: View {
    let model: Model

    var body: some View { model.isMenu ? styled(.menu) : styled(.segmented) }

    private func styled(_ style: some PickerStyle) -> AnyView { AnyView(picker.pickerStyle(style)) }
  }

  @Test func aPickerWithAnotherStyleIsAnotherPicker() {
    let model = Model()
    let host = ViewHost(Content(model: model))
    #expect(host.html().contains("mv-segments"))
    model.isMenu = true
    _ = host.flush()
    #expect(host.html().contains("<select"))
  }
}
