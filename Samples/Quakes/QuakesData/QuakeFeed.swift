// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A source of reports of earthquakes.
public struct QuakeFeed: Sendable {
  /// Reads the feed of a range, and reports the progress to the listener.
  ///
  /// If `version` is still the current version of the feed, returns ``FeedAnswer/unchanged``.
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

  /// Creates a feed that reads the files of a folder, on this machine or on a web server.
  ///
  /// - Parameter folder: The path of the folder, or its http or https address.
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

  /// Reads the feed of a range, outside the main actor.
  ///
  /// If `version` is nil, the answer ``FeedAnswer/unchanged`` is an error. Otherwise the feature
  /// would repeat the request without end.
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

  /// Returns the problem with this reason and the address of a range's feed.
  func problem(_ reason: FeedProblem.Reason, of range: QuakeRange) -> FeedProblem {
    FeedProblem(reason, at: "\(address)/\(range.file)")
  }
}

/// The answer of a feed.
public enum FeedAnswer: Equatable, Codable, Sendable {
  /// The content of the feed, and its version if the server has versions.
  case report(QuakeReport, version: String?)
  /// The feed still has the requested version.
  case unchanged
}
