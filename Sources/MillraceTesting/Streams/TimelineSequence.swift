// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A sequence that yields elements at the times of an ``EventTimeline``, on a test clock.
///
/// ```swift
/// let clock = TestClock()
/// let keys = TimelineSequence("a--b|", values: ["a": 1, "b": 2], clock: clock)
/// ```
///
/// The timeline of an iterator begins with the first call of `next()`; each iterator has its own
/// timeline. If the timeline has no end, `next()` suspends after the last element until its task
/// is cancelled. If the text is not a valid timeline, or has a letter without a value, or has a `#`
/// and no error was passed, the test fails where the sequence is created, and the sequence is
/// empty. The sequence ends early when the task that iterates it is cancelled.
public struct TimelineSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  fileprivate typealias Step = (frame: Int, result: Result<Element?, Failure>)

  private var steps: [Step] = []
  /// True if the timeline has no end.
  private var isEndless = false
  private let frame: Duration
  private let clock: TestClock

  /// Creates a sequence that does not fail.
  ///
  /// - Parameters:
  ///   - text: The timeline; see ``EventTimeline`` for the syntax.
  ///   - values: The element for each letter.
  ///   - frame: The duration of a frame. If it is not positive, the test fails, and a frame lasts
  ///     one second.
  ///   - clock: The clock.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ text: String, values: [Character: Element], frame: Duration = .seconds(1), clock: TestClock,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Failure == Never {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(text, values: values, error: nil, frame: frame, clock: clock, at: site)
  }

  /// Creates a sequence that fails where the timeline has a `#`.
  ///
  /// - Parameters:
  ///   - text: The timeline; see ``EventTimeline`` for the syntax.
  ///   - values: The element for each letter.
  ///   - error: The error that `#` throws.
  ///   - frame: The duration of a frame. If it is not positive, the test fails, and a frame lasts
  ///     one second.
  ///   - clock: The clock.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ text: String, values: [Character: Element], failure error: Failure,
    frame: Duration = .seconds(1), clock: TestClock, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(text, values: values, error: error, frame: frame, clock: clock, at: site)
  }

  private init(
    _ text: String, values: [Character: Element], error: Failure?, frame: Duration,
    clock: TestClock, at site: CallSite
  ) {
    self.frame = frame > .zero ? frame : .seconds(1)
    self.clock = clock
    if frame <= .zero { reportNoFrame(frame, at: site) }
    var steps: [Step] = []
    do throws(TimelineError) {
      let events = try EventTimeline(text).events
      for (frame, event) in events {
        switch event {
        case .finish: steps.append((frame, .success(nil)))
        case .element(let symbol):
          guard let value = values[symbol] else {
            reportUnknown(symbol, in: text, known: Array(values.keys), at: site)
            return
          }
          steps.append((frame, .success(value)))
        case .failure:
          guard let error else {
            reportNoFailure(in: text, at: site)
            return
          }
          steps.append((frame, .failure(error)))
        }
      }
      self.steps = steps
      isEndless = events.last?.event.isEnd != true
    } catch {
      reportUnreadable(error, at: site)
    }
  }

  /// Creates an iterator, whose timeline begins with its first call of `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(steps: steps[...], isEndless: isEndless, frame: frame, clock: clock)
  }

  /// The iterator of a ``TimelineSequence``.
  public struct Iterator: AsyncIteratorProtocol {
    private var steps: ArraySlice<Step>
    private let isEndless: Bool
    private let frame: Duration
    private let clock: TestClock
    private var start: TestClock.Instant?

    fileprivate init(
      steps: ArraySlice<Step>, isEndless: Bool, frame: Duration, clock: TestClock
    ) {
      self.steps = steps
      self.isEndless = isEndless
      self.frame = frame
      self.clock = clock
    }

    /// Sleeps until the frame of the next element.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The element, or nil at the end or when the task is cancelled.
    /// - Throws: The error, at the `#` of the timeline.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      let start = start ?? clock.now
      self.start = start
      guard let step = steps.popFirst() else {
        if isEndless { await waitForCancellation(isolation: actor) }
        return nil
      }
      do {
        try await clock.sleep(until: start.advanced(by: frame * step.frame), tolerance: nil)
      } catch {
        steps = []
        return nil
      }
      return try step.result.get()
    }
  }
}

// These functions are outside of the sequence: inside, `Failure` is the type of the sequence's
// error, not the type of a test failure.
private func reportUnreadable(_ error: TimelineError, at site: CallSite) {
  Failure.unreadable(error).report(at: site)
}

private func reportUnknown(
  _ symbol: Character, in text: String, known: [Character], at site: CallSite
) {
  Failure.unknownSymbol(symbol, in: text, known: known).report(at: site)
}

private func reportNoFailure(in text: String, at site: CallSite) {
  Failure.cannotFail(text).report(at: site)
}

private func reportNoFrame(_ frame: Duration, at site: CallSite) {
  Failure.noFrame(frame, of: "timeline").report(at: site)
}

private func waitForCancellation(isolation actor: isolated (any Actor)?) async {
  var never = AsyncStream<Never> { _ in }.makeAsyncIterator()
  _ = await never.next(isolation: actor)
}

extension Effect {
  /// Sends actions at the times of an ``EventTimeline``, on a test clock.
  ///
  /// ```swift
  /// .timeline("a--b|", ["a": .started, "b": .ended], clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The timeline, without a failure.
  ///   - actions: The action for each letter.
  ///   - frame: The duration of a frame. If it is not positive, the test fails, and a frame lasts
  ///     one second.
  ///   - clock: The clock of the test store.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: An effect that ends at the end of the timeline. If the timeline has no end, the
  ///   effect runs until it is cancelled.
  public static func timeline(
    _ text: String, _ actions: [Character: Action], frame: Duration = .seconds(1),
    clock: TestClock, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Effect where Action: Sendable {
    .stream(
      TimelineSequence(
        text, values: actions, frame: frame, clock: clock, fileID: fileID, filePath: filePath,
        line: line, column: column))
  }
}
