// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// A transition in an app: `Transition` is the protocol of SwiftUI, also if Millrace is imported.

import Millrace
import SwiftUI

struct Fade: Transition {
  func body(content: Content, phase: TransitionPhase) -> some View { content }
}
