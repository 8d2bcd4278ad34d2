// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

/// Two pages of one browser, which has one cookie, renew it within one round trip.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RenewalOrderTests {
  private let storage = HookedStorage()
  private let key = SessionKey()

  /// A page that sends two requests, each with the cookie that the browser has at that time.
  private struct Tab {
    let begun: Life.Begun
    var request: String?
    var sent = 0
  }

  private enum Step {
    case send, serve
    /// The browser gets the next answer.
    case take
  }

  /// Lets two pages renew, in the order that `choose` gives.
  ///
  /// - Returns: how many of the renewals have succeeded.
  private func run(_ choose: (Int) -> Int) async throws -> Int {
    let (life, id) = (Life(storage, key), SessionID())
    try await storage.base.keep(Data("\"before\"".utf8), named: "note", of: id.text)
    let old = life.cookie(of: id)
    let pages = (try await life.open(old), try await life.open(old))
    var tabs = [
      Tab(begun: try await life.renewal(at: pages.0)),
      Tab(begun: try await life.renewal(at: pages.1)),
    ]
    var (cookie, given, wins, history) = (old, [old], 0, "")
    // The answers that are on the way to the browser. They arrive in the order of this list.
    var answers: [(tab: Int, cookie: String?, isRefused: Bool)] = []
    while true {
      var steps: [(Step, Int)] = answers.prefix(1).map { (.take, $0.tab) }
      for index in tabs.indices {
        if tabs[index].request != nil, !answers.contains(where: { $0.tab == index }) {
          steps.append((.serve, index))
        } else if tabs[index].request == nil, tabs[index].sent < 2 {
          steps.append((.send, index))
        }
      }
      guard !steps.isEmpty else { break }
      let (step, index) = steps[choose(steps.count)]
      history += " \(step) \(index)"
      switch step {
      case .send: (tabs[index].request, tabs[index].sent) = (cookie, tabs[index].sent + 1)
      case .serve:
        let answer = await life.persons.fetched(
          tabs[index].begun.token, cookies: ["millrace": tabs[index].request ?? ""],
          isSecure: false)
        switch answer {
        case .cookie(let header): answers.append((index, Life.value(header), false))
        case .doneWith(let header): answers.append((index, Life.value(header), false))
        case .done, .refused: answers.append((index, nil, answer == .refused))
        }
        switch answer {
        case .done, .doneWith: wins += 1
        case .cookie, .refused: break
        }
        given += answers.compactMap(\.cookie)
      case .take:
        let answer = answers.removeFirst()
        cookie = answer.cookie ?? cookie
        tabs[index].request = nil
        if answer.isRefused { tabs[index].sent = 2 }
      }
    }
    let comment = Comment(rawValue: history)
    for life in [life, Life(storage, key)] {
      #expect(try await life.found(cookie) == "before", comment)
      guard wins > 0 else { continue }
      let mark = try life.mark(in: cookie)
      for other in given where try life.mark(in: other) != mark {
        #expect(try await life.found(other) == nil, comment)
      }
    }
    if wins == 0 {
      await life.clock.untilAsleep(2)
      life.clock.advance(by: .seconds(11))
    }
    for tab in tabs { _ = await tab.begun.result.result }
    return wins
  }

  /// Tries all orders in which the answers arrive in the order in which the server has made them.
  @Test func theCookieOfTheLastAnswerIsValid() async throws {
    // The choices of a run, and the number of possible steps at each of them.
    var (choices, counts) = ([Int](), [Int]())
    var (runs, wins) = (0, Set<Int>())
    repeat {
      counts = []
      wins.insert(
        try await run { count in
          counts.append(count)
          if counts.count > choices.count { choices.append(0) }
          return choices[counts.count - 1]
        })
      runs += 1
      while let last = choices.popLast() {
        if last + 1 < counts[choices.count] {
          choices.append(last + 1)
          break
        }
      }
    } while !choices.isEmpty
    #expect(runs > 100)
    #expect(wins == [0, 1], "at most one of the renewals succeeds")
  }
}
