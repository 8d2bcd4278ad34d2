// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Page: View {
  @State private var size = "s"
  @State private var hasLarge = true
  @State private var isDisabled = false
  var isLocked = false

  var body: some View {
    Picker("Size", selection: Binding(get: { size }, set: { if !isLocked { size = $0 } })) {
      Text("Small").tag("s")
      if hasLarge { Label("Large", systemImage: "star").tag("l") }
      Divider()
    }
    .pickerStyle(.segmented).disabled(isDisabled)
    Button("Large") { size = "l" }
    Button("No large") { hasLarge.toggle() }
    Button("Disable") { isDisabled.toggle() }
    Text(size)
  }
}

@MainActor struct ChoicesNodeTests {
  @Test func segmentsAreRadioButtonsWithOneNameAndALabel() {
    let html = render(
      Picker("Size", selection: .constant(2)) {
        Text("Small").tag(1)
        ForEach([2], id: \.self) { Image(systemName: "star").accessibilityLabel("star \($0)") }
      }
      .pickerStyle(.segmented))
    #expect(
      html.hasPrefix(
        """
        <div class="mv-choice-group mv-segments" role="radiogroup" \
        aria-labelledby="millrace-n3" data-on="select">\
        <span class="mv-unseen" id="millrace-n3"><span>Size</span></span>\
        <label class="mv-choice"><input type="radio" name="millrace-g2" value="1">\
        <span>Small</span></label>\
        <label class="mv-choice"><input type="radio" name="millrace-g2" value="2" \
        aria-label="star 2" checked>
        """))
  }

  @Test func aChoiceIsWrittenAndNotToldBack() throws {
    let host = ViewHost.shown(Page())
    let group = try #require(host.group)
    try host.handle(ViewEvent(node: group, kind: .select("l")))
    #expect(host.flush() == [.setText(host.ids(.span).last!, "l")])
    #expect(host.elements(.input).map { $0.value("checked") } == [nil, ""])
  }

  @Test func aChangeByTheProgramIsTwoPatches() throws {
    let host = ViewHost.shown(Page())
    let inputs = host.ids(.input)
    try host.tap()
    #expect(
      host.flush().prefix(2) == [
        .removeAttribute(inputs[0], name: "checked"),
        .setAttribute(inputs[1], name: "checked", value: ""),
      ])
  }

  @Test func aRefusalShowsTheSelectionAgain() throws {
    let host = ViewHost.shown(Page(isLocked: true))
    let inputs = host.ids(.input)
    try host.handle(ViewEvent(node: #require(host.group), kind: .select("l")))
    #expect(
      host.flush() == [
        .setAttribute(inputs[0], name: "checked", value: ""),
        .removeAttribute(inputs[1], name: "checked"),
      ])
  }

  @Test(arguments: ["x", "", "S"])
  func aValueThatIsNotOfferedIsRefused(value: String) throws {
    let host = ViewHost.shown(Page())
    let group = try #require(host.group)
    #expect(throws: ViewEventError.unsupported(group, .select(value))) {
      try host.handle(ViewEvent(node: group, kind: .select(value)))
    }
    #expect(host.flush() == [.setAttribute(host.ids(.input)[0], name: "checked", value: "")])
  }

  @Test func aDisabledPickerHasDisabledButtonsAndRefusesChoices() throws {
    let host = ViewHost.shown(Page())
    try host.tap(2)
    let inputs = host.ids(.input)
    #expect(host.flush() == inputs.map { .setAttribute($0, name: "disabled", value: "") })
    let group = try #require(host.group)
    #expect(throws: ViewEventError.disabled(group)) {
      try host.handle(ViewEvent(node: group, kind: .select("l")))
    }
    #expect(
      host.flush() == [
        .setAttribute(inputs[0], name: "checked", value: ""),
        .removeAttribute(inputs[1], name: "checked"),
      ])
  }

  @Test func optionsComeAndGo() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for step in [0, 1, 0, 1] {
      try host.tap(step)
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
    #expect(host.elements(.input).map { $0.value("checked") } == [nil, ""])
  }

  @Test func aChangeElsewhereRunsNoBodyOfAnOption() throws {
    struct Option: View {
      let name: String
      var body: some View { Text(name) }
    }
    struct Page: View {
      @State private var chosen = 1
      var body: some View {
        Picker("P", selection: $chosen) {
          Option(name: "one").tag(1)
          Option(name: "two").tag(2)
        }
        .pickerStyle(.inline)
      }
    }
    let host = ViewHost.shown(Page())
    let group = try #require(host.group)
    try host.handle(ViewEvent(node: group, kind: .select("2")))
    #expect(host.flush().isEmpty && host.bodies(of: Option.self) == 2)
  }

  @Test func aTestSeesAPickerWithOptions() throws {
    let host = ViewHost.shown(Page())
    let picker = try #require(host.elements().children.first)
    #expect(picker.role == .picker && picker.label == "Size" && picker.value == "Small")
    #expect(picker.children.filter { $0.role == .option }.map(\.label) == ["Small", "Large"])
  }

  @Test func aTagOfAnotherTypeIsReported() {
    let host = ViewHost(
      Picker("P", selection: .constant(1)) { Text("two").tag("2") }.pickerStyle(.segmented))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(faults == [.tagOfAnotherType(tag: "2", type: "String", selection: "Int")])
  }

  @Test func aPickerWithASystemImage() {
    let html = render(
      Picker("Size", systemImage: "star", selection: .constant(1)) { Text("Small").tag(1) })
    #expect(html.hasPrefix("<label class=\"mv-field\"><span class=\"mv-label\">"))
  }
}

extension ViewHost {
  /// The first group of radio buttons.
  fileprivate var group: NodeID? {
    func search(_ element: ViewElement) -> NodeID? {
      element.role == .picker ? element.id : element.children.lazy.compactMap(search).first
    }
    return search(elements())
  }
}
