// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import NIOCore
import NIOPosix

/// Measures the page server under load.
///
/// The baseline is an echo server that uses the same network library.
@main struct WebBench {
  static func main() async throws {
    raiseLimit()
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--serve" {
      return arguments.last == "echo" ? try await serveEcho() : try await serveMillrace()
    }
    let isQuick = arguments.contains("--quick")
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var table = TextTable(
      ("measured", .left), ("Millrace", .right), ("bare echo", .right), ("ratio", .right),
      ("goal", .right))
    let echo = try await measure("echo", isQuick, group.next())
    let ours = try await measure("millrace", isQuick, group.next())
    for (mine, floor) in zip(ours, echo) {
      table.add(
        mine.name, "\(mine.value.short) \(mine.unit)", "\(floor.value.short) \(floor.unit)",
        (mine.value / floor.value).short, mine.goal)
    }
    print(table.text, terminator: "")
    try await group.shutdownGracefully()
  }

  private struct Line {
    var name: String
    var value: Double
    var unit: String
    var goal = ""
  }

  private static func measure(
    _ role: String, _ isQuick: Bool, _ loop: any EventLoop
  ) async throws -> [Line] {
    let isEcho = role == "echo"
    let server = try ServerProcess(role)
    defer { server.end() }
    let load = Load(server: server, isEcho: isEcho, loop: loop)
    let clicks = isQuick ? 2_000 : 10_000
    let idleCount = isQuick ? 900 : 9_000
    var lines: [Line] = []

    let one = try await load.open(1, at: "/own")[0]
    _ = try await load.click(one, times: clicks)
    let alone = try await load.click(one, times: clicks)
    lines.append(Line(name: "click, round trip p50", value: alone.p50, unit: "ms"))
    lines.append(Line(name: "click, round trip p99", value: alone.p99, unit: "ms"))
    lines.append(Line(name: "click, CPU of the server", value: alone.cpu, unit: "us", goal: "43"))
    let byMain =
      isEcho ? try await load.click(load.open(1, at: "/main")[0], times: clicks) : alone
    lines.append(
      Line(name: "the same, if the echo answers on the main actor", value: byMain.cpu, unit: "us"))

    let watching = try await load.open(1_000, at: "/shared")
    _ = try await load.fanOut(watching, times: 5)
    let fan = try await load.fanOut(watching, times: isQuick ? 20 : 100)
    lines.append(
      Line(name: "one action to 1,000 pages: own patch", value: fan.own, unit: "ms", goal: "5"))
    lines.append(
      Line(name: "the same: last page", value: fan.all, unit: "ms", goal: "20"))
    lines.append(Line(name: "the same: CPU", value: fan.cpu, unit: "ms"))
    try await load.close(watching)

    let clickers = try await load.open(100, at: "/shared")
    let rate = try await load.clickAll(clickers, seconds: isQuick ? 1 : 5)
    lines.append(
      Line(name: "clicks on 100 pages of one store", value: rate, unit: "/s", goal: "5,000"))
    try await load.close(clickers)

    let idle = try await load.open(idleCount, at: "/small")
    let beside = try await load.click(one, times: clicks)
    lines.append(
      Line(
        name: "click beside \(idleCount.grouped) idle pages, CPU", value: beside.cpu, unit: "us",
        goal: "as alone"))
    lines.append(
      Line(name: "the same, round trip p50", value: beside.p50, unit: "ms", goal: "as alone"))

    try await load.close(idle)
    return lines + (try await measureMemory(role, isQuick, loop))
  }

  /// Measures the memory in a new process, which has done no other work.
  private static func measureMemory(
    _ role: String, _ isQuick: Bool, _ loop: any EventLoop
  ) async throws -> [Line] {
    let isEcho = role == "echo"
    let server = try ServerProcess(role)
    defer { server.end() }
    let load = Load(server: server, isEcho: isEcho, loop: loop)
    let manyCount = isQuick ? 1_000 : 10_000
    var lines: [Line] = []
    let empty = server.megabytes
    let small = try await load.open(manyCount, at: "/small")
    lines.append(
      Line(
        name: "\(manyCount.grouped) open pages of a counter, memory of the process",
        value: server.megabytes, unit: "MB", goal: "150"))
    lines.append(
      Line(
        name: "the same, for each page",
        value: (server.megabytes - empty) / Double(manyCount) * 1024, unit: "KB"))
    let full = server.megabytes
    let large = try await load.open(manyCount / 10, at: "/own")
    lines.append(
      Line(
        name: "a page of 65 elements and a store of its own",
        value: (server.megabytes - full) / Double(large.count) * 1024, unit: "KB"))
    try await load.close(small + large)
    // After this time the server has removed the sessions of the closed pages.
    try await Task.sleep(for: .seconds(isEcho ? 1 : isQuick ? 5 : 10))
    lines.append(
      Line(name: "after the pages are closed, memory", value: server.megabytes, unit: "MB"))
    let before = server.seconds
    try await Task.sleep(for: .seconds(isQuick ? 1 : 5))
    lines.append(
      Line(
        name: "after the pages are closed, CPU of a second",
        value: (server.seconds - before) * 1000 / (isQuick ? 1 : 5), unit: "ms", goal: "1"))
    return lines
  }

  private static func raiseLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
