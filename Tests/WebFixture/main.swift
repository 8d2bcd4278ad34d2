// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceWeb

var options = WebOptions()
options.styleSheet = ".loud { color: rgb(1, 2, 3); }"
options.limits = FixtureLimits.read(ProcessInfo.processInfo.environment["MILLRACE_LIMITS"] ?? "")
let program = WebProgram(name: "Fixture", pages: Fixtures().pages, options: options)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
