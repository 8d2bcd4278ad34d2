// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import QuakesData

@Suite(.timeLimit(.minutes(2))) struct QuakeFeedTests {
  private func answer(
    _ feed: QuakeFeed, unless version: String? = nil
  ) async -> Result<FeedAnswer, FeedProblem> {
    do throws(FeedProblem) {
      return .success(try await feed.answer(.day, unless: version) { _ in })
    } catch {
      return .failure(error)
    }
  }

  @Test func aFolderOfThisMachineHoldsFeeds() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var writer = FeedText(seed: 1)
    let text = FeedText.feed([writer.feature(id: "a"), writer.feature(.withoutID, id: "b")])
    try Data(text.utf8).write(to: folder.appending(path: "all_day.geojson"))
    let feed = QuakeFeed(at: folder.path)
    guard case .success(.report(let report, nil)) = await answer(feed) else {
      Issue.record("no report")
      return
    }
    #expect(report.quakes.map(\.id) == ["a"] && report.unreadable == 1)
    let problem = FeedProblem(
      .unreachable("there is no such file"), at: "\(folder.path)/none/all_day.geojson")
    #expect(await answer(QuakeFeed(at: "\(folder.path)/none")) == .failure(problem))
  }

  @Test func nothingHasChangedSinceNoVersionIsNoAnswer() async {
    let feed = QuakeFeed(address: "feed:") { _, _, _ in .unchanged }
    let problem = FeedProblem(.refused(status: 304), at: "feed:/all_day.geojson")
    #expect(await answer(feed) == .failure(problem))
    #expect(await answer(feed, unless: "v1") == .success(.unchanged))
  }

  @Test func oneByteAndOneSecondAreToldAsOne() {
    let cut = FeedProblem(.cut(after: 1), at: "feed:")
    #expect(cut.message.contains("the connection was cut after 1 byte."))
    let silent = FeedProblem(.silent(.seconds(1)), at: "feed:")
    #expect(silent.message.contains("no data arrived for 1 second."))
  }

  @Test func aServerThatIsNotThereIsToldWithItsAddress() async {
    // Nothing listens on the first port of a machine.
    let address = "http://127.0.0.1:1"
    let problem = FeedProblem(
      .unreachable("the server accepts no connection"), at: "\(address)/all_day.geojson")
    #expect(await answer(QuakeFeed(at: address)) == .failure(problem))
  }

  @Test func aRefreshThatIsCancelledBeforeItBeginsEnds() async {
    // Many times, because the session answers on a thread of its own.
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask {
          withUnsafeCurrentTask { $0?.cancel() }
          return await answer(QuakeFeed(at: "http://127.0.0.1:1"))
        }
      }
      for await answer in group {
        guard case .success = answer else { continue }
        Issue.record("an answer of a server that is not there")
      }
    }
  }

  @Test func aRefreshThatIsCancelledAtAnyTimeEnds() async {
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask { await answer(QuakeFeed(at: "http://127.0.0.1:1")) }
      }
      group.cancelAll()
      for await answer in group {
        guard case .success = answer else { continue }
        Issue.record("an answer of a server that is not there")
      }
    }
  }
}
