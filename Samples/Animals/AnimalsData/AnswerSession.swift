// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, and takes of each answer no more than a limit.
struct AnswerSession: Sendable {
  private let session: URLSession
  private let answers: OpenAnswers

  /// Creates a session.
  ///
  /// - Parameter limit: The most bytes of an answer.
  init(limit: Int) {
    answers = OpenAnswers(limit: limit)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
  }

  /// The answer to a request, as `data(for:)` of `URLSession`; it ends at once when its task is
  /// cancelled.
  ///
  /// On Linux `data(for:)` of Swift 6.3 and before can wait for ever, and with it the actor that
  /// cancels, if the answer comes at the same time (issue 5412 of swift-corelibs-foundation): it
  /// resumes its task on the queue for which the cancellation of that task waits. A delegate has a
  /// queue of its own.
  ///
  /// - Throws: A `URLError`; `dataLengthExceedsMaximum` for an answer that is too long.
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

/// The answers that are coming.
private final class OpenAnswers: NSObject, URLSessionDataDelegate, Sendable {
  typealias Results = AsyncThrowingStream<(Data, URLResponse), any Error>

  private struct Answer {
    var body = Data()
    let results: Results.Continuation
  }

  /// By the numbers of their tasks.
  private let answers = Mutex<[Int: Answer]>([:])
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func begin(_ task: URLSessionTask, _ results: Results.Continuation) {
    answers.withLock { $0[task.taskIdentifier] = Answer(results: results) }
  }

  private func end(_ task: URLSessionTask) -> Answer? {
    answers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = answers.withLock { answers in
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
