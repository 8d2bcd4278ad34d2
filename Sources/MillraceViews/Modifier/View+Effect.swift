// SPDX-License-Identifier: Apache-2.0

import Foundation

// Changes of the pixels of a view. None of them changes the layout.

extension View {
  /// Blurs this view.
  ///
  /// On a page `opaque` has no effect.
  nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    filtered("blur(\(InlineStyle.length(max(radius.isFinite ? radius : 0, 0))))")
  }

  /// Multiplies the saturation of the colours of this view: 0 is gray, 1 changes nothing.
  nonisolated public func saturation(_ amount: Double) -> some View {
    filtered("saturate(\(InlineStyle.number(max(amount, 0))))")
  }

  /// Adds an amount to the components of the colours of this view: from -1, which is black, to 1,
  /// which is white.
  nonisolated public func brightness(_ amount: Double) -> some View {
    let shift = min(max(amount, -1), 1)
    // No function of CSS adds an amount. With this order of two functions, no colour is cut before
    // the end.
    let factor = 1 + 2 * abs(shift)
    let less = InlineStyle.number(CGFloat(1 / factor))
    let more = InlineStyle.number(CGFloat(factor))
    return filtered(
      shift < 0
        ? "brightness(\(less)) contrast(\(more))" : "contrast(\(less)) brightness(\(more))")
  }

  /// Multiplies the contrast of the colours of this view: 0 is gray, 1 changes nothing, and a
  /// negative amount also inverts the colours.
  nonisolated public func contrast(_ amount: Double) -> some View {
    let value = "contrast(\(InlineStyle.number(CGFloat(abs(amount)))))"
    return filtered(amount < 0 ? "invert(1) \(value)" : value)
  }

  /// Removes a part of the saturation of this view: 0 changes nothing, 1 is gray.
  nonisolated public func grayscale(_ amount: Double) -> some View {
    filtered("grayscale(\(InlineStyle.number(CGFloat(min(max(amount, 0), 1)))))")
  }

  /// Turns the hues of the colours of this view by an angle.
  nonisolated public func hueRotation(_ angle: Angle) -> some View {
    filtered("hue-rotate(\(InlineStyle.number(CGFloat(angle.degrees)))deg)")
  }

  /// Inverts the colours of this view.
  nonisolated public func colorInvert() -> some View { filtered("invert(1)") }

  /// Draws this view as a whole, so that blend modes in it do not affect the views behind it.
  nonisolated public func compositingGroup() -> some View {
    BoxedView(self, Box(name: "mv-g mv-group"))
  }

  /// Draws this view as a whole, as ``compositingGroup()`` does.
  ///
  /// On a page it stays text and controls, whatever the parameters are.
  nonisolated public func drawingGroup(
    opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear
  ) -> some View { compositingGroup() }

  /// Mixes the colours of this view with those behind it.
  nonisolated public func blendMode(_ blendMode: BlendMode) -> some View {
    decorated(.mixBlendMode, blendMode.css)
  }

  /// Scales this view by a factor for each direction.
  ///
  /// The layout of other views does not change.
  nonisolated public func scaleEffect(
    x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center
  ) -> some View {
    let value = "\(InlineStyle.number(x)) \(InlineStyle.number(y))"
    return boxed(InlineStyle().with(.scale, value).with(.transformOrigin, anchor.css))
  }

  /// Scales this view by a factor for each direction.
  ///
  /// The layout of other views does not change.
  nonisolated public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
  }

  /// Turns this view around an axis in space.
  ///
  /// On a page the distance of the eye is 400 points, divided by the perspective, because the size
  /// of the view is not known; in SwiftUI it depends on the size. Without a perspective, the view
  /// is only compressed.
  nonisolated public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center,
    anchorZ: CGFloat = 0, perspective: CGFloat = 1
  ) -> some View {
    let axis = [axis.x, axis.y, axis.z].map { InlineStyle.number($0) }.joined(separator: ",")
    let eye = perspective > 0 ? "perspective(\(InlineStyle.length(400 / perspective))) " : ""
    let turn = "rotate3d(\(axis),\(InlineStyle.number(CGFloat(angle.degrees)))deg)"
    let origin = "\(anchor.css) \(InlineStyle.length(anchorZ))"
    return boxed(
      InlineStyle().with(.transform, eye + turn).with(.transformOrigin, origin))
  }

  /// Shows only the part of this view that a mask covers.
  ///
  /// On a page a mask is a gradient, whose opacity is used, or a shape of this module except
  /// ``Path``. It has the size of the view, so the alignment has no effect.
  ///
  /// ```swift
  /// Text(article).mask {
  ///   LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom)
  /// }
  /// ```
  nonisolated public func mask<Mask: _PageMask>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> some View {
    BoxedView(self, mask()._mask.box)
  }

  /// Shows only the part of this view that a mask covers.
  ///
  /// On a page a mask is a gradient, whose opacity is used, or a shape of this module except
  /// ``Path``.
  nonisolated public func mask<Mask: _PageMask>(_ mask: Mask) -> some View {
    BoxedView(self, mask._mask.box)
  }

  nonisolated private func filtered(_ value: String) -> some View {
    boxed(InlineStyle().with(.filter, value))
  }
}

