// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A sequence that a test feeds, element by element, and that tells when each has been used.
///
/// ```swift
/// let locations = AsyncSequenceTestDouble(of: Location.self)
/// // ... a middleware runs `.stream(locations) { .moved(to: $0) }`
/// await locations.send(.home)       // returns when the action is committed
/// await locations.send(.office)
/// locations.finish()
/// ```
///
/// ``send(_:fileID:filePath:line:column:)`` returns only when the consumer has taken the element
/// *and come back for the next*, or has left: all that it does with the element has been done then,
/// without a sleep. If several consume at once, each element goes to the one that has waited
/// longest. It may be used from any thread.
///
/// The idea of the handshake comes from the tests of ImmutableData.
public final class AsyncSequenceTestDouble<Element: Sendable, Failure: Error>: AsyncSequence,
  Sendable
{
  private typealias Answer = Result<Element?, Failure>

  private struct Consumer {
    let iterator: Int
    let turn: Int
    let take: CheckedContinuation<Answer, Never>
  }

  private struct Sender {
    let key: Int
    let element: Element
    let isDone: CheckedContinuation<Void, Never>
  }

  private struct Watcher {
    let key: Int
    let count: Int
    let resume: CheckedContinuation<Void, Never>
  }

  private struct Contents {
    var lastKey = 0
    var iterators = 0
    var cancellations = 0
    /// The iterators that wait for an element, in the order in which they came.
    var consumers: [Consumer] = []
    /// The senders of elements that were not taken yet.
    var senders: [Sender] = []
    /// The senders of elements that were taken, by iterator.
    var taken: [Int: Sender] = [:]
    /// The turns of `next` that were cancelled before they began to wait.
    var cancelledTurns: Set<Int> = []
    var cancelledSends: Set<Int> = []
    var cancelledWatches: Set<Int> = []
    /// How it ends for each iterator when all elements are gone.
    var end: Answer?
    /// The iterators that have got the error already.
    var hasFailed: Set<Int> = []
    var watchers: [Watcher] = []

    mutating func makeKey() -> Int {
      lastKey += 1
      return lastKey
    }

    /// What an iterator gets now; nil if it has to wait.
    mutating func answer(for iterator: Int) -> Answer? {
      if !senders.isEmpty {
        let sender = senders.removeFirst()
        taken[iterator] = sender
        return .success(sender.element)
      }
      guard let end else { return nil }
      if case .failure = end, !hasFailed.insert(iterator).inserted { return .success(nil) }
      return end
    }
  }

  private let contents = Mutex(Contents())
  /// Shows the thread sanitizer the order of accesses, as the lock alone does not.
  private let handover = Atomic(false)

  /// Creates a sequence of elements that may fail.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - failure: The type of the error, `(any Error).self` for any.
  public init(of element: Element.Type, failure: Failure.Type) {}

  /// Creates a sequence of elements that does not fail.
  ///
  /// - Parameter element: The type of the elements.
  public init(of element: Element.Type) where Failure == Never {}

  /// How many iterators were made so far.
  public var iterators: Int { withLock { $0.iterators } }

  /// How many iterators wait for an element now.
  public var waiting: Int { withLock { $0.consumers.count } }

  /// How often a consumer was cancelled while it waited.
  public var cancellations: Int { withLock { $0.cancellations } }

  /// Returns once so many iterators wait for an element, or when its task is cancelled.
  public func untilAwaited(by count: Int = 1) async {
    let key = withLock { $0.makeKey() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        settle { contents in
          if contents.cancelledWatches.remove(key) != nil { return resume.resume() }
          contents.watchers.append(Watcher(key: key, count: count, resume: resume))
        }
      }
    } onCancel: {
      let watcher = withLock { contents -> Watcher? in
        guard let index = contents.watchers.firstIndex(where: { $0.key == key }) else {
          contents.cancelledWatches.insert(key)
          return nil
        }
        return contents.watchers.remove(at: index)
      }
      watcher?.resume.resume()
    }
  }

  /// Hands over an element; returns when its consumer has come back for the next, or has left.
  ///
  /// It waits for a consumer if there is none yet, until its own task is cancelled. After the end
  /// of the sequence it fails the test.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func send(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let key = withLock { $0.makeKey() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { isDone in
        // Asked under the same lock: after the end no iterator takes the element.
        var comesTooLate = false
        settle { contents in
          comesTooLate = contents.end != nil
          if contents.cancelledSends.remove(key) != nil || comesTooLate { return isDone.resume() }
          contents.senders.append(Sender(key: key, element: element, isDone: isDone))
        }
        guard comesTooLate else { return }
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        reportSentAfterEnd(element, at: site)
      }
    } onCancel: {
      let sender = withLock { contents -> Sender? in
        if let index = contents.senders.firstIndex(where: { $0.key == key }) {
          return contents.senders.remove(at: index)
        }
        if let (iterator, sender) = contents.taken.first(where: { $0.value.key == key }) {
          contents.taken[iterator] = nil
          return sender
        }
        contents.cancelledSends.insert(key)
        return nil
      }
      sender?.isDone.resume()
    }
  }

  /// Ends the sequence, after the elements that are still to be taken.
  ///
  /// Ending it again does nothing.
  public func finish() {
    end(with: .success(nil))
  }

  /// Ends the sequence with an error, which each iterator gets once, after the elements that are
  /// still to be taken.
  ///
  /// - Parameter error: The error.
  public func fail(_ error: Failure) {
    end(with: .failure(error))
  }

  /// Makes an iterator; its end is noticed when it is let go of.
  public func makeAsyncIterator() -> Iterator {
    let number = withLock { contents in
      contents.iterators += 1
      return contents.iterators
    }
    return Iterator(place: Place(sequence: self, number: number))
  }

  /// Takes elements from a test.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let place: Place

    /// Says that the element before has been used, and takes the next.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The next element; nil at the end, and when the task is cancelled.
    /// - Throws: What the test makes it fail with.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      try await place.sequence.next(for: place.number, isolation: actor).get()
    }
  }

  /// The part of an iterator that notices when the iterator is gone.
  fileprivate final class Place: Sendable {
    let sequence: AsyncSequenceTestDouble
    let number: Int

    init(sequence: AsyncSequenceTestDouble, number: Int) {
      self.sequence = sequence
      self.number = number
    }

    deinit {
      sequence.release(number)
    }
  }

  private func next(
    for iterator: Int, isolation actor: isolated (any Actor)?
  ) async -> Answer {
    release(iterator)
    let turn = withLock { $0.makeKey() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { take in
        settle { contents in
          if contents.cancelledTurns.remove(turn) != nil { return take.resume(returning: end) }
          contents.consumers.append(Consumer(iterator: iterator, turn: turn, take: take))
        }
      }
    } onCancel: {
      cancel(turn)
    }
  }

  private var end: Answer { .success(nil) }

  private func cancel(_ turn: Int) {
    let consumer = withLock { contents -> Consumer? in
      contents.cancellations += 1
      guard let index = contents.consumers.firstIndex(where: { $0.turn == turn }) else {
        contents.cancelledTurns.insert(turn)
        return nil
      }
      return contents.consumers.remove(at: index)
    }
    consumer?.take.resume(returning: end)
  }

  /// An iterator has used its element, or is gone.
  private func release(_ iterator: Int) {
    let sender = withLock { $0.taken.removeValue(forKey: iterator) }
    sender?.isDone.resume()
  }

  private func end(with answer: Answer) {
    settle { contents in
      if contents.end == nil { contents.end = answer }
    }
  }

  /// Changes something, then gives elements to waiting iterators and wakes the watchers.
  private func settle(_ change: (inout Contents) -> Void) {
    let (answers, watchers) = withLock { contents -> ([(Consumer, Answer)], [Watcher]) in
      change(&contents)
      var answers: [(Consumer, Answer)] = []
      while let consumer = contents.consumers.first,
        let answer = contents.answer(for: consumer.iterator)
      {
        contents.consumers.removeFirst()
        answers.append((consumer, answer))
      }
      let count = contents.consumers.count
      let watchers = contents.watchers.filter { $0.count <= count }
      contents.watchers.removeAll { $0.count <= count }
      return (answers, watchers)
    }
    for (consumer, answer) in answers { consumer.take.resume(returning: answer) }
    for watcher in watchers { watcher.resume.resume() }
  }

  private func withLock<Value>(_ body: (inout Contents) -> Value) -> Value {
    contents.withLock { contents in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&contents)
    }
  }
}

// Inside the sequence `Failure` is the type of its error.
private func reportSentAfterEnd(_ element: some Any, at site: CallSite) {
  Failure.sentAfterEnd(element).report(at: site)
}
