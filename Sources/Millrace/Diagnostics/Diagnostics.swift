// SPDX-License-Identifier: Apache-2.0

/// The library's warnings: reports of mistakes after which the program continues, such as an action
/// for a child that does not exist.
///
/// Most warnings are written in debug builds only, to standard error, and only the first time that
/// a source location, a type or a key path causes them. A tool that runs code under test can
/// install a handler. It gets the warnings instead, and those of this module each time. How often
/// the checks of ``SelectorChecks`` warn depends on their settings only, also with a handler; the
/// warnings of ``SelectorChecks/slowness`` are written to standard error also then.
///
/// ```swift
/// StoreWarnings.withHandler { Issue.record("\($0)") } operation: { store.dispatch(action) }
/// ```
///
/// `TestStore` and `RenderedView` install a handler that fails the test. A rejected action and an
/// error that nothing catches are not warnings: the store reports the first to observers of its
/// actions, and the second to its probes.
public enum StoreWarnings {
  /// A struct that contains the function.
  ///
  /// A task-local value that is itself a function crashes an optimized program: where the compiler
  /// of Swift 6.3 specializes `withValue`, it gives the function a type that does not exist at run
  /// time.
  private struct Handler: Sendable {
    let handle: @Sendable (String) -> Void
  }

  @TaskLocal private static var handler: Handler?

  /// True if the current task has a handler of warnings.
  static var hasHandler: Bool { handler != nil }

  /// Runs an operation and passes its warnings, and those of the tasks that it starts, except
  /// detached ones, to a handler instead of the console.
  ///
  /// - Parameters:
  ///   - handler: Called with each warning, on the thread that causes it.
  ///   - operation: The operation.
  /// - Returns: What `operation` returns.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(Handler(handle: handler), operation: operation)
  }

  /// Runs an asynchronous operation and passes its warnings, and those of the tasks that it starts,
  /// except detached ones, to a handler instead of the console.
  ///
  /// - Parameters:
  ///   - handler: Called with each warning, on the thread that causes it.
  ///   - isolation: The actor of the caller.
  ///   - operation: The operation.
  /// - Returns: What `operation` returns.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $handler.withValue(
      Handler(handle: handler), operation: operation, isolation: isolation)
  }

  /// Runs an operation whose warnings are written to standard error.
  static func withoutHandler(_ operation: () -> Void) {
    $handler.withValue(nil, operation: operation)
  }

  /// Passes a warning to the handler of the current task, or writes it to standard error if there
  /// is none.
  ///
  /// Isolation: any thread.
  ///
  /// - Parameter text: The source location, the observation, likely causes and the remedy.
  public static func report(_ text: String) {
    if let handler { handler.handle(text) } else { StandardError.write(line: text) }
  }
}

/// The functions with which the core makes and reports texts about mistakes and errors.
@usableFromInline
enum Diagnostics {
  /// Reports a warning in debug builds; does nothing in release builds.
  @usableFromInline
  static func report(_ report: some CustomStringConvertible) {
    #if DEBUG
      StoreWarnings.report(report.description)
    #endif
  }

  /// Writes a report to standard error in debug builds, also if there is a handler of warnings.
  @usableFromInline
  static func log(_ report: some CustomStringConvertible) {
    #if DEBUG
      StandardError.write(line: report.description)
    #endif
  }

  /// Decides whether a warning is reported now.
  ///
  /// - Parameter isFirst: Returns true the first time, and records that it was evaluated. It is not
  ///   evaluated if there is a handler.
  /// - Returns: True each time if there is a handler; otherwise true only the first time.
  static func isDue(ifFirst isFirst: @autoclosure () -> Bool) -> Bool {
    StoreWarnings.hasHandler || isFirst()
  }

  /// Reports a warning in debug builds: the first time, or each time if there is a handler.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - isFirst: As in ``isDue(ifFirst:)``.
  static func report(
    _ report: @autoclosure () -> some CustomStringConvertible,
    ifFirst isFirst: @autoclosure () -> Bool
  ) {
    #if DEBUG
      if isDue(ifFirst: isFirst()) { self.report(report()) }
    #endif
  }

  /// Returns the sentence that says that a warning is reported once.
  ///
  /// - Parameter scope: The end of the sentence, such as " per lift".
  /// - Returns: The sentence with a space before it; empty if there is a handler, which gets the
  ///   warning each time.
  static func once(_ scope: String = "") -> String {
    StoreWarnings.hasHandler ? "" : " This is reported once\(scope)."
  }

  /// The source locations, key paths and types that were recorded.
  ///
  /// Their number is bounded by the size of the program.
  private static let places = Guarded<Set<String>>([])

  /// Records a source location, a key path or a type, and returns true if it is new.
  static func recordFirst(_ place: String) -> Bool {
    places.withLock { $0.insert(place).inserted }
  }

  /// The description of an error as a part of a sentence: in one line, without a period at its end.
  static func clause(_ error: any Error) -> String {
    let text = line(of: error)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// The dump of a value in one line, without characters that could look like another line.
  ///
  /// Complexity: linear in the size of the value.
  static func line(of value: Any) -> String { oneLine(TextDump.line(of: value)) }

  /// The text with U+FFFD instead of each control character, each separator of lines or paragraphs,
  /// and each bidirectional control.
  ///
  /// The description of an action or an error, and the info of a dispatch, can contain user input,
  /// which must not look like a line of its own in a report or a log.
  ///
  /// Complexity: linear in the size of the text.
  static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ 32..<127 ~= $0 }) { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isUnsafe =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
      line.append(isUnsafe ? "\u{FFFD}" : scalar)
    }
    return String(line)
  }
}
