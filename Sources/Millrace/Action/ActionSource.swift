// SPDX-License-Identifier: Apache-2.0

/// The place in the code that dispatched an action.
///
/// A source travels with its action through middleware, reducers that log, tools and error
/// messages, so that "who sent this?" always has an answer. Every `dispatch` fills it in from its
/// call site.
///
/// Complexity: O(1); the strings of a call site are literals and are never copied.
/// The idea comes from SwiftRex.
public struct ActionSource: Hashable, Codable, Sendable {
  /// The file in the form `Module/File.swift`.
  public var fileID: String
  /// The function that dispatched.
  public var function: String
  /// The line that dispatched.
  public var line: UInt
  /// Anything more that the sender wants to say.
  public var info: String?

  /// Creates a source, by default the place where this initializer is called.
  @inlinable
  public init(
    fileID: String = #fileID, function: String = #function, line: UInt = #line,
    info: String? = nil
  ) {
    self.fileID = fileID
    self.function = function
    self.line = line
    self.info = info
  }
}

extension ActionSource: CustomStringConvertible {
  /// The source as `Module/File.swift:12 function()`, with its info in parentheses.
  public var description: String {
    let place = "\(fileID):\(line) \(function)"
    return if let info { "\(place) (\(info))" } else { place }
  }
}
