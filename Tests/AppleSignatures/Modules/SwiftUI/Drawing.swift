// SPDX-License-Identifier: Apache-2.0

// Gradients, materials, more shapes, and effects.

@frozen public struct Gradient: Equatable, Hashable, Sendable {
  @frozen public struct Stop: Equatable, Hashable, Sendable {
    public var color: Color
    public var location: CGFloat
    public init(color: Color, location: CGFloat) { fatalError() }
  }
  public struct ColorSpace: Hashable, Sendable {
    public static let device = ColorSpace()
    public static let perceptual = ColorSpace()
  }
  public var stops: [Gradient.Stop]
  public init(stops: [Gradient.Stop]) { fatalError() }
  public init(colors: [Color]) { fatalError() }
}
@frozen public struct AnyGradient: Hashable, ShapeStyle, Sendable {
  public init(_ gradient: Gradient) {}
}
extension Color {
  public var gradient: AnyGradient { fatalError() }
  public func mix(
    with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual
  ) -> Color { self }
}
@MainActor @frozen @preconcurrency public struct LinearGradient: ShapeStyle, View, Sendable {
  nonisolated public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
  nonisolated public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  nonisolated public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @frozen @preconcurrency public struct RadialGradient: ShapeStyle, View, Sendable {
  nonisolated public init(
    gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {}
  nonisolated public init(
    colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {}
  nonisolated public init(
    stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @frozen @preconcurrency public struct EllipticalGradient: ShapeStyle, View, Sendable {
  nonisolated public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {}
  nonisolated public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {}
  nonisolated public init(
    stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @frozen @preconcurrency public struct AngularGradient: ShapeStyle, View, Sendable {
  nonisolated public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero
  ) {}
  nonisolated public init(
    colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) {}
  nonisolated public init(
    stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) {}
  nonisolated public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {}
  nonisolated public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {}
  nonisolated public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension ShapeStyle where Self == LinearGradient {
  public static func linearGradient(
    _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient { fatalError() }
  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient { fatalError() }
  public static func linearGradient(
    stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient { fatalError() }
}
extension ShapeStyle where Self == RadialGradient {
  public static func radialGradient(
    _ gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) -> RadialGradient { fatalError() }
  public static func radialGradient(
    colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) -> RadialGradient { fatalError() }
}
extension ShapeStyle where Self == AngularGradient {
  public static func angularGradient(
    _ gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient { fatalError() }
  public static func angularGradient(
    colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient { fatalError() }
}
@frozen public struct AnyShapeStyle: ShapeStyle {
  public init<S>(_ style: S) where S: ShapeStyle {}
}
extension ShapeStyle {
  @inlinable public func opacity(_ opacity: Double) -> some ShapeStyle { self }
}
public struct Material: Sendable {}
extension Material: ShapeStyle {
  public static let regular = Material()
  public static let thick = Material()
  public static let thin = Material()
  public static let ultraThin = Material()
  public static let ultraThick = Material()
  public static let bar = Material()
}
extension ShapeStyle where Self == Material {
  public static var regularMaterial: Material { fatalError() }
  public static var thickMaterial: Material { fatalError() }
  public static var thinMaterial: Material { fatalError() }
  public static var ultraThinMaterial: Material { fatalError() }
  public static var ultraThickMaterial: Material { fatalError() }
  public static var bar: Material { fatalError() }
}
public struct SeparatorShapeStyle: ShapeStyle { public init() {} }
extension ShapeStyle where Self == SeparatorShapeStyle {
  public static var separator: SeparatorShapeStyle { fatalError() }
}
public struct PlaceholderTextShapeStyle: ShapeStyle { public init() {} }
extension ShapeStyle where Self == PlaceholderTextShapeStyle {
  public static var placeholder: PlaceholderTextShapeStyle { fatalError() }
}

@frozen public struct RectangleCornerRadii: Equatable, Sendable {
  public var topLeading: CGFloat
  public var bottomLeading: CGFloat
  public var bottomTrailing: CGFloat
  public var topTrailing: CGFloat
  public init(
    topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0,
    topTrailing: CGFloat = 0
  ) { fatalError() }
}
@frozen public struct UnevenRoundedRectangle: InsettableShape {
  public var cornerRadii: RectangleCornerRadii
  public var style: RoundedCornerStyle
  @inlinable nonisolated public init(
    cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) { fatalError() }
  nonisolated public init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0,
    bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
    style: RoundedCornerStyle = .continuous
  ) { fatalError() }
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
}
extension Shape where Self == Rectangle {
  nonisolated public static var rect: Rectangle { fatalError() }
}
extension Shape where Self == RoundedRectangle {
  nonisolated public static func rect(
    cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) -> Self { fatalError() }
  nonisolated public static func rect(
    cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) -> Self { fatalError() }
}
extension Shape where Self == UnevenRoundedRectangle {
  nonisolated public static func rect(
    cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) -> Self { fatalError() }
  nonisolated public static func rect(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0,
    bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
    style: RoundedCornerStyle = .continuous
  ) -> Self { fatalError() }
}
extension Shape where Self == Capsule {
  nonisolated public static var capsule: Capsule { fatalError() }
  nonisolated public static func capsule(style: RoundedCornerStyle) -> Self { fatalError() }
}
extension Shape where Self == Ellipse {
  nonisolated public static var ellipse: Ellipse { fatalError() }
}
extension Shape where Self == Circle {
  nonisolated public static var circle: Circle { fatalError() }
}
extension Shape {
  @inlinable nonisolated public func trim(
    from startFraction: CGFloat = 0, to endFraction: CGFloat = 1
  ) -> some Shape { self }
  nonisolated public func stroke(style: StrokeStyle) -> some Shape { self }
}
extension _ShapeView {
  nonisolated public func stroke<S>(
    _ content: S, style: StrokeStyle, antialiased: Bool = true
  ) -> StrokeShapeView<Content, S, Self> where S: ShapeStyle { fatalError() }
}
extension Path {
  public func trimmedPath(from: CGFloat, to: CGFloat) -> Path { self }
}

public enum BlendMode: Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity, sourceAtop
  case destinationOver, destinationOut, plusDarker, plusLighter
}
public enum ColorRenderingMode: Sendable { case nonLinear, linear, extendedLinear }
@frozen public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  @inlinable public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let container = SafeAreaRegions(rawValue: 1)
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  public static let all = SafeAreaRegions(rawValue: .max)
}
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = RedactionReasons(rawValue: 1)
  public static let privacy = RedactionReasons(rawValue: 2)
  public static let invalidated = RedactionReasons(rawValue: 4)
}
extension EnvironmentValues {
  public var redactionReasons: RedactionReasons {
    get { fatalError() }
    set {}
  }
}
extension View {
  nonisolated public func background<T>(in shape: T, fillStyle: FillStyle = FillStyle())
    -> some View where T: Shape
  { EmptyView() }
  nonisolated public func overlay<S, T>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View where S: ShapeStyle, T: Shape { EmptyView() }
  nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { EmptyView() }
  nonisolated public func saturation(_ amount: Double) -> some View { EmptyView() }
  nonisolated public func brightness(_ amount: Double) -> some View { EmptyView() }
  nonisolated public func contrast(_ amount: Double) -> some View { EmptyView() }
  nonisolated public func grayscale(_ amount: Double) -> some View { EmptyView() }
  nonisolated public func hueRotation(_ angle: Angle) -> some View { EmptyView() }
  nonisolated public func colorInvert() -> some View { EmptyView() }
  nonisolated public func compositingGroup() -> some View { EmptyView() }
  nonisolated public func drawingGroup(
    opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear
  ) -> some View { EmptyView() }
  nonisolated public func blendMode(_ blendMode: BlendMode) -> some View { EmptyView() }
  nonisolated public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    EmptyView()
  }
  nonisolated public func scaleEffect(
    x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center
  ) -> some View { EmptyView() }
  nonisolated public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center,
    anchorZ: CGFloat = 0, perspective: CGFloat = 1
  ) -> some View { EmptyView() }
  nonisolated public func mask<Mask>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> some View where Mask: View { EmptyView() }
  @available(macOS, deprecated: 100000.0)
  nonisolated public func mask<Mask>(_ mask: Mask) -> some View where Mask: View { EmptyView() }
  nonisolated public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode)
    -> some View
  { EmptyView() }
  nonisolated public func safeAreaInset<V>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View where V: View { EmptyView() }
  nonisolated public func safeAreaPadding(_ insets: EdgeInsets) -> some View { EmptyView() }
  nonisolated public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil)
    -> some View
  { EmptyView() }
  nonisolated public func safeAreaPadding(_ length: CGFloat) -> some View { EmptyView() }
  nonisolated public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { EmptyView() }
  nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
    EmptyView()
  }
  nonisolated public func redacted(reason: RedactionReasons) -> some View { EmptyView() }
  nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { EmptyView() }
  nonisolated public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10,
    perform action: @escaping () -> Void, onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View { EmptyView() }
  nonisolated public func onContinuousHover(
    coordinateSpace: some CoordinateSpaceProtocol = .local,
    perform action: @escaping (HoverPhase) -> Void
  ) -> some View { EmptyView() }
  nonisolated public func transaction(_ transform: @escaping (inout Transaction) -> Void)
    -> some View
  { EmptyView() }
  nonisolated public func transition<T>(_ transition: T) -> some View where T: Transition {
    EmptyView()
  }
}
@frozen public enum HoverPhase: Equatable, Sendable {
  case active(CGPoint)
  case ended
}
@MainActor @preconcurrency public struct LongPressGesture: Gesture {
  public typealias Value = Bool
  public typealias Body = Never
  public var minimumDuration: Double
  public var maximumDistance: CGFloat { fatalError() }
  nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
    fatalError()
  }
}

public struct LayoutSubviews {}
public protocol Layout {
  associatedtype Cache = Void
  typealias Subviews = LayoutSubviews
  nonisolated func sizeThatFits(
    proposal: CGSize, subviews: Self.Subviews, cache: inout Self.Cache
  ) -> CGSize
}
extension Layout {
  @MainActor @preconcurrency public func callAsFunction<V>(@ViewBuilder _ content: () -> V)
    -> some View where V: View
  { EmptyView() }
}
extension Layout {
  nonisolated public func sizeThatFits(
    proposal: CGSize, subviews: Self.Subviews, cache: inout Self.Cache
  ) -> CGSize { fatalError() }
}
@frozen public struct AnyLayout: Layout, Sendable {
  public init<L>(_ layout: L) where L: Layout {}
}
@frozen public struct HStackLayout: Layout, Sendable {
  public var alignment: VerticalAlignment
  public var spacing: CGFloat?
  @inlinable public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
    fatalError()
  }
}
@frozen public struct VStackLayout: Layout, Sendable {
  public var alignment: HorizontalAlignment
  public var spacing: CGFloat?
  @inlinable public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
    fatalError()
  }
}
@frozen public struct ZStackLayout: Layout, Sendable {
  public var alignment: Alignment
  public init(alignment: Alignment = .center) { fatalError() }
}
@frozen public struct GridLayout: Layout, Sendable {
  public var alignment: Alignment
  public var horizontalSpacing: CGFloat?
  public var verticalSpacing: CGFloat?
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) { fatalError() }
}

public struct SymbolRenderingMode: Sendable {
  public static let monochrome = SymbolRenderingMode()
  public static let multicolor = SymbolRenderingMode()
  public static let hierarchical = SymbolRenderingMode()
  public static let palette = SymbolRenderingMode()
}
extension Image {
  public enum Interpolation: Sendable { case none, low, medium, high }
  public func interpolation(_ interpolation: Image.Interpolation) -> Image { self }
  public func antialiased(_ isAntialiased: Bool) -> Image { self }
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}
extension View {
  @inlinable nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?)
    -> some View
  { self }
}
