// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

/// Writes down what comes when, as the line of an ``EventTimeline``.
///
/// ```swift
/// let recording = TimelineRecording(clock: clock)
/// let subscription = recording.follow(store, \.count) { $0 == 0 ? "z" : "n" }
/// // ... time passes, actions come
/// #expect(recording.line == "z--n-")
/// ```
///
/// Frame 0 is the moment at which the recording is made. The line is as long as the frames that
/// have passed; what has ended has nothing behind its end. It may be used from any thread.
public final class TimelineRecording: Sendable {
  private let clock: TestClock
  private let frame: Duration
  private let start: TestClock.Instant
  private let entries = Mutex<[(frame: Int, event: EventTimeline.Event)]>([])

  /// Creates a recording that begins now.
  ///
  /// - Parameters:
  ///   - clock: Tells the time.
  ///   - frame: How long a frame is. One that takes no time fails the test, and a second counts.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    clock: TestClock, frame: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.clock = clock
    self.frame = frame > .zero ? frame : .seconds(1)
    start = clock.now
    if frame <= .zero {
      Failure.noFrame(frame).report(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Writes down that an element comes now.
  public func note(_ symbol: Character) {
    note(.element(symbol))
  }

  /// Writes down that something happens now; nothing is written behind an end.
  public func note(_ event: EventTimeline.Event) {
    // The time is read in turn too: a later entry must not have an earlier frame.
    entries.withLock { entries in
      if entries.last?.event.isEnd != true { entries.append((frames, event)) }
    }
  }

  /// Writes down the elements of a sequence and how it ends; returns at the end.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - isolation: The actor of the caller.
  ///   - symbol: The letter for an element.
  public func record<Elements: AsyncSequence>(
    _ sequence: Elements, isolation: isolated (any Actor)? = #isolation,
    _ symbol: (Elements.Element) -> Character
  ) async {
    do {
      for try await element in sequence { note(symbol(element)) }
      note(.finish)
    } catch {
      note(.failure)
    }
  }

  /// Writes down the values that an observer of a store is told, with the present one.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - selector: What to watch.
  ///   - symbol: The letter for a value.
  /// - Returns: A subscription that ends the recording when it is cancelled or released.
  @MainActor
  public func follow<State, Output>(
    _ store: some StateProvider<State>, _ selector: StateSelector<State, Output>,
    _ symbol: @escaping (Output) -> Character
  ) -> StoreSubscription {
    store.subscribe(to: selector, initial: true) { self.note(symbol($0)) }
  }

  /// Writes down the values that an observer of a key path is told, with the present one.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - keyPath: What to watch.
  ///   - symbol: The letter for a value.
  /// - Returns: A subscription that ends the recording when it is cancelled or released.
  @MainActor
  public func follow<State, Output: Equatable & SendableMetatype>(
    _ store: some StateProvider<State>, _ keyPath: KeyPath<State, Output> & Sendable,
    _ symbol: @escaping (Output) -> Character
  ) -> StoreSubscription {
    follow(store, StateSelector(keyPath), symbol)
  }

  /// What has happened.
  public var timeline: EventTimeline {
    let entries = entries.withLock { $0 }
    let isOver = entries.last?.event.isEnd == true
    let length = max(isOver ? 0 : frames, entries.last.map { $0.frame + 1 } ?? 0)
    var line = [[EventTimeline.Event]](repeating: [], count: length)
    for (frame, event) in entries { line[frame].append(event) }
    return EventTimeline(frames: line)
  }

  /// What has happened, as a line to compare.
  public var line: String { timeline.description }

  /// How many frames have passed.
  private var frames: Int {
    Int(start.duration(to: clock.now).attoseconds / frame.attoseconds)
  }
}
