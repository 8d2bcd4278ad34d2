// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// A transition of an app's own.

import Millrace
import SwiftUI

struct Fade: Transition {
  func body(content: Content, phase: TransitionPhase) -> some View { content }
}
