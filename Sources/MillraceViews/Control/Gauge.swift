// SPDX-License-Identifier: Apache-2.0

/// A value within a range, shown as a bar.
///
/// A value outside of the range is shown at the nearer end, and a value that is not a number at the
/// lower end. On a page the bar is a `meter` element. There are no labels at marked values, so
/// `MarkedValueLabels` is always `EmptyView`.
public struct Gauge<
  Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View
> {
  let value: Double
  let bounds: ClosedRange<Double>
  let label: Label
  let currentValueLabel: CurrentValueLabel
  let minimum: BoundsLabel
  let maximum: BoundsLabel
}

extension Gauge where MarkedValueLabels == EmptyView {
  /// Creates a gauge with a label, and with labels of the value and of both ends.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
    @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    let value = value.isNaN ? bounds.lowerBound : value
    self.value = Double(written: min(max(value, bounds.lowerBound), bounds.upperBound))
    self.bounds = bounds.asDouble
    self.label = label()
    self.currentValueLabel = currentValueLabel()
    minimum = minimumValueLabel()
    maximum = maximumValueLabel()
  }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// Creates a gauge with a label, and with a label of the value.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      value: value, in: bounds, label: label, currentValueLabel: currentValueLabel,
      minimumValueLabel: { EmptyView() }, maximumValueLabel: { EmptyView() })
  }
}

extension Gauge
where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// Creates a gauge with a label.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  ) {
    self.init(value: value, in: bounds, label: label, currentValueLabel: { EmptyView() })
  }
}

extension Gauge: View {
  /// The label, the bar between the labels of its ends, and the label of the value.
  public var body: some View {
    ElementView(.label, class: "mv-progress mv-gauge mv-x") {
      ElementView(.span, class: "mv-caption") { label }
      ElementView(.span, class: "mv-slider-bar") {
        if BoundsLabel.self != EmptyView.self { minimum }
        ElementView(.meter, bar) {}
        if BoundsLabel.self != EmptyView.self { maximum }
      }
      if CurrentValueLabel.self != EmptyView.self {
        ElementView(.span, class: "mv-note") { currentValueLabel }
      }
    }
  }

  private var bar: Box {
    Box().with(.min, SliderText.text(bounds.lowerBound))
      .with(.max, SliderText.text(bounds.upperBound)).with(.value, SliderText.text(value))
  }
}
