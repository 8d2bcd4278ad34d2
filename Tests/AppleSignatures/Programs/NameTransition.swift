// SPDX-License-Identifier: Apache-2.0
// Expect: ok

import Millrace
import SwiftUI

struct Fade: Transition {
  func body(content: Content, phase: TransitionPhase) -> some View { content }
}
