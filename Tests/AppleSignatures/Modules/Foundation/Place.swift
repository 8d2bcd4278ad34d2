// SPDX-License-Identifier: Apache-2.0

// The values of the environment for formats.

public struct Locale: Hashable, Sendable {
  public static var current: Locale { fatalError() }
  public static var autoupdatingCurrent: Locale { fatalError() }
  public init(identifier: String) {}
  public var identifier: String { fatalError() }
}
public struct TimeZone: Hashable, Sendable {
  public static var current: TimeZone { fatalError() }
  public init?(identifier: String) {}
  public var identifier: String { fatalError() }
}
extension Calendar {
  public var firstWeekday: Int {
    get { fatalError() }
    set {}
  }
}
