// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

extension Feature where State == QuakesState, Action == QuakesAction {
  /// How actions change the earthquakes, and how feeds are read.
  ///
  /// Each range has a refresh of its own: another one of it takes its place, those of other ranges
  /// go on beside it. What a refresh sent that was cancelled or replaced is not heard any more.
  ///
  /// - Parameters:
  ///   - feed: Where the feeds are.
  ///   - patience: How long a refresh may go on without a byte, on the store's clock.
  ///   - calendar: Says when a day begins.
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
        // What came with that version was deleted meanwhile.
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

/// Names the effects of a refresh.
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
  /// The table stays sorted from now on: what is added goes to its place.
  fileprivate mutating func sort(by sort: QuakeSort) {
    guard sort != self.sort else { return }
    self.sort = sort
    quakes.sort(by: sort.order)
  }

  /// Of two reports of an earthquake the one that was updated later is kept.
  ///
  /// Rows that stay as they are cost a look, and no observer hears of them.
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

  /// Versions are forgotten, so that the next refresh brings back what was deleted.
  fileprivate mutating func deleteAll() {
    quakes.removeAll()
    selection = nil
    versions = [:]
  }
}
