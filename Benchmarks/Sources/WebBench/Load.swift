// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import NIOCore
import NIOPosix

/// Opens many pages of one server, and measures the answers and their times.
struct Load {
  let server: ServerProcess
  let isEcho: Bool
  let loop: any EventLoop

  /// Opens pages, at most a hundred at the same time.
  func open(_ count: Int, at path: String) async throws -> [NIOLoopBound<LoadPage>] {
    var pages: [NIOLoopBound<LoadPage>] = []
    while pages.count < count {
      let futures = (0..<min(100, count - pages.count)).map { _ in
        LoadPage.open(port: server.port, path: path, isEcho: isEcho, on: loop)
      }
      pages += try await EventLoopFuture.whenAllSucceed(futures, on: loop).get()
    }
    return pages
  }

  func close(_ pages: [NIOLoopBound<LoadPage>]) async throws {
    try await loop.submit { for page in pages { page.value.close() } }.get()
  }

  struct Clicks {
    /// The median of the round trips in milliseconds.
    var p50: Double
    /// The 99th percentile of the round trips in milliseconds.
    var p99: Double
    /// The processor time of the server for one click, in microseconds.
    ///
    /// It is the minimum of five measurements, because other programs on the machine can only
    /// increase it.
    var cpu: Double
  }

  /// Clicks repeatedly on one page.
  ///
  /// Each click waits for the patch of the previous one.
  func click(_ page: NIOLoopBound<LoadPage>, times: Int) async throws -> Clicks {
    var trips: [Double] = []
    var cpu = Double.infinity
    for _ in 0..<5 {
      let before = server.seconds
      trips += try await roundTrips(page, times / 5)
      cpu = min(cpu, (server.seconds - before) / Double(times / 5) * 1e6)
    }
    let sorted = trips.sorted()
    return Clicks(
      p50: sorted[sorted.count / 2], p99: sorted[sorted.count * 99 / 100], cpu: cpu)
  }

  private func roundTrips(_ page: NIOLoopBound<LoadPage>, _ times: Int) async throws -> [Double] {
    let promise = loop.makePromise(of: [Double].self)
    loop.execute {
      var trips: [Double] = []
      var start = ContinuousClock.now
      let page = page.value
      page.onText = { _ in
        trips.append(start.duration(to: .now).milliseconds)
        if trips.count == times {
          page.onText = nil
          return promise.succeed(trips)
        }
        start = .now
        page.click()
      }
      start = .now
      page.click()
    }
    return try await promise.futureResult.get()
  }

  struct FanOut {
    /// The time until the page with the click has its patch, in milliseconds.
    var own: Double
    /// The time until all pages have their patches, in milliseconds.
    var all: Double
    /// The processor time of the server for one click and all its patches, in milliseconds.
    var cpu: Double
  }

  /// Clicks on the first page, while all other pages wait for their patches.
  ///
  /// Returns the medians of several clicks.
  func fanOut(_ pages: [NIOLoopBound<LoadPage>], times: Int) async throws -> FanOut {
    var own: [Double] = []
    var all: [Double] = []
    let before = server.seconds
    for _ in 0..<times {
      let promise = loop.makePromise(of: (Double, Double).self)
      loop.execute {
        var left = pages.count
        var mine = 0.0
        let start = ContinuousClock.now
        for (index, page) in pages.enumerated() {
          let page = page.value
          page.onText = { _ in
            page.onText = nil
            let time = start.duration(to: .now).milliseconds
            if index == 0 { mine = time }
            left -= 1
            if left == 0 { promise.succeed((mine, time)) }
          }
        }
        pages[0].value.clickForAll()
      }
      let (mine, last) = try await promise.futureResult.get()
      own.append(mine)
      all.append(last)
    }
    return FanOut(
      own: own.median, all: all.median, cpu: (server.seconds - before) / Double(times) * 1000)
  }

  /// Clicks on all pages at the same time, and on each page again after its patch.
  ///
  /// Returns the number of answered clicks per second.
  func clickAll(_ pages: [NIOLoopBound<LoadPage>], seconds: Int) async throws -> Double {
    try await loop.submit { [isEcho, loop] in
      let tally = Tally()
      for page in pages {
        let page = page.value
        page.onText = { bytes in
          // A patch caused by a click on another page does not acknowledge a click on this page.
          guard !tally.isOver, isEcho || Self.ack(bytes) == page.clicks else { return }
          tally.answered += 1
          page.click()
        }
        page.click()
      }
      let bound = NIOLoopBound(tally, eventLoop: loop)
      return loop.scheduleTask(in: .seconds(Int64(seconds))) {
        bound.value.isOver = true
        return Double(bound.value.answered) / Double(seconds)
      }.futureResult
    }.flatMap { $0 }.get()
  }

  private final class Tally {
    var answered = 0
    var isOver = false
  }

  /// The number of the last event that a message acknowledges.
  ///
  /// It is not used for the echo server, whose messages always contain the same number.
  private static func ack(_ bytes: ByteBuffer) -> Int? {
    let view = bytes.readableBytesView
    guard let range = view.firstRange(of: Array("\"ack\":".utf8)) else { return nil }
    return view[range.upperBound...].prefix { $0 >= 48 && $0 < 58 }
      .reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
