// SPDX-License-Identifier: Apache-2.0

/// A value that is a part of the path of an address, such as a level of a navigation stack.
///
/// ```swift
/// enum Route: PageRoute {
///   case board(Int)
///   case card(String)
///
///   var addressComponents: [String] {
///     switch self {
///     case .board(let id): ["boards", "\(id)"]
///     case .card(let name): ["cards", name]
///     }
///   }
///
///   init?(addressComponents rest: inout ArraySlice<String>) {
///     switch rest.popFirst() {
///     case "boards":
///       guard let id = Int(addressComponents: &rest) else { return nil }
///       self = .board(id)
///     case "cards":
///       guard let name = rest.popFirst() else { return nil }
///       self = .card(name)
///     default: return nil
///     }
///   }
/// }
///
/// PageAddress(route: [Route.board(7), .card("a")]).text     // "/boards/7/cards/a"
/// PageAddress("/boards/7")?.route(as: [Route].self)          // [.board(7)]
/// ```
///
/// `String` and `Int` are routes of one component. Another type that is
/// `LosslessStringConvertible`, or whose raw value is, only needs to declare the conformance, as in
/// `enum Tab: String, PageRoute`. An array of routes is a route.
public protocol PageRoute: Hashable {
  /// The components of the path that represent the value: at least one, or none for an empty array.
  var addressComponents: [String] { get }

  /// Reads a value from the beginning of a path and removes its components; nil if the path does
  /// not begin with a value.
  init?(addressComponents: inout ArraySlice<String>)
}

extension PageRoute where Self: LosslessStringConvertible {
  /// The value as a text.
  public var addressComponents: [String] { [description] }

  /// Reads the value from one component.
  public init?(addressComponents: inout ArraySlice<String>) {
    guard let text = addressComponents.popFirst() else { return nil }
    self.init(text)
  }
}

extension PageRoute where Self: RawRepresentable, RawValue: LosslessStringConvertible {
  /// The raw value as a text.
  public var addressComponents: [String] { [rawValue.description] }

  /// Reads the raw value from one component.
  public init?(addressComponents: inout ArraySlice<String>) {
    guard let rawValue = addressComponents.popFirst().flatMap({ RawValue($0) }) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Int: PageRoute {}
extension String: PageRoute {}

extension Array: PageRoute where Element: PageRoute {
  /// The components of all values.
  public var addressComponents: [String] { flatMap(\.addressComponents) }

  /// Reads values until the path ends; nil if a component does not belong to a value.
  public init?(addressComponents: inout ArraySlice<String>) {
    var values: [Element] = []
    while !addressComponents.isEmpty {
      let before = addressComponents.count
      guard let value = Element(addressComponents: &addressComponents),
        addressComponents.count < before
      else { return nil }
      values.append(value)
    }
    self = values
  }
}

extension PageAddress {
  /// Creates the address of a route, with parameters.
  public init(route: some PageRoute, query: [String: String] = [:]) {
    self.init(path: route.addressComponents, query: query)
  }

  /// The route that the whole path represents, or nil.
  ///
  /// An array of routes is read until the path ends. For the address of the page itself, whose path
  /// is empty, the array is empty.
  ///
  /// Complexity: O(n) in the number of components.
  public func route<Route: PageRoute>(as type: Route.Type = Route.self) -> Route? {
    var rest = path[...]
    guard let route = Route(addressComponents: &rest), rest.isEmpty else { return nil }
    return route
  }
}
