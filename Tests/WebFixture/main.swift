// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceWeb

let program = WebProgram(
  name: "Fixture", pages: Fixtures().pages, styleSheet: ".loud { color: rgb(1, 2, 3); }")
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
