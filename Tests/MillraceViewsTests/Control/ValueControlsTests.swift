// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct ValueControlsTests {
  struct Page: View {
    @State private var text = "a"
    @State private var size = 2.0
    @State private var count = 1

    var body: some View {
      TextEditor(text: $text).accessibilityLabel("Note")
      Slider(value: $size, in: 1...5, step: 0.5) { Text("Size") }
      Stepper("Count", value: $count, in: 0...2)
      Text("\(text) \(size) \(count)")
    }
  }

  @Test func anEditorTakesATextOfSeveralLines() throws {
    let host = ViewHost.shown(Page())
    #expect(host.elements(.textarea)[0].value("aria-label") == "Note")
    try host.send(.input("x\n<b>"), .textarea)
    #expect(host.flush().count == 1, "the editor on the page already has the text")
    #expect(host.texts.last == "x\n<b> 2.0 1")
    #expect(host.html().contains("value=\"x\n&lt;b&gt;\"") == false)
    #expect(host.html().contains(">\nx\n&lt;b&gt;</textarea>"))
  }

  @Test func aSliderTakesNumbersWithinItsBounds() throws {
    let host = ViewHost.shown(Page())
    #expect(
      host.html().contains(
        "<input data-n=\"7\" type=\"range\" min=\"1\" max=\"5\" step=\"0.5\" value=\"2\" "
          + "data-on=\"input\">"))
    try host.send(.input("3.5"), .input)
    _ = host.flush()
    #expect(host.texts.last == "a 3.5 1")
    try host.send(.input("99"), .input)
    _ = host.flush()
    #expect(host.texts.last == "a 5.0 1")
    for text in ["", "x", "nan", "inf"] {
      #expect(throws: ViewEventError.self) { try host.send(.input(text), .input) }
    }
  }

  @Test func aStepperStopsAtItsBounds() throws {
    let host = ViewHost.shown(Page())
    #expect(host.elements(.button).map { $0.value("aria-label") } == ["Less", "More"])
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.last == "a 2.0 2")
    #expect(host.elements(.button).map { $0.value("disabled") } == [nil, ""])
    #expect(throws: ViewEventError.self) { try host.tap(1) }
    try host.tap(0)
    _ = host.flush()
    #expect(host.elements(.button).map { $0.value("disabled") } == [nil, nil])
  }

  @Test func aStepperRunsActions() throws {
    var log = ""
    let host = ViewHost.shown(
      Stepper("s", onIncrement: { log += "+" }, onDecrement: nil))
    try host.tap(1)
    #expect(log == "+")
    #expect(throws: ViewEventError.self) { try host.tap(0) }
  }
}

@MainActor
struct TextEditorTests {
  @Test func itIsCalledText() {
    #expect(
      render(TextEditor(text: .constant("")))
        .contains("<textarea class=\"mv-editor mv-x mv-y\" aria-label=\"Text\""))
  }
}

@MainActor
struct SliderTests {
  @Test func withoutALabelItIsCalledValue() {
    #expect(render(Slider(value: .constant(0.5))).contains("aria-label=\"Value\""))
    #expect(render(Slider(value: .constant(Float(0.25)))).contains("value=\"0.25\""))
    let steps = render(Slider(value: .constant(Float(0.3)), in: 0.1...0.7, step: 0.1))
    #expect(steps.contains("min=\"0.1\" max=\"0.7\" step=\"0.1\" value=\"0.3\""))
    #expect(render(Slider(value: .constant(0.123456))).contains("value=\"0.123456\""))
    #expect(render(Slider(value: .constant(1.0))).contains("value=\"1\""))
    #expect(render(Slider(value: .constant(Double.nan))).contains("value=\"0\""))
  }

  @Test func anAccessibilityLabelIsThatOfTheControl() {
    let html = render(Slider(value: .constant(0.5)).accessibilityLabel("Volume"))
    #expect(html.hasPrefix("<label class=\"mv-field mv-slider mv-x\">"))
    #expect(html.contains("aria-label=\"Volume\"") && !html.contains("\"Value\""))
  }
}

