// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A control for several lines of text.
public struct TextEditor {
  let text: Binding<String>

  /// Creates an editor for a text.
  ///
  /// Its accessibility label is "Text", unless `accessibilityLabel` sets another one.
  nonisolated public init(text: Binding<String>) {
    self.text = text
  }
}

extension TextEditor: View {
  /// The field.
  public var body: some View {
    InputView(
      tag: .textarea, box: Box(name: "mv-editor mv-x mv-y", label: "Text"),
      value: { text.wrappedValue }
    ) {
      text.wrappedValue = $0
      return true
    }
  }
}

/// A control that chooses a number by dragging.
///
/// On a page, `onEditingChanged` is called with `true` before each change of the value and with
/// `false` after it.
public struct Slider<Label: View, ValueLabel: View> {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let step: Double?
  let label: Label
  let minimum: ValueLabel
  let maximum: ValueLabel
  let onEditingChanged: @MainActor (Bool) -> Void
}

extension Slider {
  /// Creates a slider with labels at its ends.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value.asDouble, bounds: bounds.asDouble,
      step: nil, label: label(), minimum: minimumValueLabel(), maximum: maximumValueLabel(),
      onEditingChanged: onMain(onEditingChanged))
  }

  /// Creates a slider with steps and with labels at its ends.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label, @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value.asDouble, bounds: bounds.asDouble,
      step: Double(written: step), label: label(), minimum: minimumValueLabel(),
      maximum: maximumValueLabel(), onEditingChanged: onMain(onEditingChanged))
  }
}

extension Slider where ValueLabel == EmptyView {
  /// Creates a slider with a label.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value, in: bounds, label: label, minimumValueLabel: { EmptyView() },
      maximumValueLabel: { EmptyView() }, onEditingChanged: onEditingChanged)
  }

  /// Creates a slider with steps and a label.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value, in: bounds, step: step, label: label, minimumValueLabel: { EmptyView() },
      maximumValueLabel: { EmptyView() }, onEditingChanged: onEditingChanged)
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  /// Creates a slider.
  ///
  /// Its accessibility label is "Value", unless `accessibilityLabel` sets another one.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value, in: bounds, label: { EmptyView() }, onEditingChanged: onEditingChanged)
  }

  /// Creates a slider with steps.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(
      value: value, in: bounds, step: step, label: { EmptyView() },
      onEditingChanged: onEditingChanged)
  }
}

extension Slider: View {
  /// The label, and the bar between the labels of the minimum and the maximum.
  public var body: some View {
    ElementView(.label, class: "mv-field mv-slider mv-x") {
      if Label.self != EmptyView.self { ElementView(.span, class: "mv-caption") { label } }
      ElementView(.span, class: "mv-slider-bar") {
        if ValueLabel.self != EmptyView.self { minimum }
        InputView(
          tag: .input, box: box, value: { SliderText.text(value.wrappedValue) },
          onInput: { take($0) })
        if ValueLabel.self != EmptyView.self { maximum }
      }
    }
  }

  private var box: Box {
    Box(label: Label.self == EmptyView.self ? "Value" : nil).with(.type, "range")
      .with(.min, SliderText.text(bounds.lowerBound)).with(.max, SliderText.text(bounds.upperBound))
      .with(.step, step.map(SliderText.text) ?? "any")
  }

  /// Sets the value to a number, limited to the bounds.
  ///
  /// Returns false if the text is not a finite number.
  @MainActor private func take(_ text: String) -> Bool {
    guard let number = Double(text), number.isFinite else { return false }
    onEditingChanged(true)
    value.wrappedValue = min(max(number, bounds.lowerBound), bounds.upperBound)
    onEditingChanged(false)
    return true
  }
}

/// The numbers of a slider or gauge as text.
enum SliderText {
  /// Formats a number without rounding it.
  ///
  /// A rounded number would be a different value.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    return Int(exactly: number).map(String.init) ?? String(number)
  }
}

/// A control that increases or decreases a value in steps.
///
/// On a page, `onEditingChanged` is never called.
public struct Stepper<Label: View> {
  let label: Label
  let onIncrement: (@MainActor () -> Void)?
  let onDecrement: (@MainActor () -> Void)?
}

