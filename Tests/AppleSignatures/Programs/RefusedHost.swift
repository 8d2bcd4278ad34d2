// SPDX-License-Identifier: Apache-2.0
// Expect: cannot find 'ViewHost' in scope

// The additional declarations of MillraceViews, which SwiftUI does not have, do not exist on
// Apple's platforms.

import Millrace
import MillraceUI
import SwiftUI

@MainActor func page() -> String { ViewHost(Text("x")).html() }