@MainActor
struct StepperTests {
  @Test func itIsCalledAsItsLabelSays() throws {
    let host = ViewHost.shown(
      VStack {
        Stepper("Count", value: .constant(1))
        Stepper("Other", value: .constant(1)).accessibilityLabel("Number")
      })
    let groups = host.elements(.div).filter { $0.value("role") == "group" }
    let name = try #require(host.elements(.span).first { $0.value("id") != nil })
    #expect(groups.map { $0.value("aria-labelledby") } == [name.value("id"), nil])
    #expect(groups.map { $0.value("aria-label") } == [nil, "Number"])
  }

  @Test func anyStrideableValueHasSteps() throws {
    struct Page: View {
      @State private var size = 1.0
      var body: some View {
        Stepper("s", value: $size, step: 0.5)
        Text("\(size)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.last == "1.5")
  }

  /// Shows a value, and the buttons that change it.
  private struct Stepped<V: Strideable>: View {
    @State var value: V
    var bounds: ClosedRange<V>?
    var step: V.Stride = 1

    var body: some View {
      if let bounds {
        Stepper("s", value: $value, in: bounds, step: step)
      } else {
        Stepper("s", value: $value, step: step)
      }
      Text("\(value)")
    }
  }

  /// Presses "Less" (0) and "More" (1).
  ///
  /// - Returns: For each press, the value after it, or "disabled" if the button is disabled.
  private func values<V: Strideable>(
    of view: Stepped<V>, after presses: [Int]
  ) throws -> [String] {
    let host = ViewHost.shown(view)
    return try presses.map { button in
      guard host.elements(.button)[button].value("disabled") == nil else { return "disabled" }
      try host.tap(button)
      _ = host.flush()
      return try #require(host.texts.last)
    }
  }

  @Test func aStepOverTheEndOfTheTypeEndsAtTheBound() throws {
    #expect(
      try values(of: Stepped<UInt8>(value: 250, bounds: 0...255, step: 10), after: [1, 1])
        == ["255", "disabled"])
    #expect(
      try values(of: Stepped<UInt>(value: 1, bounds: 0...10, step: 2), after: [0, 0])
        == ["0", "disabled"])
    #expect(
      try values(
        of: Stepped<Int8>(value: -100, bounds: -128...127, step: 200), after: [1, 1, 0, 0])
        == ["100", "127", "-73", "-128"])
    #expect(
      try values(of: Stepped(value: 0, bounds: Int.min...Int.max, step: Int.min), after: [1, 1])
        == ["\(Int.min)", "disabled"])
    #expect(
      try values(of: Stepped(value: UInt64.max - 1, bounds: 0...UInt64.max), after: [1, 1])
        == ["\(UInt64.max)", "disabled"])
  }

  @Test func withoutBoundsAStepOverTheEndOfTheTypeIsNone() throws {
    #expect(try values(of: Stepped<UInt>(value: 1), after: [0, 0, 1]) == ["0", "0", "1"])
    #expect(
      try values(of: Stepped<UInt8>(value: 250, step: 10), after: [1, 0]) == ["250", "240"])
    #expect(
      try values(of: Stepped(value: Int.max), after: [1, 0])
        == ["\(Int.max)", "\(Int.max - 1)"])
  }

  @Test func aValueOutsideOfTheBoundsComesBackToThem() throws {
    #expect(
      try values(of: Stepped(value: 10, bounds: 0...5), after: [1, 0, 0])
        == ["disabled", "5", "4"])
    #expect(
      try values(of: Stepped(value: -10, bounds: 0...5), after: [0, 1, 1])
        == ["disabled", "0", "1"])
  }

  @Test func aStepMayBeNegative() throws {
    #expect(
      try values(of: Stepped<UInt>(value: 1, bounds: 0...2, step: -1), after: [1, 1, 0, 0, 0])
        == ["0", "disabled", "1", "2", "disabled"])
    #expect(try values(of: Stepped(value: 1.0, step: -0.5), after: [1, 0]) == ["0.5", "1.0"])
  }
}
