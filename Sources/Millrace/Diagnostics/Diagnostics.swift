// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the library warns of: mistakes that it has worked around, as an action for a child that is
/// not there.
///
/// Debug builds print a warning the first time that a place of the program gives cause to it. A
/// tool that runs code under test hears of it each time instead:
///
/// ```swift
/// StoreWarnings.withHandler { Issue.record("\($0)") } operation: { store.dispatch(action) }
/// ```
///
/// `TestStore` and `RenderedView` do so, and fail the test. What a reducer refuses, and an error
/// that nothing catches, are no warnings: a store tells its observers and probes.
public enum StoreWarnings {
  /// A function alone would stop an optimized program: the compiler (6.3) makes the type of a
  /// task-local function one that does not exist at run time where it specializes `withValue`.
  private struct Handler: Sendable {
    let hear: @Sendable (String) -> Void
  }

  @TaskLocal private static var handler: Handler?

  /// Whether a handler hears of each warning.
  static var isHeard: Bool { handler != nil }

  /// Does something whose warnings go to a handler in place of the console, as do those of the
  /// tasks that it starts.
  ///
  /// - Parameters:
  ///   - handler: Hears of each warning, on the thread that gives cause to it.
  ///   - operation: What is done.
  /// - Returns: What `operation` returns.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(Handler(hear: handler), operation: operation)
  }

  /// Does something that takes time, and whose warnings go to a handler in place of the console.
  ///
  /// - Parameters:
  ///   - handler: Hears of each warning, on the thread that gives cause to it.
  ///   - isolation: The actor of the caller.
  ///   - operation: What is done.
  /// - Returns: What `operation` returns.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $handler.withValue(
      Handler(hear: handler), operation: operation, isolation: isolation)
  }

  /// Hands a warning to the handler, or prints it.
  ///
  /// - Parameter text: Where, what, likely causes and what to do.
  public static func report(_ text: String) {
    if let handler { handler.hear(text) } else { print(text) }
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
    StoreWarnings.isHeard || !wasReported.exchange(true, ordering: .relaxed)
  }

  /// Whether a warning about a place is due.
  static func isDue(oncePer place: @autoclosure () -> String) -> Bool {
    StoreWarnings.isHeard || isNew(place())
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
      if isDue(oncePer: place()) { self.report(report()) }
    #endif
  }

  /// Reports a warning in debug builds, the first time that there is cause for it.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - wasReported: Whether it was reported before.
  static func report(
    _ report: @autoclosure () -> some CustomStringConvertible,
    once wasReported: borrowing Atomic<Bool>
  ) {
    #if DEBUG
      if isDue(wasReported) { self.report(report()) }
    #endif
  }

  /// Its size is bounded by the number of call sites in the program.
  private static let places = Guarded<Set<String>>([])

  /// Whether a place is asked about for the first time.
  static func isNew(_ place: String) -> Bool {
    places.withLock { $0.insert(place).inserted }
  }

  /// Reports a fault in every build: the program goes on with a value that was not asked for.
  static func fault(_ report: some CustomStringConvertible) {
    StoreWarnings.report(report.description)
  }
}
