// SPDX-License-Identifier: Apache-2.0

import Foundation
import QuakesData
import Synchronization

/// A feed whose answers a test gives.
final class ScriptedFeed: Sendable {
  /// A request that waits for its answer.
  struct Request: Sendable {
    let range: QuakeRange
    /// The version that is known already.
    let version: String?
    let listener: @Sendable (FeedProgress) -> Void
    fileprivate let continuation: CheckedContinuation<Result<FeedAnswer, FeedProblem.Reason>, Never>

    /// Answers with a report; the refresh may have ended before.
    func answer(_ quakes: [Quake], unreadable: Int = 0, version: String? = nil) {
      let report = QuakeReport(quakes, unreadable: unreadable)
      continuation.resume(returning: .success(.report(report, version: version)))
    }

    /// Answers that nothing has changed.
    func answerUnchanged() { continuation.resume(returning: .success(.unchanged)) }

    /// Fails.
    func fail(_ reason: FeedProblem.Reason) { continuation.resume(returning: .failure(reason)) }
  }

  private let waiting = Mutex<[Request]>([])

  var feed: QuakeFeed {
    QuakeFeed(address: "feed:") { range, version, listener throws(FeedProblem.Reason) in
      try await withCheckedContinuation { continuation in
        self.waiting.withLock {
          $0.append(
            Request(range: range, version: version, listener: listener, continuation: continuation))
        }
      }.get()
    }
  }

  /// Takes the requests that wait for an answer.
  func requests() -> [Request] {
    waiting.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}

extension Quake {
  /// An earthquake for tests.
  static func test(
    _ id: String, magnitude: Double = 1, name: String = "Town", time: Double = 0,
    updated: Double = 0, latitude: Double = 0, longitude: Double = 0
  ) -> Quake {
    Quake(
      id: id, magnitude: magnitude, name: name, time: Date(timeIntervalSince1970: time),
      updated: Date(timeIntervalSince1970: updated), latitude: latitude, longitude: longitude)
  }
}
