// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceWeb

let program = WebProgram(name: "Fixture", pages: Fixtures().pages)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
