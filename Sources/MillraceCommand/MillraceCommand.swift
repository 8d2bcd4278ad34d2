// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools

/// The command `millrace`, which reads traces without the reducer of a program.
@main
struct MillraceCommand {
  static func main() {
    TraceCommand().main()
  }
}
