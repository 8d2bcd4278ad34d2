// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import Observation
import Synchronization
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite(.timeLimit(.minutes(5))) struct LinkEngineTests {
  /// A monitor that sends prepared texts and does not read.
  private final class Deaf: LinkCarrier, LinkConnection {
    let texts: Mutex<[String]>
    let end = Gate()

    init(_ texts: [String]) { self.texts = Mutex(texts) }

    func connect(to url: URL, token: String) -> any LinkConnection { self }
    func send(_ text: String) async { await end.wait() }
    func receive() async -> String? { texts.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    func close() { Task { await end.open() } }
  }

  @Test(arguments: [LinkLimits.questions, LinkLimits.questions + 1])
  func answersThatAreNotReadHaveALimitAlsoForAStoreThatHasEnded(count: Int) async throws {
    var texts = try LinkText.parts(of: LinkOpening(program: "Monitor", run: "monitor"))
    for number in 0..<count {
      texts += try LinkText.parts(of: MonitorMessage.ask(number, store: 7, .effects))
    }
    let url = try #require(URL(string: "http://localhost"))
    let clock = TestClock()
    let engine = LinkEngine(
      LinkTarget(url: url, token: "", carrier: Deaf(texts)),
      opening: LinkOpening(program: "p", run: "r"), clock: clock, frame: .zero)
    let run = Task { await engine.run() }
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream()
      let status = withObservationTracking {
        engine.status
      } onChange: {
        change.finish()
      }
      if case .waiting(let failure) = status {
        let tooMany = LinkFailure.tooMany("questions", limit: LinkLimits.questions)
        #expect((failure == tooMany) == (count > LinkLimits.questions), "\(failure)")
        break
      }
      for await _ in changes {}
    }
    engine.stop()
    run.cancel()
    await run.value
  }
}
