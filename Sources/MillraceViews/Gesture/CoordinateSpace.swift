// SPDX-License-Identifier: Apache-2.0

/// What the points of a gesture are measured from.
public enum CoordinateSpace: Equatable, Hashable {
  /// The upper left corner of the window.
  case global
  /// The upper left corner of the view, where it was when the gesture began.
  case local
  /// The upper left corner of the next view around it that has this name.
  case named(AnyHashable)
}

extension CoordinateSpace {
  /// Whether it is the window's.
  public var isGlobal: Bool { self == .global }
  /// Whether it is the view's.
  public var isLocal: Bool { self == .local }

  /// The value of the attribute that tells the page's script; nil for the view's own.
  var attribute: String? {
    switch self {
    case .global: "window"
    case .local: nil
    case .named(let name): "view " + String(describing: name.base)
    }
  }
}

/// What the points of a gesture are measured from, as a type.
public protocol CoordinateSpaceProtocol {
  /// The space itself.
  var coordinateSpace: CoordinateSpace { get }
}

/// The space of the window.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
  /// Creates the space.
  public init() {}
  /// The space itself.
  public var coordinateSpace: CoordinateSpace { .global }
}

/// The space of the view that has the gesture.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
  /// Creates the space.
  public init() {}
  /// The space itself.
  public var coordinateSpace: CoordinateSpace { .local }
}

/// The space of a view around the one that has the gesture.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
  let name: AnyHashable

  /// The space itself.
  public var coordinateSpace: CoordinateSpace { .named(name) }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
  /// The upper left corner of the window.
  public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  /// The upper left corner of the view, where it was when the gesture began.
  public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
  /// The upper left corner of the next view around it that has this name.
  public static func named(_ name: some Hashable) -> NamedCoordinateSpace {
    NamedCoordinateSpace(name: AnyHashable(name))
  }
}

extension View {
  /// Gives the space of this view a name, which gestures of views inside may refer to.
  nonisolated public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View {
    BoxedView(self, Box(name: "mv-g").with(.dataSpace, name.coordinateSpace.attribute))
  }
}
