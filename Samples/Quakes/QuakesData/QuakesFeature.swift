// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

extension Feature where State == QuakesState, Action == QuakesAction {
  /// How actions change the earthquakes, and how feeds are read.
  ///
  /// Each range has at most one refresh. A new refresh cancels the running one of the same range.
  /// Refreshes of different ranges run at the same time. A cancelled refresh sends no more actions.
  ///
  /// - Parameters:
  ///   - feed: The source of the feeds.
  ///   - patience: The maximum time without new data during a refresh, on the store's clock.
  ///   - calendar: The calendar that determines when a day begins.
  /// - Returns: The feature of the earthquakes.
  public static func quakes(
    from feed: QuakeFeed = .usgs, patience: Duration = .seconds(20), calendar: Calendar = .current
  ) -> Feature {
    Feature { state, action in
      switch action {
      case .search(let query): state.query = query
      case .show(let date): state.day = date.flatMap { calendar.dateInterval(of: .day, for: $0) }
      case .sort(let sort): state.sort(by: sort)
      case .select(let id): state.selection = id
      case .deleteSelected: state.deleteSelected()
      case .deleteAll: state.deleteAll()

      case .refresh(let range):
        state.refreshes[range] = .running(FeedProgress())
        return .merge(
          .read(range, from: feed, unless: state.versions[range]), .giveUp(range, after: patience))
      case .progressed(let range, let progress):
        state.refreshes[range] = .running(progress)
        return .giveUp(range, after: patience)
      case .received(let range, .report(let report, let version)):
        state.take(report, of: range, version: version)
        return .cancel(id: Work.patience(range))
      case .received(let range, .unchanged):
        // Earthquakes were deleted during the refresh, so the whole feed is read again.
        if state.versions[range] == nil { return .just(.refresh(range)) }
        state.refreshes[range] = .done(new: 0, unreadable: 0)
        return .cancel(id: Work.patience(range))
      case .failed(let range, let problem):
        state.refreshes[range] = .failed(problem)
        return .cancel(id: Work.patience(range))
      case .waitedTooLong(let range):
        state.refreshes[range] = .failed(feed.problem(.silent(patience), of: range))
        return .cancel(id: Work.reading(range))
      case .cancel(let range):
        state.refreshes[range] = nil
        return .merge(.cancel(id: Work.reading(range)), .cancel(id: Work.patience(range)))
      }
      return .none
    }
  }
}

/// The ids of the effects of a refresh.
private enum Work: Hashable {
  case reading(QuakeRange)
  case patience(QuakeRange)
}

extension Effect where Action == QuakesAction {
  fileprivate static func read(
    _ range: QuakeRange, from feed: QuakeFeed, unless version: String?
  ) -> Effect {
    .run { send in
      do throws(FeedProblem) {
        let answer = try await feed.answer(range, unless: version) {
          send.dispatch(.progressed(range, $0))
        }
        await send(.received(range, answer))
      } catch {
        await send(.failed(range, error))
      }
    }
    .cancellable(id: Work.reading(range), policy: .latest)
  }

  fileprivate static func giveUp(_ range: QuakeRange, after patience: Duration) -> Effect {
    .just(.waitedTooLong(range)).debounce(id: Work.patience(range), for: patience)
  }
}

extension QuakesState {
  /// Sorts the table.
  ///
  /// From then on the table stays sorted when earthquakes are added.
  fileprivate mutating func sort(by sort: QuakeSort) {
    guard sort != self.sort else { return }
    self.sort = sort
    quakes.sort(by: sort.order)
  }

  /// Adds the earthquakes of a report.
  ///
  /// If an earthquake is already in the table, the version with the later update is used.
  ///
  /// An unchanged row costs one comparison, and its observers are not called.
  fileprivate mutating func take(_ report: QuakeReport, of range: QuakeRange, version: String?) {
    let news = report.quakes.filter { quake in
      quakes[id: quake.id].map { $0.updated < quake.updated } ?? true
    }
    let count = quakes.count
    quakes.setMany(news)
    versions[range] = version
    refreshes[range] = .done(new: quakes.count - count, unreadable: report.unreadable)
  }

  fileprivate mutating func deleteSelected() {
    guard let selection else { return }
    quakes.removeOne(selection)
    self.selection = nil
    versions = [:]
  }

  /// Deletes all earthquakes.
  ///
  /// It also clears the versions, so the next refresh reads the whole feed and adds the deleted
  /// earthquakes again.
  fileprivate mutating func deleteAll() {
    quakes.removeAll()
    selection = nil
    versions = [:]
  }
}