/// A view that a page can use as a mask of another view: a gradient, or a shape of this module
/// except ``Path``, which has no outline for the size that the browser computes.
public protocol _PageMask: View {
  /// The wrapper of the view with the mask.
  nonisolated var _mask: _MaskBox { get }
}

/// The wrapper of a view with a mask.
public struct _MaskBox {
  let box: Box
}

extension _PageMask where Self: ShapeStyle {
  /// A wrapper with the gradient as its mask.
  nonisolated public var _mask: _MaskBox {
    _MaskBox(box: Box(name: "mv-g", style: InlineStyle().with(.mask, Ink(self).css)))
  }
}

extension _PageMask where Self: Shape {
  /// A wrapper that is clipped to the shape.
  nonisolated public var _mask: _MaskBox { _MaskBox(box: .clip(to: self)) }
}

extension LinearGradient: _PageMask {}
extension RadialGradient: _PageMask {}
extension EllipticalGradient: _PageMask {}
extension AngularGradient: _PageMask {}
extension Rectangle: _PageMask {}
extension RoundedRectangle: _PageMask {}
extension UnevenRoundedRectangle: _PageMask {}
extension Circle: _PageMask {}
extension Ellipse: _PageMask {}
extension Capsule: _PageMask {}

/// The way in which the colours of a view are mixed with those behind it.
public enum BlendMode: String, Sendable {
  /// The view covers what is behind it.
  case normal
  /// The product of the colours.
  case multiply
  /// The inverse of the product of the inverse colours.
  case screen
  /// `multiply` on dark colours, and `screen` on light ones.
  case overlay
  /// The darker component.
  case darken
  /// The lighter component.
  case lighten
  /// Lightens the colours behind the view.
  case colorDodge = "color-dodge"
  /// Darkens the colours behind the view.
  case colorBurn = "color-burn"
  /// Lightens or darkens the colours behind the view a little.
  case softLight = "soft-light"
  /// Lightens or darkens the colours behind the view.
  case hardLight = "hard-light"
  /// The difference of the colours.
  case difference
  /// The difference of the colours, with less contrast.
  case exclusion
  /// The hue of the view.
  case hue
  /// The saturation of the view.
  case saturation
  /// The hue and the saturation of the view.
  case color
  /// The luminosity of the view.
  case luminosity
  /// The sum of the colours.
  case plusLighter = "plus-lighter"

  /// The value of `mix-blend-mode`, or nil for the normal mode.
  var css: String? { self == .normal ? nil : rawValue }
}

/// The colour space in which a view is drawn as a whole.
///
/// A page ignores it.
public enum ColorRenderingMode: Sendable {
  /// The colour space sRGB.
  case nonLinear
  /// The colour space sRGB with linear components.
  case linear
  /// The colour space sRGB with linear components and values beyond white.
  case extendedLinear
}
