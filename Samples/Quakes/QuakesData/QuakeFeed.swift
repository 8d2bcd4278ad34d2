// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where reports of earthquakes come from.
public struct QuakeFeed: Sendable {
  /// Reads the feed of a range, unless it still has the version that is named, and tells of the
  /// bytes that have come.
  public typealias Load =
    @Sendable (
      _ range: QuakeRange, _ version: String?,
      _ listener: @escaping @Sendable (FeedProgress) -> Void
    ) async throws(FeedProblem.Reason) -> FeedAnswer

  private let address: String
  private let load: Load

  /// Creates a feed from a function.
  ///
  /// - Parameters:
  ///   - address: The address of the folder of the feeds, for messages.
  ///   - load: Reads a feed.
  public init(address: String, load: @escaping Load) {
    self.address = address
    self.load = load
  }

  /// The feeds of the United States Geological Survey.
  public static let usgs = QuakeFeed(
    at: "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary")

  /// Creates a feed of the files in a folder: one of this machine, or of a web server.
  ///
  /// - Parameter folder: Its path, or its address.
  public init(at folder: String) {
    self.init(address: folder) { range, version, listener throws(FeedProblem.Reason) in
      let file = "\(folder)/\(range.file)"
      guard file.hasPrefix("http://") || file.hasPrefix("https://") else {
        guard let data = FileManager.default.contents(atPath: file) else {
          throw .unreachable("there is no such file")
        }
        return .report(try QuakeReport(geoJSON: data), version: nil)
      }
      guard let url = URL(string: file) else { throw .unreachable("it is not an address") }
      var request = URLRequest(url: url)
      request.setValue(version, forHTTPHeaderField: "If-None-Match")
      let (response, data) = try await FeedDownload.get(request, listener: listener)
      switch response.statusCode {
      case 200:
        let version = response.value(forHTTPHeaderField: "ETag")
        return .report(try QuakeReport(geoJSON: data), version: version)
      case 304: return .unchanged
      default: throw .refused(status: response.statusCode)
      }
    }
  }

  /// Reads the feed of a range, away from the main actor.
  ///
  /// An answer that nothing has changed is none where no version was named: it would be asked for
  /// again and again.
  func answer(
    _ range: QuakeRange, unless version: String?,
    listener: @escaping @Sendable (FeedProgress) -> Void
  ) async throws(FeedProblem) -> FeedAnswer {
    do throws(FeedProblem.Reason) {
      let answer = try await load(range, version, listener)
      if answer == .unchanged, version == nil { throw .refused(status: 304) }
      return answer
    } catch {
      throw problem(error, of: range)
    }
  }

  /// A problem with the feed of a range.
  func problem(_ reason: FeedProblem.Reason, of range: QuakeRange) -> FeedProblem {
    FeedProblem(reason, at: "\(address)/\(range.file)")
  }
}

/// What the server of a feed answers.
public enum FeedAnswer: Equatable, Codable, Sendable {
  /// The feed, and the version that it has, if the server names versions.
  case report(QuakeReport, version: String?)
  /// The feed still has the version that was named.
  case unchanged
}
