// SPDX-License-Identifier: Apache-2.0

// The types of CoreGraphics and Foundation that SwiftUI's signatures contain.

@frozen public struct CGPoint: Equatable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) { fatalError() }
  public init(x: Double, y: Double) { fatalError() }
  public init(x: Int, y: Int) { fatalError() }
  public static var zero: CGPoint { fatalError() }
}
@frozen public struct CGSize: Equatable, Sendable {
  public static let zero = CGSize(width: 0, height: 0)
  public var width: CGFloat
  public var height: CGFloat
  public init(width: CGFloat, height: CGFloat) { fatalError() }
  public init(width: Double, height: Double) { fatalError() }
  public init(width: Int, height: Int) { fatalError() }
}
@frozen public struct CGRect: Equatable, Sendable {
  public var origin: CGPoint
  public var size: CGSize
  public init(origin: CGPoint, size: CGSize) { fatalError() }
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { fatalError() }
  public init(x: Double, y: Double, width: Double, height: Double) { fatalError() }
  public init(x: Int, y: Int, width: Int, height: Int) { fatalError() }
  public var minX: CGFloat { fatalError() }
  public var midX: CGFloat { fatalError() }
  public var maxX: CGFloat { fatalError() }
  public var minY: CGFloat { fatalError() }
  public var midY: CGFloat { fatalError() }
  public var maxY: CGFloat { fatalError() }
  public var width: CGFloat { fatalError() }
  public var height: CGFloat { fatalError() }
  public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect { fatalError() }
}
public struct Date: Hashable, Comparable, Codable, Sendable {
  public init() { fatalError() }
  public init(timeIntervalSince1970: Double) { fatalError() }
  public static func < (lhs: Date, rhs: Date) -> Bool { fatalError() }
}
public struct URL: Hashable, Codable, Sendable {
  public init?(string: String) { fatalError() }
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
  public func query(percentEncoded: Bool = true) -> String? { fatalError() }
}
public struct IndexSet: Equatable, Hashable, Sendable, ExpressibleByArrayLiteral {
  public init() { fatalError() }
  public init(integer: Int) { fatalError() }
  public init(arrayLiteral: Int...) { fatalError() }
}
extension IndexSet: BidirectionalCollection {
  public struct Index: Comparable {
    public static func < (lhs: Index, rhs: Index) -> Bool { fatalError() }
  }
  public var startIndex: Index { fatalError() }
  public var endIndex: Index { fatalError() }
  public func index(after i: Index) -> Index { fatalError() }
  public func index(before i: Index) -> Index { fatalError() }
  public subscript(index: Index) -> Int { fatalError() }
}
