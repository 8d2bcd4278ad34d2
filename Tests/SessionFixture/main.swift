// SPDX-License-Identifier: Apache-2.0

// Stores the sessions of persons in the folder FIXTURE_SESSIONS. For Tests/Attack/resume.py the
// limits allow ten thousand persons from one address, and a page ends a second after it is closed.
// For Tests/Attack/person_loop.py the storage, of the kind FIXTURE_STORAGE, keeps at most
// FIXTURE_BOUND sessions.

import Foundation
import MillraceWeb

var options = WebOptions()
options.limits.sessions = 20_000
options.limits.waitingSessionsPerAddress = 20_000
options.limits.connectionsPerAddress = 12_000
options.limits.personsPerAddress = 20_000
let environment = ProcessInfo.processInfo.environment
if let limit = environment["MILLRACE_LIMITS"]?.split(separator: "=").last {
  options.limits.personsPerAddress = Int(limit) ?? 0
}
options.limits.reconnectTimeout = .seconds(1)
try options.keepSessions(
  in: URL(fileURLWithPath: environment["FIXTURE_SESSIONS"] ?? "."),
  kind: environment["FIXTURE_STORAGE"] ?? "sqlite",
  bound: environment["FIXTURE_BOUND"].flatMap { Int($0) } ?? 100_000)
let program = WebProgram(name: "Sessions", pages: [.desk], options: options)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
