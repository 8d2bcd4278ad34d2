// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools

/// The command `millrace`, which knows no program: it answers what a trace says by itself.
@main
struct MillraceCommand {
  static func main() {
    TraceCommand().main()
  }
}
