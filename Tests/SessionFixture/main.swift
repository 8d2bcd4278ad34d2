// SPDX-License-Identifier: Apache-2.0

// Keeps what belongs to persons in FIXTURE_SESSIONS, for Tests/Attack/resume.py: ten thousand of
// them from one address, whose sessions rest a second after their pages are closed.

import Foundation
import MillraceWeb

var options = WebOptions()
options.limits.sessions = 20_000
options.limits.waitingSessionsPerAddress = 20_000
options.limits.connectionsPerAddress = 12_000
options.limits.disconnected = .seconds(1)
let folder = ProcessInfo.processInfo.environment["FIXTURE_SESSIONS"] ?? "."
try options.keepSessions(in: URL(fileURLWithPath: folder))
let program = WebProgram(name: "Sessions", pages: [.desk], options: options)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
