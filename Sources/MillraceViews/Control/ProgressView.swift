// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An indicator of the progress of an operation, as a fraction or as "in progress".
public struct ProgressView<Label: View, CurrentValueLabel: View> {
  let fraction: Double?
  let label: Label
  let currentValueLabel: CurrentValueLabel
  @Environment(\.progressLook) private var look
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// Creates an indicator of an operation in progress.
  nonisolated public init() where Label == EmptyView {
    fraction = nil
    label = EmptyView()
    currentValueLabel = EmptyView()
  }

  /// Creates an indicator of an operation in progress, with any view as its label.
  nonisolated public init(@ViewBuilder label: () -> Label) {
    fraction = nil
    self.label = label()
    currentValueLabel = EmptyView()
  }

  /// Creates an indicator of an operation in progress, with a text as its label.
  nonisolated public init(_ title: some StringProtocol) where Label == Text {
    self.init { Text(title) }
  }

  /// Creates an indicator of a fraction.
  ///
  /// If the value is nil, it shows an operation in progress.
  nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0)
  where Label == EmptyView {
    fraction = Self.fraction(value, of: total)
    label = EmptyView()
    currentValueLabel = EmptyView()
  }

  /// Creates an indicator of a fraction, with any view as its label.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label
  ) {
    fraction = Self.fraction(value, of: total)
    self.label = label()
    currentValueLabel = EmptyView()
  }

  /// Creates an indicator of a fraction, with a text as its label.
  nonisolated public init<V: BinaryFloatingPoint>(
    _ title: some StringProtocol, value: V?, total: V = 1.0
  ) where Label == Text {
    self.init(value: value, total: total) { Text(title) }
  }
}

extension ProgressView {
  /// Creates an indicator of a fraction, with any views as its label and as the label of the value.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    fraction = Self.fraction(value, of: total)
    self.label = label()
    self.currentValueLabel = currentValueLabel()
  }

  nonisolated private static func fraction<V: BinaryFloatingPoint>(
    _ value: V?, of total: V
  ) -> Double? {
    guard let value else { return nil }
    let fraction = Double(value) / Double(total)
    return fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }
}

extension ProgressView: View {
  /// The label, the bar or spinning wheel, and the label of the value.
  public var body: some View {
    ElementView(.label, class: "mv-progress" + (isRound ? "" : " mv-x")) {
      if Label.self != EmptyView.self { label }
      ElementView(.progress, bar) {}
      if CurrentValueLabel.self != EmptyView.self {
        ElementView(.span, class: "mv-note") { currentValueLabel }
      }
    }
  }

  @MainActor private var isRound: Bool {
    look == .circular || (look == .automatic && fraction == nil)
  }

  @MainActor private var bar: Box {
    var box = Box(name: isRound ? fraction == nil ? "mv-wheel" : "mv-ring" : nil)
    if isRound { box.style.set(.part, fraction.map { InlineStyle.number(CGFloat($0)) }) }
    if Label.self == EmptyView.self { box.label = "Progress" }
    box.set(.max, "1")
    box.set(.value, fraction.map { InlineStyle.number(CGFloat($0)) })
    return box
  }
}