extension Stepper {
  /// Creates a stepper that runs actions.
  ///
  /// A button without an action is disabled.
  nonisolated public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?,
    onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    self.onIncrement = onIncrement.map { onMain($0) }
    self.onDecrement = onDecrement.map { onMain($0) }
  }

  /// Creates a stepper of a value.
  ///
  /// If the type has no value for the next step, a press does nothing.
  @MainActor public init<V: Strideable>(
    value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    onIncrement = { value.move(by: step, isForward: true, within: nil) }
    onDecrement = { value.move(by: step, isForward: false, within: nil) }
  }

  /// Creates a stepper of a value within bounds.
  ///
  /// A step beyond a bound ends at the bound. A press also moves a value outside the bounds into
  /// them.
  @MainActor public init<V: Strideable>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    let now = value.wrappedValue
    let isBelowEnd = now < bounds.upperBound
    let isAboveStart = now > bounds.lowerBound
    let rises = step >= 0
    let more: @MainActor () -> Void = { value.move(by: step, isForward: true, within: bounds) }
    let less: @MainActor () -> Void = { value.move(by: step, isForward: false, within: bounds) }
    onIncrement = (rises ? isBelowEnd : isAboveStart) ? more : nil
    onDecrement = (rises ? isAboveStart : isBelowEnd) ? less : nil
  }
}

extension Binding where Value: Strideable {
  /// Moves the value one step forward or back, as far as its bounds and its type allow.
  @MainActor fileprivate func move(
    by step: Value.Stride, isForward: Bool, within bounds: ClosedRange<Value>?
  ) {
    let next = Steps.value(wrappedValue, after: step, isForward: isForward)
    guard let bounds else {
      if let next { wrappedValue = next }
      return
    }
    let end = isForward == (step >= 0) ? bounds.upperBound : bounds.lowerBound
    wrappedValue = min(max(next ?? end, bounds.lowerBound), bounds.upperBound)
  }
}

private enum Steps {
  /// Returns the value one step forward or back, or nil if the type cannot represent it.
  static func value<V: Strideable>(_ value: V, after step: V.Stride, isForward: Bool) -> V? {
    func wholeNumber<I: FixedWidthInteger>(_ number: I) -> V? {
      guard let step = step as? I.Stride else { return nil }
      let rises = isForward == (step >= 0)
      let (low, high) = rises ? (number, I.max) : (I.min, number)
      // The distance to the end of the type's range. It always fits into the unsigned type.
      let room = I.Magnitude(truncatingIfNeeded: high) &- I.Magnitude(truncatingIfNeeded: low)
      guard step.magnitude <= room else { return nil }
      let way = I(truncatingIfNeeded: step.magnitude)
      return (rises ? number &+ way : number &- way) as? V
    }
    if let number = value as? any FixedWidthInteger { return wholeNumber(number) }
    return value.advanced(by: isForward ? step : -step)
  }
}

extension Stepper where Label == Text {
  /// Creates a stepper that runs actions, with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, onIncrement: (() -> Void)?,
    onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement)
  }

  /// Creates a stepper of a value, with a text as its label.
  @MainActor public init<V: Strideable>(
    _ title: some StringProtocol, value: Binding<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(value: value, step: step) { Text(title) }
  }

  /// Creates a stepper of a value within bounds, with a text as its label.
  @MainActor public init<V: Strideable>(
    _ title: some StringProtocol, value: Binding<V>, in bounds: ClosedRange<V>,
    step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(value: value, in: bounds, step: step) { Text(title) }
  }
}

extension Stepper: View {
  /// The label and two buttons.
  public var body: some View {
    ElementView(.div, box) {
      ElementView(.span, class: "mv-caption") { label }
      Button("−") { onDecrement?() }.disabled(onDecrement == nil).accessibilityLabel("Less")
      Button("+") { onIncrement?() }.disabled(onIncrement == nil).accessibilityLabel("More")
    }
  }

  private var box: Box {
    var box = Box(name: "mv-stepper").with(.role, "group")
    box.isNamedByFirst = true
    return box
  }
}

extension Binding where Value: BinaryFloatingPoint {
  /// The same value as a `Double`.
  nonisolated var asDouble: Binding<Double> {
    func derive(_ base: some BindingLocation<Value>) -> Binding<Double> {
      Binding<Double>(DoubleLocation(base: base), transaction)
    }
    return derive(location)
  }
}

extension Double {
  /// Creates the number with the same decimal notation as another number: 0.3 for a `Float` of 0.3,
  /// not 0.300000011920929.
  nonisolated init<Number: BinaryFloatingPoint>(written number: Number) {
    self = number as? Double ?? Double("\(number)") ?? Double(number)
  }
}

extension ClosedRange where Bound: BinaryFloatingPoint {
  /// The same range of `Double`.
  nonisolated var asDouble: ClosedRange<Double> {
    Double(written: lowerBound)...Double(written: upperBound)
  }
}

private struct DoubleLocation<Base: BindingLocation> where Base.Value: BinaryFloatingPoint {
  let base: Base
}

extension DoubleLocation: DerivedLocation {
  var value: Double { Double(written: base.value) }

  func write(_ value: Double, _ transaction: Transaction) {
    base.write(Base.Value(value), transaction)
  }
}
