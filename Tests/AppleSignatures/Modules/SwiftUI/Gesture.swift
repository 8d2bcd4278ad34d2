// SPDX-License-Identifier: Apache-2.0

// Gestures, their coordinate spaces, and keys.

import CoreFoundation

@MainActor @preconcurrency public protocol Gesture<Value> {
  associatedtype Value
  associatedtype Body: Gesture
  @MainActor @preconcurrency var body: Self.Body { get }
  nonisolated static func _makeGesture() -> Self.Value
}
extension Gesture where Self.Value == Self.Body.Value {
  nonisolated public static func _makeGesture() -> Self.Body.Value { fatalError() }
}
extension Gesture where Body == Never {
  nonisolated public static func _makeGesture() -> Self.Value { fatalError() }
}
extension Never: Gesture {
  public typealias Value = Never
  nonisolated public static func _makeGesture() -> Never { fatalError() }
}
extension Gesture where Body == Never {
  public var body: Never { fatalError() }
}
public enum CoordinateSpace: Equatable, Hashable {
  case global
  case local
  case named(AnyHashable)
}
extension CoordinateSpace {
  public var isGlobal: Bool { fatalError() }
  public var isLocal: Bool { fatalError() }
}
public protocol CoordinateSpaceProtocol {
  var coordinateSpace: CoordinateSpace { get }
}
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
  public init() {}
  public var coordinateSpace: CoordinateSpace { .global }
}
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
  public init() {}
  public var coordinateSpace: CoordinateSpace { .local }
}
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
  public var coordinateSpace: CoordinateSpace { fatalError() }
}
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
  public static var global: GlobalCoordinateSpace { fatalError() }
}
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  public static var local: LocalCoordinateSpace { fatalError() }
}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
  public static func named(_ name: some Hashable) -> NamedCoordinateSpace { fatalError() }
}
@MainActor @preconcurrency public struct _ChangedGesture<Content>: Gesture where Content: Gesture {
  public typealias Value = Content.Value
  public typealias Body = Never
}
@MainActor @preconcurrency public struct _EndedGesture<Content>: Gesture where Content: Gesture {
  public typealias Value = Content.Value
  public typealias Body = Never
}
@MainActor @preconcurrency public struct GestureStateGesture<Base, State>: Gesture
where Base: Gesture {
  public typealias Value = Base.Value
  public typealias Body = Never
}
extension Gesture {
  @MainActor @preconcurrency public func onEnded(
    _ action: @escaping (Self.Value) -> Void
  ) -> _EndedGesture<Self> { fatalError() }
  @MainActor @preconcurrency public func updating<State>(
    _ state: GestureState<State>,
    body: @escaping (Self.Value, inout State, inout Transaction) -> Void
  ) -> GestureStateGesture<Self, State> { fatalError() }
}
extension Gesture where Value: Equatable {
  @MainActor @preconcurrency public func onChanged(
    _ action: @escaping (Self.Value) -> Void
  ) -> _ChangedGesture<Self> { fatalError() }
}
@propertyWrapper @frozen public struct GestureState<Value>: DynamicProperty {
  public init(wrappedValue: Value) { fatalError() }
  public init(initialValue: Value) { fatalError() }
  public var wrappedValue: Value { fatalError() }
  public var projectedValue: GestureState<Value> { self }
}
extension GestureState where Value: ExpressibleByNilLiteral {
  public init() { fatalError() }
}
@MainActor @preconcurrency public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var time: Date
    public var location: CGPoint
    public var startLocation: CGPoint
    public var translation: CGSize { fatalError() }
    public var velocity: CGSize { fatalError() }
    public var predictedEndLocation: CGPoint { fatalError() }
    public var predictedEndTranslation: CGSize { fatalError() }
  }
  public var minimumDistance: CGFloat
  public var coordinateSpace: CoordinateSpace
  nonisolated public init(
    minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) { fatalError() }
  public typealias Body = Never
}
@MainActor @preconcurrency public struct TapGesture: Gesture {
  public var count: Int
  nonisolated public init(count: Int = 1) { fatalError() }
  public typealias Body = Never
  public typealias Value = Void
}
@MainActor @preconcurrency public struct SpatialTapGesture: Gesture {
  public struct Value: Equatable, @unchecked Sendable {
    public var location: CGPoint
  }
  public var count: Int
  public var coordinateSpace: CoordinateSpace
  nonisolated public init(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) { fatalError() }
  public typealias Body = Never
}
@frozen public struct GestureMask: OptionSet {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let none: GestureMask = []
  public static let gesture = GestureMask(rawValue: 1)
  public static let subviews = GestureMask(rawValue: 2)
  public static let all = GestureMask(rawValue: 3)
}
extension GestureMask: Sendable {}
public struct KeyPress: Sendable {
  public struct Phases: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let down = Phases(rawValue: 1)
    public static let `repeat` = Phases(rawValue: 2)
    public static let up = Phases(rawValue: 4)
    public static let all = Phases(rawValue: 7)
  }
  public let phase: KeyPress.Phases
  public let key: KeyEquivalent
  public let characters: String
  public let modifiers: EventModifiers
  public enum Result: Sendable {
    case handled
    case ignored
  }
}
extension View {
  nonisolated public func gesture<T>(_ gesture: T, including mask: GestureMask = .all) -> some View
  where T: Gesture { EmptyView() }
  nonisolated public func gesture<T>(_ gesture: T, isEnabled: Bool) -> some View
  where T: Gesture { EmptyView() }
  nonisolated public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { EmptyView() }
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View { EmptyView() }
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, action: @escaping () -> KeyPress.Result
  ) -> some View { EmptyView() }
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, phases: KeyPress.Phases,
    action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View { EmptyView() }
  nonisolated public func onKeyPress(
    keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
    action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View { EmptyView() }
  nonisolated public func position(_ position: CGPoint) -> some View { EmptyView() }
  nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
}
