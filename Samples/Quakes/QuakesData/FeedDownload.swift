// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads one file from a web server and reports the progress.
///
/// Sound: the session calls this delegate on one serial queue, and only after `resume()`. Before
/// `resume()` only `get` uses the properties, and the task is not cancelled. After it only the
/// delegate methods use them. `course` is used only under `lock`.
final class FeedDownload: NSObject, @unchecked Sendable {
  /// The maximum size of a file in bytes.
  ///
  /// The feed of a month has about 8 MB.
  static let limit = 64 << 20

  private typealias Outcome = Result<(HTTPURLResponse, Data), FeedProblem.Reason>

  /// The state that a cancellation needs.
  ///
  /// A cancellation can come from any thread at any time.
  private struct Course {
    var hasBegun = false
    var isCancelled = false
  }

  private let listener: @Sendable (FeedProgress) -> Void
  private var course = Course()
  /// The lock of `course`.
  ///
  /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
  /// reports a race.
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var response: HTTPURLResponse?
  private var data = Data()
  private var pace = ReportPace(at: .now)
  private var isTooLarge = false

  private init(listener: @escaping @Sendable (FeedProgress) -> Void) {
    self.listener = listener
  }

  /// Downloads a file.
  ///
  /// The transfer ends when the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - request: The request for the file.
  ///   - listener: Is called with the progress: about a hundred times, or for each hundredth of a
  ///     megabyte if the size is unknown, and at least each second in which data arrives.
  /// - Throws: The reason why the download failed.
  /// - Returns: The head of the response and the file.
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
        let isCancelled = download.lock.withLock {
          download.course.hasBegun = true
          return download.course.isCancelled
        }
        if isCancelled { task.cancel() }
      }
    } onCancel: {
      // If a task is cancelled before `resume()`, the session reports its end at once, and the
      // continuation may not be set yet. Therefore an early cancellation is only recorded.
      let hasBegun = download.lock.withLock {
        download.course.isCancelled = true
        return download.course.hasBegun
      }
      if hasBegun { task.cancel() }
    }
    return try outcome.get()
  }

  /// The number of bytes of the whole file, or nil if it is unknown.
  ///
  /// For a compressed file it is unknown, because `data` has the decompressed bytes.
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
