// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the library warns of: mistakes that it has worked around, as an action for a child that is
/// not there.
///
/// Debug builds print a warning the first time that a place of the program gives cause to it. A
/// tool that runs code under test hears of it each time instead:
///
/// ```swift
/// StoreWarnings.$handler.withValue({ failures.append($0) }) { store.dispatch(action) }
/// ```
///
/// `TestStore` and `RenderedView` do so, and fail the test. What a reducer refuses, and an error
/// that nothing catches, are no warnings: a store tells its observers and probes.
public enum StoreWarnings {
  /// Hears of warnings in place of the console: of code that runs within `withValue`, and of tasks
  /// that it starts.
  @TaskLocal public static var handler: (@Sendable (String) -> Void)?

  /// Hands a warning to the handler, or prints it.
  ///
  /// - Parameter text: Where, what, likely causes and what to do.
  public static func report(_ text: String) {
    if let handler { handler(text) } else { print(text) }
  }
}

/// Where reports go by default.
@usableFromInline
enum Diagnostics {
  /// Reports a warning in debug builds and keeps quiet in release builds.
  @usableFromInline
  static func report(_ report: some CustomStringConvertible) {
    #if DEBUG
      StoreWarnings.report(report.description)
    #endif
  }

  /// Prints in debug builds what a store tells its observers as well.
  @usableFromInline
  static func log(_ report: some CustomStringConvertible) {
    #if DEBUG
      print(report.description)
    #endif
  }

  /// Whether a warning is due: it is told once, or each time where a handler hears of it.
  static func isDue(_ wasReported: borrowing Atomic<Bool>) -> Bool {
    StoreWarnings.handler != nil || !wasReported.exchange(true, ordering: .relaxed)
  }

  /// Reports a warning in debug builds, the first time that it is about a place.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - place: The kind of the report and where its cause is, in the program's code.
  static func report(
    _ report: @autoclosure () -> some CustomStringConvertible,
    oncePer place: @autoclosure () -> String
  ) {
    #if DEBUG
      if StoreWarnings.handler != nil || isNew(place()) { self.report(report()) }
    #endif
  }

  #if DEBUG
    /// Its size is bounded by the number of call sites in the program.
    private static let places = Guarded<Set<String>>([])

    /// Whether a place is asked about for the first time.
    static func isNew(_ place: String) -> Bool {
      places.withLock { $0.insert(place).inserted }
    }
  #endif

  /// Reports a fault in every build: the program goes on with a value that was not asked for.
  static func fault(_ report: some CustomStringConvertible) {
    StoreWarnings.report(report.description)
  }
}
