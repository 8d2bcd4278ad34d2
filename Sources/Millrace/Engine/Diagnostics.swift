// SPDX-License-Identifier: Apache-2.0

/// Where reports go that nobody asked for.
@usableFromInline
enum Diagnostics {
  /// Prints a report in debug builds and keeps quiet in release builds.
  @usableFromInline
  static func report(_ report: some CustomStringConvertible) {
    #if DEBUG
      print(report.description)
    #endif
  }
}
