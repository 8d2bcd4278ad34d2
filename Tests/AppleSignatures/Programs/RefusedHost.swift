// SPDX-License-Identifier: Apache-2.0
// Expect: cannot find 'ViewHost' in scope

// What MillraceViews has beyond SwiftUI does not exist on Apple's platforms.

import Millrace
import MillraceUI
import SwiftUI

@MainActor func page() -> String { ViewHost(Text("x")).html() }
