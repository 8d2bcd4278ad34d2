// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads one file from a web server and tells how far it is.
///
/// Sound: its session calls it on one serial queue, from `resume()` on, before which it is not
/// cancelled, and nothing else reads what it holds.
final class FeedDownload: NSObject, @unchecked Sendable {
  /// The largest file that is read; the feed of a month has about 8 MB.
  static let limit = 64 << 20

  private typealias Outcome = Result<(HTTPURLResponse, Data), FeedProblem.Reason>

  /// How far the transfer is: it may be cancelled from any thread, at any time.
  private struct Course {
    var hasBegun = false
    var isCancelled = false
  }

  private let listener: @Sendable (FeedProgress) -> Void
  private let course = Mutex(Course())
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var response: HTTPURLResponse?
  private var data = Data()
  private var pace = ReportPace(at: .now)
  private var isTooLarge = false

  private init(listener: @escaping @Sendable (FeedProgress) -> Void) {
    self.listener = listener
  }

  /// Reads a file; the transfer ends when the task is cancelled.
  ///
  /// - Parameters:
  ///   - request: What to ask for.
  ///   - listener: Hears about a hundred times how much has come, and each second of a slow one.
  /// - Throws: Why there is no answer, or not all of it.
  /// - Returns: The head of the answer and the file.
  static func get(
    _ request: URLRequest, listener: @escaping @Sendable (FeedProgress) -> Void
  ) async throws(FeedProblem.Reason) -> (HTTPURLResponse, Data) {
    let download = FeedDownload(listener: listener)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        download.continuation = $0
        task.resume()
        let isCancelled = download.course.withLock { course in
          course.hasBegun = true
          return course.isCancelled
        }
        if isCancelled { task.cancel() }
      }
    } onCancel: {
      // A session reports the end of a task that is cancelled before it begins at once.
      let hasBegun = download.course.withLock { course in
        course.isCancelled = true
        return course.hasBegun
      }
      if hasBegun { task.cancel() }
    }
    return try outcome.get()
  }

  /// The bytes of the whole file.
  ///
  /// What is packed is counted unpacked, and how much that will be is not known.
  private var total: Int? {
    guard let response, response.value(forHTTPHeaderField: "Content-Encoding") == nil,
      response.expectedContentLength > 0
    else { return nil }
    return Int(response.expectedContentLength)
  }

  private func reason(of error: any Error) -> FeedProblem.Reason {
    if isTooLarge { return .unreadable("it has more than \(Self.limit >> 20) MB") }
    if response != nil { return .cut(after: data.count) }
    let why =
      switch (error as? URLError)?.code {
      case .cannotFindHost: "there is no server of that name"
      case .cannotConnectToHost: "the server accepts no connection"
      case .notConnectedToInternet: "this machine has no network"
      case .networkConnectionLost: "the server ended the connection without an answer"
      case .timedOut: "the server did not answer in time"
      case let code: "the connection failed (code \(code?.rawValue ?? 0))"
      }
    return .unreachable(why)
  }
}

extension FeedDownload: URLSessionDataDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if response == nil { response = dataTask.response as? HTTPURLResponse }
    self.data.append(data)
    if self.data.count > Self.limit {
      isTooLarge = true
      dataTask.cancel()
    }
    guard pace.isDue(received: self.data.count, of: total, at: .now) else { return }
    listener(FeedProgress(received: self.data.count, total: total))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if response == nil { response = task.response as? HTTPURLResponse }
    let outcome: Outcome =
      if error == nil, let response {
        .success((response, data))
      } else {
        .failure(reason(of: error ?? URLError(.badServerResponse)))
      }
    continuation?.resume(returning: outcome)
    continuation = nil
  }
}
