// SPDX-License-Identifier: Apache-2.0

// Signatures only. `import SwiftUI` makes this name visible on Apple's platforms: SwiftUI's header
// imports UIKit or AppKit, which imports Foundation, which imports Objective-C.

public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable {
  public init(_ str: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
}

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol {
  public init() {}
}
