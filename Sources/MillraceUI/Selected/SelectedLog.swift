// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The log of the values that each `@Selected` with a `label:` publishes, in debug builds.
///
/// The log is off unless the program was launched with the argument `-MillraceSelectedLog`, which
/// can be set in an Xcode scheme. It writes one line to standard error for each published value:
///
/// ```
/// Millrace: @Selected "Book" published Book(id: 7, title: "Emma")
/// ```
///
/// The idea comes from ImmutableUI, which has a user default for this.
@MainActor
public enum SelectedLog {
  /// Called with each line of the log, or nil to turn the log off.
  public static var report: ((String) -> Void)? =
    CommandLine.arguments.contains("-MillraceSelectedLog") ? { write($0) } : nil

  /// Writes a line without a buffer.
  static func write(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The maximum number of characters of a value in the log.
  static let limit = 200

  static func note(_ label: String?, _ output: some Any) {
    #if DEBUG
      guard let report, let label else { return }
      let text = "\(output)"
      let shown = text.count > limit ? "\(text.prefix(limit))…" : text
      report("Millrace: @Selected \"\(label)\" published \(shown)")
    #endif
  }
}
