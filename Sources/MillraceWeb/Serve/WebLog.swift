// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Receives one line for each thing that the server refused or ended, with the reason.
///
/// Lines hold no text that a person typed into a page, no whole session id and no control
/// characters. The closure may be called from any thread.
public struct WebLog: Sendable {
  private let write: @Sendable (String) -> Void

  /// Sends lines to a closure.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Writes lines to the standard error stream.
  public static let standardError = WebLog { line in
    FileHandle.standardError.write(Data(("millrace: " + line + "\n").utf8))
  }

  /// Drops all lines.
  public static let silent = WebLog { _ in }

  func callAsFunction(_ line: String) { write(line) }
}

extension String {
  /// At most 120 characters of a foreign text, without control characters, fit for a log line.
  var oneLine: String {
    let clean = String(
      unicodeScalars.prefix(120).map { scalar in
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
          ? "\u{FFFD}" : Character(scalar)
      })
    return clean.unicodeScalars.count < unicodeScalars.count ? clean + "…" : clean
  }
}
