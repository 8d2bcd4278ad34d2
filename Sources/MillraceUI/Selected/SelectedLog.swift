// SPDX-License-Identifier: Apache-2.0

/// The log of what `@Selected` publishes, in debug builds, where it has a `label:`.
///
/// It is off, unless the program was launched with the argument `-MillraceSelectedLog`; an Xcode
/// scheme has a place for it. Then it prints a line for the first value and for each that differs:
///
/// ```
/// Millrace: @Selected "Book" published Book(id: 7, title: "Emma")
/// ```
///
/// The idea comes from ImmutableUI, which has a user default for it.
@MainActor
public enum SelectedLog {
  /// Hears of each line; nil turns the log off.
  public static var report: ((String) -> Void)? =
    CommandLine.arguments.contains("-MillraceSelectedLog") ? { print($0) } : nil

  /// The characters of a value that are shown.
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
