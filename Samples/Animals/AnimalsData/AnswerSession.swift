// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends HTTP requests, and limits the size of each answer.
final class AnswerSession: Sendable {
  private let session: URLSession
  private let answers: OpenAnswers

  /// Creates a session.
  ///
  /// - Parameter limit: The maximum number of bytes of an answer.
  init(limit: Int) {
    answers = OpenAnswers(limit: limit)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
  }

  /// On Apple's systems a session and its delegate exist until the session is invalidated.
  deinit { session.finishTasksAndInvalidate() }

  /// Returns the answer to a request, like `data(for:)` of `URLSession`.
  ///
  /// A cancellation of the calling task ends the call at once.
  ///
  /// `data(for:)` is not used because of a deadlock on Linux with Swift 6.3 and earlier (issue 5412
  /// of swift-corelibs-foundation). A cancellation holds a lock of the Swift task while it waits
  /// for the work queue of the session. If the answer arrives at the same time, `data(for:)`
  /// resumes the Swift task on this work queue, and for that it waits for the lock. Both, and the
  /// actor that cancels, then wait forever. The methods of a delegate run on another queue.
  ///
  /// - Throws: A `URLError`. Its code is `dataLengthExceedsMaximum` if the answer is too long.
  func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    let (results, continuation) = OpenAnswers.Results.makeStream()
    let task = session.dataTask(with: request)
    continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
    answers.begin(task, continuation)
    task.resume()
    for try await result in results { return result }
    throw URLError(.cancelled)
  }
}

/// The requests that are running, and the parts of their answers that have arrived.
private final class OpenAnswers: NSObject, URLSessionDataDelegate, Sendable {
  typealias Results = AsyncThrowingStream<(Data, URLResponse), any Error>

  private struct Answer {
    var body = Data()
    let results: Results.Continuation
  }

  /// The lock of `answers`.
  ///
  /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
  /// reports a race.
  private let lock = NSLock()
  /// The answers, by `taskIdentifier`.
  // Sound: used only under the lock.
  nonisolated(unsafe) private var answers: [Int: Answer] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func begin(_ task: URLSessionTask, _ results: Results.Continuation) {
    lock.withLock { answers[task.taskIdentifier] = Answer(results: results) }
  }

  private func end(_ task: URLSessionTask) -> Answer? {
    lock.withLock { answers.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = lock.withLock {
      answers[task.taskIdentifier]?.body.append(data)
      return answers[task.taskIdentifier].map { $0.body.count > limit } ?? false
    }
    guard isTooLong else { return }
    end(task)?.results.finish(throwing: URLError(.dataLengthExceedsMaximum))
    task.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let answer = end(task) else { return }
    if error == nil, let head = task.response { answer.results.yield((answer.body, head)) }
    answer.results.finish(throwing: error ?? URLError(.badServerResponse))
  }
}
