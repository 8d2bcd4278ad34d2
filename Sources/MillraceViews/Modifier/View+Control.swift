// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The size of controls.
public enum ControlSize: CaseIterable, Sendable {
  /// The smallest size.
  case mini
  /// A smaller size than usual.
  case small
  /// The usual size.
  case regular
  /// A larger size than usual.
  case large
  /// The largest size.
  case extraLarge

  /// The class of the elements of a view that sets the size.
  var decoration: Decoration {
    .named(
      kind: "size", className: "mv-size-" + (self == .extraLarge ? "extra-large" : "\(self)"))
  }
}

/// The shape of the frames of buttons.
public struct ButtonBorderShape: Equatable, Sendable {
  let radius: String

  /// The default shape.
  public static let automatic = ButtonBorderShape(radius: "initial")
  /// Semicircles at both ends.
  public static let capsule = ButtonBorderShape(radius: "999px")
  /// Round corners.
  public static let roundedRectangle = ButtonBorderShape(radius: "9px")
  /// A circle.
  ///
  /// On a page it is a capsule, unless the button is as wide as it is high.
  public static let circle = ButtonBorderShape(radius: "1000px")  // Not equal to `capsule`.

  /// Returns the shape with round corners of a radius.
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape {
    ButtonBorderShape(radius: InlineStyle.length(max(radius, 0)))
  }
}

// The sizes and shapes are properties of CSS that elements inherit, so the innermost modifier is
// used. A dialog of the view has the size, and a sheet also the shape.

extension View {
  /// Sets the size of the controls in this view.
  ///
  /// The views inside can read it as the environment value `controlSize`.
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View {
    environment(\.controlSize, controlSize)
  }

  /// Sets the shape of the frames of the buttons in this view.
  nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
    EnvironmentView(
      content: self, value: shape, decoration: .style(.buttonRadius, shape.radius)
    ) { $0[own: ButtonBorderShape.self] = $1 }
  }

  /// Hides the labels of the controls in this view.
  ///
  /// Screen readers still read them. The labels of values, as of a gauge, remain visible.
  nonisolated public func labelsHidden() -> some View {
    decorated(.named(kind: "labels", className: "mv-no-labels"))
  }
}

extension EnvironmentValues {
  /// The size of controls.
  public var controlSize: ControlSize {
    get { self[own: ControlSize.self] ?? .regular }
    set { self[own: ControlSize.self] = newValue }
  }
}
