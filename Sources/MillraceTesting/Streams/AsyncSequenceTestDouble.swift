// SPDX-License-Identifier: Apache-2.0

/// A sequence whose elements a test sends one by one; each `send` waits until the element is used.
///
/// ```swift
/// let locations = AsyncSequenceTestDouble(of: Location.self)
/// // ... a middleware runs `.stream(locations) { .moved(to: $0) }`
/// await locations.send(.home)       // returns when the action is committed
/// await locations.send(.office)
/// locations.finish()
/// ```
///
/// ``send(_:fileID:filePath:line:column:)`` returns when the consumer has received the element
/// *and calls `next()` again*, or when its iterator is released. Then the consumer has completed
/// its work with the element, without a sleep in the test. If there are several consumers, the one
/// that has waited longest receives the element. Copies of an iterator count as one consumer: when
/// one of them calls `next()`, the elements of all of them count as used. The sequence can be used
/// from any thread.
///
/// A `send` whose element no consumer takes waits until its task is cancelled, and so does
/// ``untilAwaited(by:)`` without enough consumers. If the code under test may never subscribe, give
/// the test a time limit, such as `@Test(.timeLimit(.minutes(1)))`, which cancels the task.
///
/// The idea of the handshake comes from the tests of ImmutableData.
public final class AsyncSequenceTestDouble<Element: Sendable, Failure: Error>: AsyncSequence,
  Sendable
{
  private typealias Answer = Result<Element?, Failure>

  private struct Consumer {
    let iterator: Int
    /// The key of its call of `next()`.
    let call: Int
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
    /// The iterators that wait for an element, in the order of their calls of `next()`.
    var consumers: [Consumer] = []
    /// The senders of elements that no iterator has received yet.
    var senders: [Sender] = []
    /// The senders of elements that an iterator has received and still uses, by iterator number.
    ///
    /// There are several if copies of the iterator wait at the same time.
    var taken: [Int: [Sender]] = [:]
    /// The keys of the calls that were cancelled before they began to wait.
    ///
    /// A call that is cancelled after it was resumed adds its key too; `forget` removes it.
    var cancelled: Set<Int> = []
    /// The end of the sequence after the last element, or nil if it has not ended.
    var end: Answer?
    /// The iterators that have thrown the error already.
    var failedIterators: Set<Int> = []
    /// The calls of `untilAwaited` that wait.
    var watchers: [Watcher] = []

    mutating func makeKey() -> Int {
      lastKey += 1
      return lastKey
    }

    /// Returns the next result of an iterator, or nil if the iterator has to wait.
    mutating func answer(for iterator: Int) -> Answer? {
      if !senders.isEmpty {
        let sender = senders.removeFirst()
        taken[iterator, default: []].append(sender)
        return .success(sender.element)
      }
      guard let end else { return nil }
      if case .failure = end, !failedIterators.insert(iterator).inserted { return .success(nil) }
      return end
    }

    /// Removes and returns the sender with a key, or returns nil if it does not wait.
    mutating func removeSender(_ key: Int) -> Sender? {
      if let index = senders.firstIndex(where: { $0.key == key }) {
        return senders.remove(at: index)
      }
      for (iterator, using) in taken {
        guard let index = using.firstIndex(where: { $0.key == key }) else { continue }
        return taken[iterator]?.remove(at: index)
      }
      return nil
    }
  }

  private let contents = Guarded(Contents())

  /// Creates a sequence that can fail.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - failure: The type of the error; `(any Error).self` allows every error.
  public init(of element: Element.Type, failure: Failure.Type) {}

  /// Creates a sequence that does not fail.
  ///
  /// - Parameter element: The type of the elements.
  public init(of element: Element.Type) where Failure == Never {}

  /// The number of iterators that were created.
  public var iterators: Int { contents.withLock { $0.iterators } }

  /// The number of iterators that are waiting for an element.
  public var waiting: Int { contents.withLock { $0.consumers.count } }

  /// The number of calls of `next()` that were cancelled.
  public var cancellations: Int { contents.withLock { $0.cancellations } }

  /// Returns when at least this many iterators wait for an element, or when the calling task is
  /// cancelled.
  public func untilAwaited(by count: Int = 1) async {
    let key = contents.withLock { $0.makeKey() }
    defer { forget(key) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        update { contents in
          if contents.cancelled.remove(key) != nil { return resume.resume() }
          contents.watchers.append(Watcher(key: key, count: count, resume: resume))
        }
      }
    } onCancel: {
      let watcher = contents.withLock { contents -> Watcher? in
        guard let index = contents.watchers.firstIndex(where: { $0.key == key }) else {
          contents.cancelled.insert(key)
          return nil
        }
        return contents.watchers.remove(at: index)
      }
      watcher?.resume.resume()
    }
  }

  /// Sends an element; returns when its consumer calls `next()` again or releases its iterator.
  ///
  /// If there is no consumer yet, `send` waits for one. It also returns when the calling task is
  /// cancelled. After the end of the sequence, `send` fails the test.
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
    let key = contents.withLock { $0.makeKey() }
    defer { forget(key) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { isDone in
        // The end is read under the lock that adds the sender: after the end, an iterator may never
        // take the element.
        var hasEnded = false
        update { contents in
          hasEnded = contents.end != nil
          if contents.cancelled.remove(key) != nil || hasEnded { return isDone.resume() }
          contents.senders.append(Sender(key: key, element: element, isDone: isDone))
        }
        guard hasEnded else { return }
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        reportSentAfterEnd(element, at: site)
      }
    } onCancel: {
      let sender = contents.withLock { contents -> Sender? in
        let sender = contents.removeSender(key)
        if sender == nil { contents.cancelled.insert(key) }
        return sender
      }
      sender?.isDone.resume()
    }
  }

  /// Ends the sequence, after the elements that were sent already.
  ///
  /// A second end is ignored.
  public func finish() {
    end(with: .success(nil))
  }

  /// Ends the sequence with an error, after the elements that were sent already.
  ///
  /// Each iterator throws the error once.
  ///
  /// - Parameter error: The error.
  public func fail(_ error: Failure) {
    end(with: .failure(error))
  }

  /// Creates an iterator.
  ///
  /// When the iterator is released, its last element counts as used.
  public func makeAsyncIterator() -> Iterator {
    let number = contents.withLock { contents in
      contents.iterators += 1
      return contents.iterators
    }
    return Iterator(lifetime: Lifetime(sequence: self, number: number))
  }

  /// The iterator of an ``AsyncSequenceTestDouble``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let lifetime: Lifetime

    /// Reports the previous element as used, and waits for the next element.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The next element, or nil at the end or when the task is cancelled.
    /// - Throws: The error that the test passed to `fail(_:)`.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      try await lifetime.sequence.next(for: lifetime.number, isolation: actor).get()
    }
  }

  /// Reports the last element of an iterator as used when the iterator is released.
  fileprivate final class Lifetime: Sendable {
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
    let call = contents.withLock { $0.makeKey() }
    defer { forget(call) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { take in
        update { contents in
          if contents.cancelled.remove(call) != nil { return take.resume(returning: end) }
          contents.consumers.append(Consumer(iterator: iterator, call: call, take: take))
        }
      }
    } onCancel: {
      cancel(call)
    }
  }

  private var end: Answer { .success(nil) }

  private func cancel(_ call: Int) {
    let consumer = contents.withLock { contents -> Consumer? in
      contents.cancellations += 1
      guard let index = contents.consumers.firstIndex(where: { $0.call == call }) else {
        contents.cancelled.insert(call)
        return nil
      }
      return contents.consumers.remove(at: index)
    }
    consumer?.take.resume(returning: end)
  }

  /// Resumes the senders of the elements that an iterator and its copies have used.
  private func release(_ iterator: Int) {
    let senders = contents.withLock { $0.taken.removeValue(forKey: iterator) ?? [] }
    for sender in senders { sender.isDone.resume() }
  }

  private func end(with answer: Answer) {
    update { contents in
      if contents.end == nil { contents.end = answer }
    }
  }

  /// Changes the contents, then resumes the waiting iterators for which there is an element or the
  /// end, and the watchers for which enough iterators wait.
  private func update(_ change: (inout Contents) -> Void) {
    let (answers, watchers) = contents.withLock { contents -> ([(Consumer, Answer)], [Watcher]) in
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

  /// Removes the key of a call that ends: it can have been cancelled after it was resumed.
  private func forget(_ key: Int) {
    contents.withLock { contents in _ = contents.cancelled.remove(key) }
  }

  /// The number of cancelled calls whose keys are stored.
  var cancelledKeys: Int { contents.withLock { $0.cancelled.count } }
}

// This function is outside of the sequence: inside, `Failure` is the type of the sequence's error,
// not the type of a test failure.
private func reportSentAfterEnd(_ element: some Any, at site: CallSite) {
  Failure.sentAfterEnd(element).report(at: site)
}
