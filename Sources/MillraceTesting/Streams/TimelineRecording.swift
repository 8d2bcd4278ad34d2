// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

/// Records events with their times, as an ``EventTimeline``.
///
/// ```swift
/// let recording = TimelineRecording(clock: clock)
/// let subscription = recording.follow(store, \.count) { $0 == 0 ? "z" : "n" }
/// // ... time passes, actions come
/// #expect(recording.line == "z--n-")
/// ```
///
/// Frame 0 begins when the recording is created. The timeline has one entry for each frame that has
/// passed, and one for the present frame if it has an event. It stops at the end of the recorded
/// sequence, and at ``mostFrames``. A recording can be used from any thread.
public final class TimelineRecording: Sendable {
  /// The maximum number of frames of a timeline.
  ///
  /// If an event comes later, or if more frames have passed when the timeline is read, the test
  /// fails where the recording was created. The timeline then ends with the last of these frames.
  public static var mostFrames: Int { 1_000_000 }

  private let clock: TestClock
  private let frame: Duration
  private let start: TestClock.Instant
  private let site: CallSite
  private let entries = Guarded<[(frame: Int, event: EventTimeline.Event)]>([])
  /// True if it was reported that there are too many frames.
  private let isTooLong = Atomic(false)

  /// Creates a recording that begins now.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - frame: The duration of a frame. If it is not positive, the test fails and the recording
  ///     uses one second.
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
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if frame <= .zero { Failure.noFrame(frame, of: "recording").report(at: site) }
  }

  /// Records an element at the current time.
  public func note(_ symbol: Character) {
    note(.element(symbol))
  }

  /// Records an event at the current time.
  ///
  /// Events after an end are ignored.
  public func note(_ event: EventTimeline.Event) {
    // The time is read under the lock: a later entry must not have an earlier frame.
    let passed: Int128? = entries.withLock { entries in
      if entries.last?.event.isEnd == true { return nil }
      let passed = passedFrames
      entries.append((Int(min(passed, Int128(Self.mostFrames - 1))), event))
      return passed
    }
    if let passed, passed >= Self.mostFrames { reportTooLong() }
  }

  /// Records the elements of a sequence and its end or failure, and returns at the end.
  ///
  /// If a cancellation of the calling task ends the sequence, that end is recorded too.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - isolation: The actor of the caller.
  ///   - symbol: Returns the letter for an element.
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

  /// Records the current value of a selector and each changed value, as an observer of a store.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - selector: The selector to observe.
  ///   - symbol: Returns the letter for a value.
  /// - Returns: A subscription. No more values are recorded after it is cancelled or released.
  @MainActor
  public func follow<State, Output>(
    _ store: some StateProvider<State>, _ selector: StateSelector<State, Output>,
    _ symbol: @escaping (Output) -> Character
  ) -> StoreSubscription {
    store.subscribe(to: selector, initial: true) { self.note(symbol($0)) }
  }

  /// Records the current value at a key path and each changed value, as an observer of a store.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - keyPath: The key path to observe.
  ///   - symbol: Returns the letter for a value.
  /// - Returns: A subscription. No more values are recorded after it is cancelled or released.
  @MainActor
  public func follow<State, Output: Equatable & SendableMetatype>(
    _ store: some StateProvider<State>, _ keyPath: KeyPath<State, Output> & Sendable,
    _ symbol: @escaping (Output) -> Character
  ) -> StoreSubscription {
    follow(store, StateSelector(keyPath), symbol)
  }

  /// The recorded events.
  public var timeline: EventTimeline {
    let entries = entries.withLock { $0 }
    let isOver = entries.last?.event.isEnd == true
    let passed = isOver ? 0 : passedFrames
    if passed > Self.mostFrames { reportTooLong() }
    let length = max(
      Int(min(passed, Int128(Self.mostFrames))), entries.last.map { $0.frame + 1 } ?? 0)
    var line = [[EventTimeline.Event]](repeating: [], count: length)
    for (frame, event) in entries { line[frame].append(event) }
    return EventTimeline(frames: line)
  }

  /// The recorded events as text, for comparisons: `"z--n-"`.
  public var line: String { timeline.description }

  /// The number of frames that have passed.
  private var passedFrames: Int128 {
    start.duration(to: clock.now).attoseconds / frame.attoseconds
  }

  /// Reports, once, that there are more frames than a timeline can have.
  private func reportTooLong() {
    if isTooLong.exchange(true, ordering: .relaxed) { return }
    Failure.tooManyFrames(
      frame, within: start.duration(to: clock.now), limit: Self.mostFrames
    ).report(at: site)
  }
}
