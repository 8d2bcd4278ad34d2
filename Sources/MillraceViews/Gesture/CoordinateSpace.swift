// SPDX-License-Identifier: Apache-2.0

/// The origin of the coordinates of a gesture.
public enum CoordinateSpace: Equatable, Hashable {
  /// The upper left corner of the window.
  case global
  /// The upper left corner of the view, at its position when the gesture began.
  case local
  /// The upper left corner of the nearest enclosing view with this name, or of the view itself if
  /// there is none.
  case named(AnyHashable)
}

extension CoordinateSpace {
  /// Whether this is the space of the window.
  public var isGlobal: Bool { self == .global }
  /// Whether this is the space of the view.
  public var isLocal: Bool { self == .local }

  /// The value of the attribute for the page's script, or nil for the view's own space.
  var attribute: String? {
    switch self {
    case .global: "window"
    case .local: nil
    case .named(let name): "view " + String(describing: name.base)
    }
  }
}

/// A type that stands for a coordinate space.
public protocol CoordinateSpaceProtocol {
  /// The coordinate space.
  var coordinateSpace: CoordinateSpace { get }
}

/// The coordinate space of the window.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
  /// Creates the space.
  public init() {}
  /// The coordinate space.
  public var coordinateSpace: CoordinateSpace { .global }
}

/// The coordinate space of the view with the gesture.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
  /// Creates the space.
  public init() {}
  /// The coordinate space.
  public var coordinateSpace: CoordinateSpace { .local }
}

/// The coordinate space of an enclosing view with a name.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
  let name: AnyHashable

  /// The coordinate space.
  public var coordinateSpace: CoordinateSpace { .named(name) }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
  /// The upper left corner of the window.
  public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  /// The upper left corner of the view, at its position when the gesture began.
  public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
  /// The upper left corner of the nearest enclosing view with this name.
  public static func named(_ name: some Hashable) -> NamedCoordinateSpace {
    NamedCoordinateSpace(name: AnyHashable(name))
  }
}

extension View {
  /// Names the coordinate space of this view.
  ///
  /// Gestures of views inside it can refer to the name.
  nonisolated public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View {
    BoxedView(self, Box(name: "mv-g").with(.dataSpace, name.coordinateSpace.attribute))
  }
}
