// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct PickerTests {
  @Test func optionsStandForTags() {
    let html = render(
      Picker("Size", selection: .constant(2)) {
        Text("Small").tag(1)
        Text("Large").tag(2)
      })
    #expect(
      html == """
        <label class="mv-field"><span>Size</span><select data-on="select">\
        <option value="1">Small</option><option value="2" selected>Large</option></select></label>
        """)
  }

  @Test func rowsWithoutATagStandForTheirID() {
    let html = render(
      Picker("P", selection: .constant("b" as String?)) {
        ForEach(["a", "b"], id: \.self) { Text("-\($0)") }
      })
    #expect(
      html.contains("<option value=\"a\">-a</option><option value=\"b\" selected>-b</option>"))
  }

  @Test func aMissingSelectionShowsNothing() {
    let html = render(Picker("P", selection: .constant(9)) { Text("one").tag(1) })
    #expect(html.contains("<option value=\"\" hidden selected></option><option value=\"1\">"))
  }

  @Test func onlyTextsAreOptions() {
    let html = render(
      Picker("P", selection: .constant(1)) {
        Text("one").tag(1)
        Divider()
        VStack { Text("no") }
      })
    #expect(!html.contains("no</span>") && !html.contains("<hr"))
  }

  @Test func aTagOfAnotherTypeIsReportedWhenThePickerIsMade() {
    func faults(_ picker: some View) -> [ViewFault] {
      let host = ViewHost(picker)
      var faults: [ViewFault] = []
      host.onFault = { faults.append($0) }
      _ = host.html()
      return faults
    }
    #expect(
      faults(
        Picker("P", selection: .constant(1)) {
          Text("one").tag(1)
          Text("two").tag("2")
          Text("three").tag("3")
        }) == [.tagOfAnotherType(tag: "2", type: "String", selection: "Int")])
    #expect(
      faults(
        Picker("P", selection: .constant("a")) {
          ForEach([1, 2], id: \.self) { Text("\($0)") }
        }) == [.tagOfAnotherType(tag: "1", type: "Int", selection: "String")])
    #expect(
      faults(
        Picker("P", selection: .constant("a" as String?)) {
          Text("none").tag(nil as String?)
          Text("a").tag("a")
          ForEach([1, 2], id: \.self) { Text("\($0)").tag("row \($0)") }
        }) == [])
  }
}
