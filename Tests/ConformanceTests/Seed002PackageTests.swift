// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceCombine
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The manifests of SwiftRex: how an app depends on the library; the number of each test is that of
/// its example.
///
/// `bin/test --only packages` resolves them as in a new clone, and builds and runs `CoreOnly`. The
/// tests check the text of the manifests, and use what an app gets with them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct Seed002PackageTests {
  private func manifest(_ name: String) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: tests.appending(path: "Packages/\(name)/Package.swift"), encoding: .utf8)
  }

  private let counter = Feature<Int, Int> { count, step in
    count += step
    return .none
  }

  @Test func e64anAppOnPublishersNamesTwoProductsAndATrait() throws {
    let manifest = try manifest("Publishers")
    #expect(manifest.contains("traits: [.defaults, \"Combine\"]"))
    #expect(manifest.contains(".product(name: \"Millrace\", package: \"millrace\")"))
    #expect(manifest.contains(".product(name: \"MillraceCombine\", package: \"millrace\")"))

    let store = Store(initialState: 1, feature: counter)
    var heard: [Int] = []
    let cancellable = store.publisher.sink { heard.append($0) }
    store.dispatch(2)
    #expect(heard == [1, 3])
    cancellable.cancel()
  }

  // RxSwift and ReactiveSwift connect by `AsyncSequence`, which is in the core.

  @Test func e65anAppOnRxSwiftTakesTheCoreAndItsSequences() async throws {
    let manifest = try manifest("CoreOnly")
    #expect(manifest.contains("traits: []") && manifest.contains("// Fetches: nothing"))
    #expect(!manifest.contains("MillraceCombine"))

    let store = Store(initialState: 1, feature: counter)
    var values = store.values(of: \.self).makeAsyncIterator()
    #expect(await values.next() == 1)
    store.dispatch(2)
    #expect(await values.next() == 3)
  }

  @Test func e66anAppOnReactiveSwiftSendsASequenceIn() async throws {
    let manifest = try manifest("CoreOnly")
    #expect(manifest.contains(".product(name: \"Millrace\", package: \"millrace\")"))

    let store = Store(initialState: 1, feature: counter)
    let (steps, continuation) = AsyncStream.makeStream(of: Int.self)
    let receipt = store.addEffect(.stream(steps) { $0 })
    for step in [2, 3] { continuation.yield(step) }
    continuation.finish()
    await receipt.finish()
    #expect(store.state == 6)
  }

  @Test func e67anAppMayLinkDynamically() throws {
    // The libraries do not specify how they are linked, so a product of the app decides.
    #expect(
      try manifest("CoreOnly").contains(
        ".library(name: \"CounterModel\", type: .dynamic, targets: [\"CounterModel\"])"))
    let ours = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Package.swift"),
      encoding: .utf8)
    #expect(ours.contains(".library(name: \"Millrace\", targets: [\"Millrace\"])"))
    #expect(!ours.contains("type: .dynamic") && !ours.contains("type: .static"))
  }
}
