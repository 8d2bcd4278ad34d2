// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import QuakesData
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct QuakesFeatureTests {
  private let script = ScriptedFeed()
  private let store: TestStore<QuakesState, QuakesAction>

  init() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    store = TestStore(
      initialState: QuakesState(),
      feature: .quakes(from: script.feed, patience: .seconds(20), calendar: calendar))
  }

  /// Begins a refresh, and takes its request.
  private func refresh(_ range: QuakeRange) async throws -> ScriptedFeed.Request {
    await store.send(.refresh(range)) { $0.refreshes[range] = .running(FeedProgress()) }
    let requests = script.requests()
    try #require(requests.count == 1)
    #expect(requests[0].range == range)
    return requests[0]
  }

  /// Answers a request, and receives the answer.
  private func take(
    _ quakes: [Quake], unreadable: Int = 0, version: String? = nil, new: Int,
    of request: ScriptedFeed.Request
  ) async {
    request.answer(quakes, unreadable: unreadable, version: version)
    let report = QuakeReport(quakes, unreadable: unreadable)
    await store.receive(.received(request.range, .report(report, version: version))) { state in
      for quake in quakes { state.quakes.setOne(quake) }
      state.versions[request.range] = version
      state.refreshes[request.range] = .done(new: new, unreadable: unreadable)
    }
  }

  @Test func aFeedIsReadWithProgressAndCountsWhatIsNew() async throws {
    let request = try await refresh(.day)
    #expect(request.version == nil)
    let progress = FeedProgress(received: 50, total: 100)
    request.listener(progress)
    await store.receive(.progressed(.day, progress)) { $0.refreshes[.day] = .running(progress) }
    await take([.test("a"), .test("b", time: 1)], unreadable: 3, new: 2, of: request)
    #expect(store.state.quakes.ids == ["b", "a"])
    await store.finish()
  }

  @Test func theLaterUpdateWinsAcrossFeedsAndOneThatIsOlderChangesNothing() async throws {
    await take([.test("a", name: "two", updated: 2)], new: 1, of: try await refresh(.day))
    let later = Quake.test("a", name: "three", updated: 3)
    await take([later, .test("b")], new: 1, of: try await refresh(.week))
    let stamp = store.store.state.quakes.stamp
    let request = try await refresh(.month)
    request.answer([.test("a", name: "one", updated: 1), .test("b")])
    await store.receive(where: { if case .received(.month, _) = $0 { true } else { false } }) {
      $0.refreshes[.month] = .done(new: 0, unreadable: 0)
    }
    #expect(store.store.state.quakes[id: "a"] == later)
    #expect(store.store.state.quakes.stamp == stamp)
    await store.finish()
  }

  @Test func theNextRequestNamesTheVersionAndAnUnchangedFeedChangesNothing() async throws {
    await take([.test("a")], version: "v1", new: 1, of: try await refresh(.hour))
    let request = try await refresh(.hour)
    #expect(request.version == "v1")
    request.answerUnchanged()
    await store.receive(.received(.hour, .unchanged)) {
      $0.refreshes[.hour] = .done(new: 0, unreadable: 0)
    }
    let other = try await refresh(.day)
    #expect(other.version == nil)
    await take([.test("a")], new: 0, of: other)
    await store.finish()
  }

  @Test func whatWasDeletedComesBackWithTheNextRefresh() async throws {
    await take([.test("a")], version: "v1", new: 1, of: try await refresh(.hour))
    await store.send(.deleteAll) {
      $0.quakes.removeAll()
      $0.versions = [:]
    }
    let request = try await refresh(.hour)
    #expect(request.version == nil)
    await take([.test("a")], version: "v1", new: 1, of: request)
    await store.finish()
  }

  @Test func whatIsDeletedWhileItsFeedIsUnchangedIsReadAnew() async throws {
    await take([.test("a")], version: "v1", new: 1, of: try await refresh(.hour))
    let request = try await refresh(.hour)
    await store.send(.deleteAll) {
      $0.quakes.removeAll()
      $0.versions = [:]
    }
    request.answerUnchanged()
    await store.receive(.received(.hour, .unchanged))
    await store.receive(.refresh(.hour))
    let next = try #require(script.requests().first)
    #expect(next.version == nil)
    await take([.test("a")], version: "v1", new: 1, of: next)
    await store.finish()
  }

  @Test(arguments: [
    FeedProblem.Reason.unreachable("no network"), .refused(status: 503), .cut(after: 12),
    .unreadable("it is a picture"),
  ])
  func aFeedThatCannotBeReadLeavesWhatWasThere(reason: FeedProblem.Reason) async throws {
    await take([.test("a")], version: "v1", new: 1, of: try await refresh(.day))
    let problem = FeedProblem(reason, at: "feed:/all_day.geojson")
    try await refresh(.day).fail(reason)
    await store.receive(.failed(.day, problem)) { $0.refreshes[.day] = .failed(problem) }
    #expect(store.state.quakes.ids == ["a"])
    #expect(problem.message.hasPrefix("feed:/all_day.geojson was not read: "))
    #expect(problem.message.contains("The earthquakes are unchanged. "))
    await take([.test("b")], new: 1, of: try await refresh(.day))
    await store.finish()
  }

  @Test func aCancelledRefreshIsNotHeardOfAnyMore() async throws {
    let request = try await refresh(.month)
    await store.send(.cancel(.month)) { $0.refreshes[.month] = nil }
    request.listener(FeedProgress(received: 1))
    request.answer([.test("late")])
    #expect(store.store.state.quakes.isEmpty)
    await store.finish()
  }

  @Test func anotherRefreshOfARangeTakesThePlaceOfTheFirst() async throws {
    let first = try await refresh(.week)
    first.listener(FeedProgress(received: 1))
    await store.receive(.progressed(.week, FeedProgress(received: 1))) {
      $0.refreshes[.week] = .running(FeedProgress(received: 1))
    }
    let second = try await refresh(.week)
    await take([.test("second")], new: 1, of: second)
    first.answer([.test("first")])
    #expect(store.store.state.quakes.ids == ["second"])
    await store.finish()
  }

  @Test func refreshesOfSeveralRangesGoOnBesideEachOther() async throws {
    let (week, hour) = (try await refresh(.week), try await refresh(.hour))
    await take([.test("hour")], new: 1, of: hour)
    await take([.test("hour"), .test("week")], new: 1, of: week)
    await store.finish()
  }

  @Test func aRefreshEndsWhenNothingComesForTooLong() async throws {
    let request = try await refresh(.month)
    await store.advance(by: .seconds(19))
    request.listener(FeedProgress(received: 1))
    await store.receive(.progressed(.month, FeedProgress(received: 1))) {
      $0.refreshes[.month] = .running(FeedProgress(received: 1))
    }
    await store.advance(by: .seconds(19))
    await store.advance(by: .seconds(1))
    let problem = FeedProblem(.silent(.seconds(20)), at: "feed:/all_month.geojson")
    await store.receive(.waitedTooLong(.month)) { $0.refreshes[.month] = .failed(problem) }
    #expect(problem.message.contains("no data arrived for 20 seconds"))
    request.answer([.test("late")])
    #expect(store.store.state.quakes.isEmpty)
    await store.finish()
  }

  @Test func theSelectedEarthquakeIsDeleted() async throws {
    await take([.test("a"), .test("b")], version: "v1", new: 2, of: try await refresh(.day))
    await store.send(.deleteSelected)
    await store.send(.select("a")) { $0.selection = "a" }
    await store.send(.deleteSelected) {
      $0.quakes.removeOne("a")
      $0.selection = nil
      $0.versions = [:]
    }
    await store.finish()
  }

  @Test func theDayIsTheOneAroundADate() async {
    await store.send(.show(day: Date(timeIntervalSince1970: 100_000))) {
      $0.day = DateInterval(start: Date(timeIntervalSince1970: 86_400), duration: 86_400)
    }
    await store.send(.show(day: nil)) { $0.day = nil }
    await store.finish()
  }
}
