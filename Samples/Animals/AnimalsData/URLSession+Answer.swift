// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// The answer to a request, as `data(for:)`; it ends at once when its task is cancelled.
  ///
  /// On Linux `data(for:)` of Swift 6.3 and before can wait for ever, and with it the actor that
  /// cancels, if the answer comes at the same time (issue 5412 of swift-corelibs-foundation): it
  /// resumes its task on the queue for which the cancellation of that task waits. A completion
  /// handler has a queue of its own.
  func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    let (answers, continuation) = AsyncThrowingStream<(Data, URLResponse), any Error>.makeStream()
    let task = dataTask(with: request) { data, response, error in
      if let data, let response { continuation.yield((data, response)) }
      continuation.finish(throwing: error ?? URLError(.badServerResponse))
    }
    continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
    task.resume()
    for try await answer in answers { return answer }
    throw URLError(.cancelled)
  }
}
